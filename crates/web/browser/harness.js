// What every walk needs: a server of its own with empty progress, a browser, a page that counts
// its errors, and the few things a person does with a board. With GRIDWRIGHT_SITE the same walks go
// over the static site in that folder.

import { execFileSync, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { Site } from "./site.js";

const BINARY = process.env.GRIDWRIGHT_BINARY;
export const BROWSER = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** The browser minds its own business: nothing is fetched, asked or reported. */
export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const SCREENSHOTS = process.env.SCREENSHOTS;
const SITE = process.env.GRIDWRIGHT_SITE;
const CELL = 48;

/** The games of the registry, with their packs. */
export const GAMES = JSON.parse(
  execFileSync(BINARY, ["games", "--json"], { encoding: "utf8" }),
).games;

/** The first level of a game's default pack, and one from the middle of its last. */
export const firstLevel = ({ game, packs: [{ pack, ids }] }) => `${game}/${pack}/${ids[0]}`;
export const middleLevel = ({ game, packs }) => {
  const { pack, ids } = packs.at(-1);
  return `${game}/${pack}/${ids[Math.floor(ids.length / 2)]}`;
};

/** A server on a free port, with its own home. */
export class Server {
  /** A context knows nothing of progress: the server keeps it. */
  context(browser, options) {
    return browser.newContext(options);
  }

  /** Lets a page tell when it has heard what became of its moves. */
  firstVisit(page) {
    const open = new Set();
    const ends = (request) => open.delete(request);
    page.on(
      "request",
      (request) => /\/api\/(play|reach|hand)/.test(request.url()) && open.add(request),
    );
    page.on("requestfinished", ends);
    page.on("requestfailed", ends);
    page.answered = async () => {
      // A move that waited for an answer is sent after it.
      for (let quiet = 0; quiet < 3; quiet += 1) {
        if (open.size > 0) quiet = 0;
        await pause(10);
      }
    };
  }

  static async start({ home, ip = "127.0.0.1" } = {}) {
    const server = new Server();
    server.ip = ip;
    server.ownHome = !home;
    server.home = home ?? (await mkdtemp(join(tmpdir(), "gridwright-")));
    server.port = await freePort();
    await server.run();
    return server;
  }

  get url() {
    return `http://127.0.0.1:${this.port}/`;
  }

  async run() {
    this.child = spawn(BINARY, ["serve", "--json", "--addr", `${this.ip}:${this.port}`], {
      env: { ...process.env, GRIDWRIGHT_HOME: this.home },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let told = "";
    this.child.stdout.on("data", (text) => {
      told += text;
      this.token = /"token": *"([0-9a-f]+)"/.exec(told)?.[1] ?? null;
    });
    for (let i = 0; i < 200; i += 1) {
      const up = await fetch(`${this.url}healthz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (up) return;
      await pause(50);
    }
    throw new Error("the server does not answer");
  }

  /** Ends the process at once, as a crash would, and begins again with the same home. */
  async crashAndRestart() {
    await this.kill();
    await this.run();
  }

  async kill() {
    const gone = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGKILL");
    await gone;
  }

  async stop() {
    await this.kill();
    if (this.ownHome) await rm(this.home, { recursive: true, force: true });
  }

  /** The solution of a level, from the solver. */
  async solution(level) {
    return (await this.solved(level)).solution;
  }

  /** What the solver answers about a level. */
  async solved(level) {
    const answer = await fetch(`${this.url}api/jobs`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ kind: "solve", level }),
    });
    const events = (await answer.text()).split("\n\n");
    const done = events.find((event) => /event: ?done/.test(event));
    const data = done.split("\n").find((line) => line.startsWith("data:"));
    return JSON.parse(data.slice("data:".length));
  }

  /** Calls the engine directly, to prepare or to look. */
  async call(path, body) {
    const answer = await fetch(
      `${this.url}api${path}`,
      body === undefined
        ? {}
        : {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(body),
          },
    );
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
}

/** A browser and a server, or the static site, for a whole file of walks. */
export function workshop() {
  const shop = { served: !SITE };
  before(async () => {
    shop.browser = await launch();
    shop.server = SITE ? await Site.start(shop.browser, SITE) : await Server.start();
  });
  after(async () => {
    await shop.browser?.close();
    await shop.server?.stop();
  });
  shop.visit = (options) => visit(shop.browser, shop.server, options);
  return shop;
}

/** A real browser. */
export function launch() {
  return chromium.launch({ executablePath: BROWSER, args: FLAGS });
}

/** A page that offers no lessons unless they are wanted, and fails the walk if anything is written to the console as an error. */
export async function visit(
  browser,
  server,
  {
    path = "",
    theme = "light",
    size = { width: 1280, height: 900 },
    touch = false,
    lessons = false,
    settings = {},
    timezone,
    serviceWorkers = "allow",
  } = {},
) {
  const context = await server.context(browser, {
    viewport: size,
    hasTouch: touch,
    isMobile: touch,
    colorScheme: theme,
    timezoneId: timezone,
    serviceWorkers,
    permissions: ["clipboard-read", "clipboard-write"],
    reducedMotion: "no-preference",
  });
  const page = await context.newPage();
  page.errors = [];
  page.on(
    "console",
    (message) =>
      message.type() === "error" && !expected(message) && page.errors.push(message.text()),
  );
  page.on("pageerror", (error) => page.errors.push(String(error)));
  await page.addInitScript(
    (chosen) => {
      if (!localStorage.getItem("gridwright.settings"))
        localStorage.setItem("gridwright.settings", JSON.stringify(chosen));
    },
    { lessons, ...settings },
  );
  await server.firstVisit?.(page);
  await page.goto(server.url + path);
  return page;
}

// A refused request is part of some walks; the browser reports it as an error of the console.
const expected = (message) => /the server responded with a status of 4(04|22)/.test(message.text());

/** Where the middle of a place lies on the screen, on the board or among the pieces that wait. */
export async function point(page, place, selector = ".stage .board") {
  return page.locator(`${selector} > svg`).evaluate(
    (board, [place, cell]) => {
      const waits = board.dataset.tray && place.y >= Number(board.dataset.tray);
      const tray = board.parentElement.parentElement.querySelector(".waiting > svg");
      const svg = waits && tray ? tray : board;
      const area = svg.getBoundingClientRect();
      const view = svg.viewBox.baseVal;
      const scale = area.width / view.width;
      const shift = svg.dataset.lattice === "hex" && place.y % 2 === 1 ? 0.5 : 0;
      return {
        x: area.left + ((place.x + 0.5 + shift) * cell - view.x) * scale,
        y: area.top + ((place.y + 0.5) * cell - view.y) * scale,
      };
    },
    [place, CELL],
  );
}

/** Drags the mouse over places. */
export async function drag(page, places, { release = true } = {}) {
  const points = [];
  for (const place of places) points.push(await point(page, place));
  await page.mouse.move(points[0].x, points[0].y);
  await page.mouse.down();
  await pause(60);
  for (const { x, y } of points) await page.mouse.move(x, y, { steps: 4 });
  await pause(40);
  if (release) await page.mouse.up();
}

/** A finger over the protocol of the browser, since a real one has no mouse. */
export class Finger {
  static async on(page) {
    const finger = new Finger();
    finger.page = page;
    finger.session = await page.context().newCDPSession(page);
    return finger;
  }

  async send(type, points) {
    await this.session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
    });
  }

  async tap(place) {
    await this.tapAt(await point(this.page, place));
  }

  async tapAt(at) {
    await this.send("touchStart", [at]);
    await pause(30);
    await this.send("touchEnd", []);
  }

  async drag(places) {
    const points = [];
    for (const place of places) points.push(await point(this.page, place));
    await this.send("touchStart", [points[0]]);
    await pause(60);
    let before = points[0];
    for (const to of points) {
      for (let i = 1; i <= 4; i += 1) {
        await this.send("touchMove", [
          { x: before.x + ((to.x - before.x) * i) / 4, y: before.y + ((to.y - before.y) * i) / 4 },
        ]);
      }
      before = to;
    }
    await pause(40);
    await this.send("touchEnd", []);
  }
}

/** Moves the keyboard's cursor from one place to another. */
export async function arrows(page, from, to) {
  const press = async (key, times) => {
    for (let i = 0; i < times; i += 1) await page.keyboard.press(key);
  };
  await press(to.x > from.x ? "ArrowRight" : "ArrowLeft", Math.abs(to.x - from.x));
  await press(to.y > from.y ? "ArrowDown" : "ArrowUp", Math.abs(to.y - from.y));
}

/** All findings of axe-core on the page as it is, of any weight. */
export async function axe(page) {
  const source = await readFile(
    createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
    "utf8",
  );
  await page.evaluate(`${source};0`);
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ["violations"] }),
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ target }) => target.join(" "))
        .slice(0, 4)
        .join(" | ")}`,
  );
}

/** Keeps a picture of the screen where pictures are wanted. */
export async function screenshot(page, name) {
  if (!SCREENSHOTS) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
