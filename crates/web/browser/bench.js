// Measures the static site beside the native program; `scripts/site-bench` runs it. Everything is
// measured in one run, so that ratios are those of one machine at one time.

import { execFileSync } from "node:child_process";
import { readdir, readFile, stat } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { launch, visit } from "./harness.js";
import { engineOf, offlineReady, Site, unpackedEngine } from "./site.js";

const FOLDER = process.env.GRIDWRIGHT_SITE;
const BINARY = process.env.GRIDWRIGHT_BINARY;
/** Every level is solved so often by either engine; the quickest counts. */
const ROUNDS = 3;
const LOADS = 5;
const MOVES = 400;
const LEVEL = "tilepuzzle/campaign/24";

const PARTS = { sizes, loads, moves, solves };
const asked = process.argv.slice(2);
console.log(`${cpus()[0].model}, ${cpus().length} cores`);
for (const part of asked.length ? asked : Object.keys(PARTS)) await PARTS[part]();

async function sizes() {
  const index = await readFile(join(FOLDER, "index.html"), "utf8");
  const place = join(FOLDER, /name="gridwright-engine" content="([^"]*)"/.exec(index)[1]);
  const zipped = await readFile(join(place, "engine.bin"));
  const engine = await unpackedEngine(zipped);
  let rest = 0;
  for (const name of await readdir(FOLDER, { recursive: true })) {
    const path = join(FOLDER, name);
    if ((await stat(path)).isFile() && !name.endsWith("engine.bin"))
      rest += gzipSync(await readFile(path), { level: 9 }).length;
  }
  console.log("\nsize in bytes");
  row("engine with all games and packs", engine.length);
  row("  gzipped, as it is fetched", zipped.length);
  row("  brotli", brotliCompressSync(engine).length);
  row("everything else, gzipped", rest);
}

// A phone on a slow line: 10 Mbit/s, 40 ms there and back, a quarter of this machine's speed. A
// level that is opened by its link has a small board in its place until the engine is there.
async function loads() {
  const browser = await launch();
  const site = await Site.start(browser, FOLDER);
  const visits = [
    ["the pictures of the games", "", ".miniature svg"],
    [`${LEVEL}, first picture`, `#/play/${LEVEL}`, ".awaited svg, .stage .board > svg"],
    [`${LEVEL}, playable`, `#/play/${LEVEL}`, ".stage .board > svg"],
  ];
  const [cold, warm] = [visits.map(() => []), visits.map(() => [])];
  let requests = 0;
  for (let i = 0; i < LOADS; i += 1) {
    for (const [visited, [, path, board]] of visits.entries()) {
      site.saved = undefined;
      site.last = null;
      const page = await visit(browser, site, { path: "icon.svg" });
      const asked = [];
      page.on("request", (request) => asked.push(request.url()));
      await throttle(page);
      cold[visited].push(await firstBoard(page, site.url + path, board));
      requests = asked.length;
      await offlineReady(page);
      // The tab before it is gone: it would play its miniatures on the same slow machine.
      const again = await page.context().newPage();
      await page.close();
      await throttle(again);
      warm[visited].push(await firstBoard(again, site.url + path, board));
      await again.context().close();
    }
  }
  await browser.close();
  await site.stop();
  console.log("\nfirst board in ms, 10 Mbit/s, 40 ms, CPU four times slower (median of 5)");
  for (const [visited, [name]] of visits.entries()) {
    row(`cold: ${name}`, median(cold[visited]));
    row(`warm: ${name}`, median(warm[visited]));
  }
  row("requests until the level was playable, cold", requests);
}

async function throttle(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 40,
    downloadThroughput: (10 * 1000 * 1000) / 8,
    uploadThroughput: (10 * 1000 * 1000) / 8,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

// From the navigation to the frame that shows the board, by the page's own clock.
async function firstBoard(page, url, board) {
  await page.addInitScript((board) => {
    const look = () => {
      if (document.querySelector(board)) globalThis.boardAt = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, board);
  await page.goto(url);
  await page.waitForFunction(() => globalThis.boardAt !== undefined);
  return page.evaluate(() => globalThis.boardAt);
}

// From the page to the worker and back, with the picture of the new position.
async function moves() {
  const browser = await launch();
  const site = await Site.start(browser, FOLDER);
  const page = await visit(browser, site);
  console.log(`\na move in the worker in ms, there and back (${MOVES} each)`);
  for (const { id, packs } of (await site.call("/games")).games) {
    const { levels } = await site.call(`/packs/${id}/${packs.at(-1).name}?all=true`);
    const address = levels.at(-1).address;
    const times = await page.evaluate(
      async ([address, count]) => {
        const engine = document.querySelector('meta[name="gridwright-engine"]');
        const place = new URL(engine.getAttribute("content"), document.baseURI);
        const { ask } = await import(new URL("../js/transport/transport.js", place).href);
        const { hash } = JSON.parse(await ask("/api/level", { level: { address } }));
        const times = [];
        for (let i = 0; i < count; i += 1) {
          const gesture = { type: "tap", at: [i % 5, (i * 3) % 5] };
          const began = performance.now();
          await ask("/api/play", { level: { hash }, gesture }).catch(() => {});
          times.push(performance.now() - began);
        }
        return times;
      },
      [address, MOVES],
    );
    times.sort((a, b) => a - b);
    row(`${address}, 95th percentile`, times[Math.floor(times.length * 0.95)]);
  }
  await browser.close();
  await site.stop();
}

async function solves() {
  const engine = await engineOf(FOLDER);
  const ask = (path) => JSON.parse(engine.answer(`/api${path}`, "", true));
  console.log("\nshipped levels solved, WebAssembly to native on one thread");
  const ratios = [];
  for (const { id, packs, metrics } of ask("/games").games) {
    const own = [];
    for (const { name } of packs) {
      const { levels } = ask(`/packs/${id}/${name}?all=true`);
      const wish = metrics.length ? {} : { all: "best", limit: 1 };
      const ours = levels.map(() => Number.POSITIVE_INFINITY);
      const theirs = [...ours];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [i, ms] of native(id, name, levels).entries())
          theirs[i] = Math.min(theirs[i], ms);
        for (const [i, { address }] of levels.entries()) {
          const request = { kind: "solve", level: { address }, timeLimit: 300, ...wish };
          const { stats } = JSON.parse(engine.run(JSON.stringify(request), () => {}));
          ours[i] = Math.min(ours[i], stats.ms);
        }
      }
      // What takes microseconds says nothing.
      for (const [i, ms] of ours.entries()) if (theirs[i] >= 0.05) own.push(ms / theirs[i]);
    }
    ratios.push(...own);
    row(`${id}, ${own.length} levels`, geometric(own));
  }
  row("all, geometric mean", geometric(ratios));
}

function native(id, pack, levels) {
  const last = (address) => address.split("/").at(-1);
  const range = `${last(levels[0].address)}..${last(levels.at(-1).address)}`;
  const text = execFileSync(
    BINARY,
    ["run", `${id}/${pack}`, range, "--json", "--quiet", "--threads", "1", "--time-limit", "300"],
    { encoding: "utf8", maxBuffer: 1 << 28 },
  );
  return JSON.parse(text).levels.map(({ stats }) => stats.ms);
}

function row(name, value) {
  const shown = Number.isInteger(value) ? String(value) : value.toFixed(2);
  console.log(`  ${name.padEnd(44)}${shown.padStart(12)}`);
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function geometric(values) {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
