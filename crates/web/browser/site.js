// The static site in the place of a server: the folder that `scripts/site` made (GRIDWRIGHT_SITE),
// behind a plain static server and under a path, with the interface that walks know of a server.
// Questions about levels are answered by the same engine in this process, progress by the page that
// a walk has open. With GRIDWRIGHT_OFFLINE the network is cut after every first load.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { serve } from "../site/serve.js";
import { unsorted } from "../www/js/engine/sorted.js";

const OFFLINE = process.env.GRIDWRIGHT_OFFLINE;
const PATH = "/some/where/gridwright/";
const NOTHING = JSON.stringify({ format: "gridwright-progress", version: 1, games: {} });

/** The engine of a site in this process. */
export async function engineOf(folder) {
  const index = await readFile(join(folder, "index.html"), "utf8");
  const place = join(folder, /name="gridwright-engine" content="([^"]*)"/.exec(index)[1]);
  const glue = await readFile(join(place, "gridwright.js"));
  const engine = await import(`data:text/javascript;base64,${glue.toString("base64")}`);
  const { memory } = engine.initSync({
    module: await unpackedEngine(await readFile(join(place, "engine.bin"))),
  });
  engine.openProgress(NOTHING);
  return { ...engine, memory };
}

/** An engine as a browser compiles it, from how it is fetched. */
export async function unpackedEngine(packed) {
  const stream = new Blob([gunzipSync(packed)]).stream();
  return Buffer.from(await new Response(unsorted(stream)).arrayBuffer());
}

/** A site on a free port. */
export class Site {
  static async start(browser, folder) {
    const site = new Site();
    site.browser = browser;
    site.engine = await engineOf(folder);
    site.files = await serve(folder, 0, PATH);
    site.url = `http://127.0.0.1:${site.files.address().port}${PATH}`;
    return site;
  }

  /** A context with the progress of the last one, as a server would have it. */
  async context(browser, options) {
    const context = await browser.newContext({
      ...options,
      storageState: await this.#progress(),
    });
    const close = context.close.bind(context);
    context.close = async () => {
      this.saved = await snapshot(context);
      this.last = null;
      await close();
    };
    this.last = context;
    return context;
  }

  /** Before a page goes where a walk wants it: its first visit, after which the network may go. */
  async firstVisit(page) {
    page.answered = () => answered(page);
    if (!OFFLINE) return;
    // One after another: the first that is done cuts the network for all.
    const before = this.visiting;
    this.visiting = (async () => {
      await before;
      this.files.cut = false;
      await page.goto(this.url);
      await offlineReady(page);
      this.files.cut = true;
    })();
    await this.visiting;
  }

  /** The solution of a level, from the solver. */
  async solution(level) {
    return (await this.solved(level)).solution;
  }

  /** What the solver answers about a level. */
  async solved(level) {
    return JSON.parse(this.engine.run(JSON.stringify({ kind: "solve", level }), () => {}));
  }

  /** Calls the engine directly, to prepare or to look. */
  async call(path, body) {
    const text = body === undefined ? "" : JSON.stringify(body);
    if (!path.startsWith("/progress"))
      return JSON.parse(this.engine.answer(`/api${path}`, text, true));
    const context = this.last ?? (await this.context(this.browser, {}));
    const open = context.pages()[0];
    const page = open ?? (await context.newPage());
    if (!open) await this.#firstLoad(page);
    return askEngineOf(page, path, body);
  }

  /** There is no server to crash; `site.test.js` kills browsers. */
  async crashAndRestart() {}

  async stop() {
    await new Promise((resolve) => {
      this.files.close(resolve);
      this.files.closeAllConnections();
    });
  }

  // A page of its own may be fetched, whatever became of the network of others.
  async #firstLoad(page) {
    const { cut } = this.files;
    this.files.cut = false;
    await page.goto(this.url);
    if (cut) await offlineReady(page);
    this.files.cut = cut;
  }

  async #progress() {
    return this.last ? snapshot(this.last) : this.saved;
  }
}

/** Waits until the engine of a page has answered what was asked, and what was asked after that. */
function answered(page) {
  return page.evaluate(async () => {
    const engine = document.querySelector('meta[name="gridwright-engine"]');
    const place = new URL(engine.getAttribute("content"), document.baseURI);
    const { ask } = await import(new URL("../js/transport/transport.js", place).href);
    // Questions are answered in turn, so an answer to nothing comes after all others.
    for (let i = 0; i < 3; i += 1) await ask("/api/nothing").catch(() => {});
  });
}

/** Waits until everything a page needs is kept in the browser. */
export async function offlineReady(page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller)
      await new Promise((resolve) => setTimeout(resolve, 20));
  });
}

// The databases of a context; what people chose about the page stays behind.
async function snapshot(context) {
  const { origins } = await context.storageState({ indexedDB: true });
  return { cookies: [], origins: origins.map((origin) => ({ ...origin, localStorage: [] })) };
}

/** Asks the engine of a page. */
export const askEngineOf = (page, path, body) =>
  page.evaluate(
    async ([path, body]) => {
      const engine = document.querySelector('meta[name="gridwright-engine"]');
      const place = new URL(engine.getAttribute("content"), document.baseURI);
      const { ask } = await import(new URL("../js/transport/transport.js", place).href);
      return JSON.parse(await ask(`/api${path}`, body));
    },
    [path, body],
  );
