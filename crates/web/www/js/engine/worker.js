// A worker with an engine: questions in, answers out. What a question needs of saved progress is
// brought and taken away inside a transaction of the database.

import { Database } from "./database.js";
import { compiled } from "./load.js";

/**
 * What the compiled engine offers (`crates/wasm`); everything it throws by itself is JSON text.
 * @typedef {{
 *   answer(address: string, body: string, seconds: boolean): string,
 *   run(request: string, heard: (name: string, event: string) => void): string,
 *   openProgress(newer: string): void,
 *   shutProgress(): string | undefined,
 *   progressSaved(): void,
 *   progressLost(): void,
 *   setNotice(notice?: string): void,
 * }} Engine
 */

/** @type {any} */
const page = globalThis;

/** @type {Promise<{ engine: Engine, memory: WebAssembly.Memory, database: Database }>} */
let ready;
let keep = async () => {};

page.addEventListener("message", async ({ data }) => {
  if (data.start) {
    ready = loaded(data.start).then(begin);
    // Whoever asks is told by then.
    ready.catch(() => {});
    return;
  }
  if (data.keep) {
    // A browser without room for it unpacks the engine again.
    await keep().catch(() => {});
    return;
  }
  const { engine, memory, database } = await ready;
  const { id } = data;
  const size = () => memory.buffer.byteLength;
  try {
    const done = data.ask
      ? await asked(engine, database, data.ask)
      : await database.beside(() =>
          engine.run(data.run, (...heard) => page.postMessage({ id, heard, memory: size() })),
        );
    page.postMessage({ id, done, memory: size() });
  } catch (error) {
    if (typeof error !== "string") page.postMessage({ broke: String(error), short: short(memory) });
    else if (JSON.parse(error).needs === "seconds") page.postMessage({ id, needs: true });
    else page.postMessage({ id, refusal: error });
  }
});

// What ends an engine is either a mistake in it or memory that it asked for and did not get; then it
// does not get as much again, either.
function short(memory) {
  try {
    memory.grow(memory.buffer.byteLength >> 16);
    return false;
  } catch {
    return true;
  }
}

// The program that speaks to the engine, and the engine: compiled here, unless another worker has
// done so, and then handed to those that come after this one.
async function loaded({ folder, module }) {
  try {
    const coming = module ? { module, keep } : compiled(folder);
    const glue = await import(new URL("gridwright.js", folder).href);
    const programs = await coming;
    keep = programs.keep;
    page.postMessage({ module: programs.module });
    return { glue, module: programs.module };
  } catch (error) {
    page.postMessage({ missing: String(error) });
    throw error;
  }
}

async function begin({ glue, module }) {
  const { default: start, ...engine } = glue;
  // An engine that cannot even begin was given no memory.
  const { memory } = await start({ module_or_path: module }).catch((error) => {
    page.postMessage({ broke: String(error), short: true });
    throw error;
  });
  const told = (failure) => {
    engine.setNotice(failure ?? undefined);
    page.postMessage({ failure });
  };
  const made = () => page.postMessage({ fresh: true });
  return { engine, memory, database: new Database(engine, told, made) };
}

// Most calls never ask for progress; one that does is asked again where progress is open.
function asked(engine, database, [address, body, seconds]) {
  const ask = () => engine.answer(address, body, seconds);
  try {
    return ask();
  } catch (error) {
    if (typeof error !== "string" || JSON.parse(error).needs !== "store") throw error;
    return database.turn(ask);
  }
}
