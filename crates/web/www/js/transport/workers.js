// The engine in workers of the page: one answers what takes a moment, others do what takes longer,
// each job in one of its own, which is ended to cancel it. Every worker has an engine, and they
// share nothing but the database, so a search never stands before a move.

import { unpacked } from "../engine/unpacked.js";
import { unsaved } from "../engine/unsaved.js";
import { tell } from "../notices.js";
import { Refused, refused } from "../refused.js";

/** So many long jobs run at once; each may take a lot of memory. */
const MOST_JOBS = 2;

/** A worker that has grown beyond this is not kept for the next job. */
const SMALL = 96 << 20;

const CLEARED =
  "The browser has cleared the progress that this page had saved. If you have exported it, import it under Statistics.";

/** Never tells anything: an engine in the page is always there. */
export const connection = new EventTarget();

/** The address of the folder with the engine, if the page brings one. */
export function engineFolder() {
  const named = document.querySelector('meta[name="gridwright-engine"]');
  return named ? new URL(named.getAttribute("content") ?? "", document.baseURI).href : null;
}

/** Loads the engine before the first question. */
export const begin = () => quick();

/**
 * There is no server that a phone could be shown the way to.
 * @returns {Promise<{ url: string, svg: string } | null | undefined>}
 */
export const phone = async () => undefined;

/**
 * Asks, and answers with the text of the answer.
 * @param {string} path
 * @param {any} [body]
 * @param {import("./transport.js").Options} [options]
 */
export async function ask(path, body, options = {}) {
  options.signal?.throwIfAborted();
  if (path === "/api/games") return prepared("games.bin").catch(() => answer(path, "", options));
  const { keepalive, kept, whole } = options;
  const note = keepalive || kept ? unsaved.note(path, { ...body, level: whole }) : null;
  try {
    return await answer(path, body === undefined ? "" : JSON.stringify(body), options);
  } finally {
    if (note) unsaved.done(note);
  }
}

/**
 * Long work in a worker of its own.
 * @param {unknown} request
 * @param {import("./transport.js").Watch} watch
 */
export async function run(request, { progress, item, signal }) {
  const heard = (name, text) => {
    if (name === "progress") progress?.(JSON.parse(text));
    else item?.(JSON.parse(text));
  };
  return JSON.parse(await inLongWorker({ run: JSON.stringify(request) }, { signal, heard }));
}

/** The address of something that lies beside the engine. */
function beside(name) {
  const folder = engineFolder();
  if (!folder) throw new Error("This page has no engine of its own.");
  return new URL(name, folder);
}

// Answers that are the same everywhere lie beside the engine, so that the first pictures need not
// wait for it.
async function prepared(name) {
  return new Response(await unpacked(beside(name))).text();
}

/**
 * @param {string} path
 * @param {string} body
 * @param {import("./transport.js").Options} options
 */
async function answer(path, body, { signal }) {
  const given = await quick().then((worker) => worker.ask({ ask: [path, body, false] }, signal));
  if (given !== NEEDS_SECONDS) return given;
  return inLongWorker({ ask: [path, body, true] }, { signal });
}

const NEEDS_SECONDS = Symbol("needs seconds");

/**
 * The engine, once the first worker has compiled it for all of them.
 * @type {Promise<WebAssembly.Module> | null}
 */
let compiled = null;

/** One worker with its engine. */
class EngineWorker {
  /** @param {() => void} [gone] is told when the worker has ended */
  static start(gone) {
    if (compiled) return compiled.then((module) => new EngineWorker(gone, module));
    const worker = new EngineWorker(gone);
    compiled = worker.loaded;
    compiled.catch(() => {
      compiled = null;
    });
    return compiled.then(() => worker);
  }

