// What the static site alone promises: it asks nobody but its own server, works without one after
// the first visit, keeps what was completed whatever happens to the tab, says so when the browser
// keeps nothing, and offers new versions without forcing them.

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { byPointer, mouse } from "../hands.js";
import { launch, pause, Server, visit } from "../harness.js";
import { Killable } from "../killable.js";
import { askEngineOf as ask, offlineReady, Site, unpackedEngine } from "../site.js";

const FOLDER = process.env.GRIDWRIGHT_SITE;
const LEVEL = "lights-off/classic/1";
const skip = FOLDER ? false : "GRIDWRIGHT_SITE names no site";

let browser;
let site;
before(async () => {
  if (skip) return;
  browser = await launch();
  site = await Site.start(browser, FOLDER);
});
after(async () => {
  await browser?.close();
  await site?.stop();
});

const shipped = async (game, pack) =>
  (await site.call(`/packs/${game}/${pack}?all=true`)).levels.map(({ address }) => address);

const completion = async (address) => ({
  level: { address },
  moves: await site.solution({ address }),
  ms: 1000,
});

const completed = async (page) => {
  const { games } = await ask(page, "/progress");
  return Object.values(games).reduce((sum, game) => sum + game.completed, 0);
};

async function win(page, address = LEVEL) {
  await page.locator(".stage .lamp").first().waitFor();
  await byPointer(page, mouse(page), await site.solution({ address }));
  await page.getByRole("heading", { name: "Level complete!" }).waitFor();
}

const fresh = (options) => {
  site.saved = undefined;
  site.last = null;
  return visit(browser, site, options);
};

test("everything comes from below the path of the site", { skip }, async () => {
  const page = await fresh({});
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${site.url}?again#/play/${LEVEL}`);
  await win(page);
  await page.goto(`${site.url}#/statistics`);
  await page.getByText("Solved over time").first().waitFor();
  assert.ok(asked.length > 5);
  for (const url of asked) assert.ok(url.startsWith(site.url) || /^(data|blob):/.test(url), url);
  assert.deepEqual(page.errors, []);
});