  /**
   * @param {() => void} [gone]
   * @param {WebAssembly.Module} [module] left out where this worker is to compile it
   */
  constructor(gone = () => {}, module) {
    this.gone = gone;
    this.waiting = new Map();
    this.last = 0;
    this.memory = 0;
    this.alive = true;
    this.worker = new Worker(beside("../js/engine/worker.js"), { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.#heard(data));
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#broke(event.message ?? "its program cannot be loaded");
    });
    /** @type {Promise<WebAssembly.Module>} */
    this.loaded = new Promise((resolve, reject) => {
      this.load = { resolve, reject };
    });
    this.loaded.catch(() => {});
    this.worker.postMessage({ start: { folder: beside(".").href, module } });
  }

  /** Keeps the engine for the next visit. */
  keep() {
    this.worker.postMessage({ keep: true });
  }

  /** Sends a question; `heard` is told of what happens before the answer. */
  ask(question, signal, heard) {
    return new Promise((resolve, reject) => {
      this.last += 1;
      const id = this.last;
      const leave = () => {
        this.waiting.delete(id);
        reject(signal.reason);
      };
      const over = (settle) => (value) => {
        signal?.removeEventListener("abort", leave);
        settle(value);
      };
      this.waiting.set(id, { resolve: over(resolve), reject: over(reject), heard });
      signal?.addEventListener("abort", leave, { once: true });
      this.worker.postMessage({ id, ...question });
    });
  }

  end() {
    this.alive = false;
    this.worker.terminate();
    this.gone();
  }

  #heard({ id, done, refusal, needs, heard, broke, short, memory, failure, fresh, ...told }) {
    if (memory) this.memory = memory;
    if (told.module) this.load.resolve(told.module);
    if (told.missing) this.#broke(told.missing);
    if (failure !== undefined) tell("storage", failure);
    if (fresh && unsaved.hadProgress()) tell("storage", CLEARED);
    if (broke !== undefined) this.#broke(broke, short);
    const asked = this.waiting.get(id);
    if (!asked) return;
    if (heard) {
      asked.heard?.(...heard);
      return;
    }
    this.waiting.delete(id);
    if (done !== undefined) asked.resolve(done);
    else if (needs) asked.resolve(NEEDS_SECONDS);
    else asked.reject(new Refused(422, JSON.parse(refusal)));
  }

  // An engine that broke answers nothing any more; whoever waits is told, and the next question
  // starts another.
  #broke(why, short = false) {
    if (!this.alive) return;
    this.end();
    this.load.reject(new Error("A part of the page cannot be loaded."));
    const reason = short
      ? refused(422, "page.memory", "The work needs more memory than the browser gives.")
      : refused(500, "page.broken", "The engine made a mistake and was started anew.");
    if (!short) console.warn(`the engine ended: ${why}`);
    for (const { reject } of this.waiting.values()) reject(reason);
    this.waiting.clear();
  }
}

/** @type {Promise<EngineWorker> | null} */
let quickWorker = null;

/** The worker for everything that takes a moment; another one when it broke. */
function quick() {
  const gone = () => {
    quickWorker = null;
  };
  quickWorker ??= EngineWorker.start(gone).then(async (worker) => {
    // What an earlier tab left unsaved comes before everything else.
    await unsaved.sendAgain((path, body) => worker.ask({ ask: [path, body, true] }));
    return worker;
  });
  quickWorker.catch(gone);
  return quickWorker;
}

/** @type {EngineWorker | null} */
let idle = null;
let running = 0;
const turns = [];

/**
 * @param {object} question
 * @param {{ signal?: AbortSignal, heard?: (name: string, text: string) => void }} how
 */
async function inLongWorker(question, { signal, heard }) {
  while (running >= MOST_JOBS) await new Promise((resolve) => turns.push(resolve));
  signal?.throwIfAborted();
  running += 1;
  let worker = idle;
  idle = null;
  const cancel = () => worker?.end();
  try {
    worker ??= await EngineWorker.start();
    signal?.throwIfAborted();
    signal?.addEventListener("abort", cancel, { once: true });
    return await worker.ask(question, signal, heard);
  } finally {
    signal?.removeEventListener("abort", cancel);
    if (worker?.alive && !idle && worker.memory <= SMALL) idle = worker;
    else worker?.end();
    running -= 1;
    turns.shift()?.();
  }
}