test("after the first visit the network is not needed", { skip }, async () => {
  const page = await fresh();
  await offlineReady(page);
  site.files.cut = true;
  try {
    await page.reload();
    await page.getByRole("link", { name: "Lights Off" }).first().click();
    await page.goto(`${site.url}#/play/${LEVEL}`);
    await win(page);
    const { code } = await site.call("/level", { level: { address: "tint/easy/e01" } });
    const other = await page.context().newPage();
    await other.goto(`${site.url}#/play/code/${code}`);
    await other.locator(".stage .board > svg").waitFor();
    await other.goto(`${site.url}#/new/lights-off/easy`);
    await other.waitForURL(/#\/play\/code\//, { timeout: 60_000 });
    assert.equal(await completed(other), 1);
    assert.deepEqual(page.errors, []);
  } finally {
    site.files.cut = false;
  }
});

test("the next visit takes the engine as the first one unpacked it", { skip }, async () => {
  const page = await fresh();
  await offlineReady(page);
  await page.evaluate(async () => {
    const engine = document.querySelector('meta[name="gridwright-engine"]');
    const place = new URL(engine.getAttribute("content"), document.baseURI);
    while (!(await caches.match(new URL("engine.wasm", place))))
      await new Promise((resolve) => setTimeout(resolve, 20));
    for (const name of await caches.keys())
      await (await caches.open(name)).delete(new URL("engine.bin", place));
  });
  site.files.cut = true;
  try {
    await page.goto(`${site.url}?again#/play/${LEVEL}`);
    await win(page);
    assert.deepEqual(page.errors, []);
  } finally {
    site.files.cut = false;
  }
});

test("the first pictures wait neither for the program nor for the engine", { skip }, async () => {
  const page = await fresh({ path: "icon.svg", serviceWorkers: "block" });
  await page.context().route(/main\.js$|\.bin$/, () => {});
  await page.goto(site.url, { waitUntil: "commit" });
  await page.locator(".game-card .miniature svg").nth(4).waitFor();
  await page.goto(`${site.url}?level#/play/${LEVEL}`, { waitUntil: "commit" });
  await page.locator(".awaited svg").waitFor();
});

test("two tabs at once lose nothing", { skip }, async () => {
  const one = await fresh();
  const two = await one.context().newPage();
  await two.goto(site.url);
  const levels = (await shipped("lights-off", "classic")).slice(0, 12);
  const requests = await Promise.all(levels.map(completion));
  // Both complete every other level, and both the last ones.
  const save = (page, which) =>
    Promise.all(which.map((request) => ask(page, "/progress/complete", request)));
  await Promise.all([
    save(
      one,
      requests.filter((_, i) => i % 2 === 0 || i > 8),
    ),
    save(
      two,
      requests.filter((_, i) => i % 2 === 1 || i > 8),
    ),
  ]);
  for (const page of [one, two]) assert.equal(await completed(page), levels.length);
  const three = await one.context().newPage();
  await three.goto(site.url);
  assert.equal(await completed(three), levels.length);
});

test("a browser killed in the middle of saving has lost nothing it had confirmed", {
  skip,
}, async () => {
  const killable = await Killable.start();
  try {
    const levels = await shipped("lights-off", "classic");
    const requests = await Promise.all(levels.map(completion));
    const confirmed = new Set();
    for (let round = 0; round < 3; round += 1) {
      const page = await killable.context.newPage();
      await page.goto(site.url);
      page.on("console", (message) => {
        const key = /^kept (.*)$/.exec(message.text())?.[1];
        if (key) confirmed.add(key);
      });
      const before = confirmed.size;
      const saving = page.evaluate(
        async ([requests]) => {
          const engine = document.querySelector('meta[name="gridwright-engine"]');
          const place = new URL(engine.getAttribute("content"), document.baseURI);
          const { ask } = await import(new URL("../js/transport/transport.js", place).href);
          for (const request of requests) {
            await ask("/api/progress/complete", request);
            console.log(`kept ${request.level.address}`);
          }
        },
        [requests.filter(({ level }) => !confirmed.has(level.address))],
      );
      let failed = null;
      saving.catch((error) => {
        failed = error;
      });
      while (confirmed.size < before + 7) {
        if (failed) throw failed;
        await pause(5);
      }
      await killable.kill();
      await killable.run();
      const again = await killable.context.newPage();
      await again.goto(site.url);
      const { games } = await ask(again, "/progress/export");
      for (const address of confirmed)
        assert.ok(
          games["lights-off"].levels[address.replace("lights-off/", "")]?.completed,
          `${address} is lost`,
        );
    }
  } finally {
    await killable.stop();
  }
});

test("a tab killed in the middle of a level opens where it was left", { skip }, async () => {
  const killable = await Killable.start();
  try {
    const open = async () => {
      const page = await killable.context.newPage();
      await page.addInitScript(() =>
        localStorage.setItem("gridwright.lessons", JSON.stringify({ "lights-off": true })),
      );
      await page.goto(`${site.url}#/play/lights-off/classic/5`);
      await page.locator(".stage .lamp").first().waitFor();
      return page;
    };
    const page = await open();
    await mouse(page).tap({ x: 1, y: 1 });
    await mouse(page).tap({ x: 2, y: 2 });
    // Moves are saved a moment after they are made.
    const saved = async () => {
      const { games } = await ask(page, "/progress/export");
      return games["lights-off"]?.levels["classic/5"]?.moves?.totalMoves;
    };
    while ((await saved()) !== 2) await pause(50);
    await killable.kill();
    await killable.run();
    const again = await open();
    await again.getByText("where you left off").waitFor();
    await again.getByRole("button", { name: "Undo" }).and(again.locator(":enabled")).waitFor();
  } finally {
    await killable.stop();
  }
});

test("a full browser says so, play goes on, and what waits is saved when there is room", {
  skip,
}, async () => {
  const page = await fresh({ path: `#/play/${LEVEL}` });
  await page.locator(".stage .lamp").first().waitFor();
  const { origin } = new URL(site.url);
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
  await win(page);
  await page
    .locator('.notice[data-kind="storage"]')
    .getByText(/Play on; export/)
    .waitFor();
  assert.equal(await completed(page), 1, "this tab still knows it");
  await session.send("Storage.overrideQuotaForOrigin", { origin });
  await ask(page, "/progress/complete", await completion("lights-off/classic/2"));
  await page.locator('.notice[data-kind="storage"]').waitFor({ state: "detached" });
  await page.reload();
  await page.locator(".stage .lamp").first().waitFor();
  assert.equal(await completed(page), 2);
});

test("a browser that keeps nothing says so, and play goes on", { skip }, async () => {
  const page = await fresh({ path: "#/settings", serviceWorkers: "block" });
  // The database is a part of the worker's program, where the modules were put together.
  await page.context().route(/\/engine\/(database|worker)\.js$/, async (route) => {
    const found = await route.fetch();
    const text = await found.text();
    await route.fulfill({
      response: found,
      body: text.replace("indexedDB.open", "forbidden.open"),
    });
  });
  const other = await page.context().newPage();
  await site.firstVisit(other);
  await other.goto(`${site.url}?refused#/play/${LEVEL}`);
  await win(other);
  await other.getByText("keeps no progress for this page").first().waitFor();
  assert.equal(await completed(other), 1);
});

test("a database that the browser has cleared is told of, and filled again", { skip }, async () => {
  const page = await fresh({ path: `#/play/${LEVEL}` });
  await win(page);
  const { origin } = new URL(site.url);
  const session = await page.context().newCDPSession(page);
  const clear = () =>
    session.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb" });
  const told = page.locator('.notice[data-kind="storage"]').getByText(/has cleared/);
  await clear();
  assert.equal(await completed(page), 1, "the tab still knows it");
  await told.waitFor();
  await page.reload();
  await page.locator(".stage .lamp").first().waitFor();
  assert.equal(await completed(page), 1, "it was saved again");
  // Nobody remembers it now but the mark that something was there.
  await page.goto("about:blank");
  await clear();
  await page.goto(site.url);
  await told.waitFor();
  assert.equal(await completed(page), 0);
});

test("progress goes to a server and comes back, the same to the byte", { skip }, async () => {
  const server = await Server.start();
  try {
    const page = await fresh();
    for (const address of ["lights-off/classic/1", "tint/easy/e01"])
      await ask(page, "/progress/complete", await completion(address));
    await ask(page, "/progress/moves", {
      level: { address: "lights-off/classic/2" },
      moves: null,
    });
    const text = (from, path) =>
      from.evaluate(async (path) => {
        const engine = document.querySelector('meta[name="gridwright-engine"]');
        const place = new URL(engine.getAttribute("content"), document.baseURI);
        const { ask } = await import(new URL("../js/transport/transport.js", place).href);
        return ask(path);
      }, path);
    const ours = await text(page, "/api/progress/export");
    await server.call("/progress/import", JSON.parse(ours));
    const theirs = await (await fetch(`${server.url}api/progress/export`)).text();
    assert.equal(theirs, ours);
    const other = await fresh();
    assert.equal((await ask(other, "/progress/import", JSON.parse(theirs))).changed, 2);
    assert.equal(await text(other, "/api/progress/export"), ours);
  } finally {
    await server.stop();
  }
});

test("a new version is offered on the first screen, not in a level, and taken when asked", {
  skip,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), "gridwright-site-"));
  await cp(FOLDER, folder, { recursive: true });
  const own = await Site.start(browser, folder);
  try {
    const page = await visit(browser, own);
    await offlineReady(page);
    const script = join(folder, "sw.js");
    const before = await readFile(script, "utf8");
    await writeFile(script, before.replace(/VERSION = "/, 'VERSION = "x'));
    const index = join(folder, "index.html");
    const text = await readFile(index, "utf8");
    await writeFile(index, text.replace("<title>", '<meta name="newer" content="yes"><title>'));
    await page.goto(`${own.url}#/play/${LEVEL}`);
    await page.locator(".stage .lamp").first().waitFor();
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    const offer = page.locator('.notice[data-kind="update"]');
    await offer.waitFor({ state: "attached" });
    assert.ok(!(await offer.isVisible()), "not in the middle of a level");
    await page.goto(`${own.url}#/`);
    await offer.waitFor();
    await offer.getByRole("button", { name: "Use it now" }).click();
    await page.locator('meta[name="newer"]').waitFor({ state: "attached" });
  } finally {
    await own.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test("a job that wants more memory than there is ends with a sentence", { skip }, async () => {
  const page = await fresh({ path: "#/settings", serviceWorkers: "block" });
  await page.context().route("**/engine/engine.bin", async (route) => {
    const found = await route.fetch();
    const body = limited(await unpackedEngine(await found.body()), 1_500_000);
    await route.fulfill({ status: 200, contentType: "application/octet-stream", body });
  });
  const other = await page.context().newPage();
  other.errors = [];
  other.on("pageerror", (error) => other.errors.push(String(error)));
  await other.goto(`${site.url}?small#/play/${LEVEL}`);
  await other.locator(".stage .lamp").first().waitFor();
  const message = await other.evaluate(async () => {
    const engine = document.querySelector('meta[name="gridwright-engine"]');
    const place = new URL(engine.getAttribute("content"), document.baseURI);
    const { run } = await import(new URL("../js/transport/transport.js", place).href);
    const level = { address: "tilepuzzle/campaign/100" };
    return run({ kind: "solve", level }, {}).then(
      () => "solved",
      (error) => error.message,
    );
  });
  assert.equal(message, "The work needs more memory than the browser gives.");
  // The page goes on: the job had an engine of its own.
  const { count } = await ask(other, "/play", {
    level: { address: LEVEL },
    gesture: { type: "tap", at: [0, 0] },
  });
  assert.equal(count, 1);
  assert.deepEqual(other.errors, []);
});

/** An engine that may grow by so many bytes only: the limit in its memory section is written anew. */
function limited(engine, growth) {
  const number = (at) => {
    let value = 0;
    let shift = 0;
    for (let i = at; ; i += 1) {
      value |= (engine[i] & 0x7f) << shift;
      shift += 7;
      if (engine[i] < 0x80) return [value, i + 1];
    }
  };
  const written = (value) =>
    value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...written(value >>> 7)];
  for (let at = 8; at < engine.length; ) {
    const [size, body] = number(at + 1);
    if (engine[at] === 5) {
      const [pages] = number(body + 2);
      const memory = [1, 1, ...written(pages), ...written(pages + (growth >> 16))];
      const section = [5, ...written(memory.length), ...memory];
      return Buffer.concat([
        engine.subarray(0, at),
        Buffer.from(section),
        engine.subarray(body + size),
      ]);
    }
    at = body + size;
  }
  throw new Error("the engine has no memory");
}
