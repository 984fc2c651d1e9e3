// A worker with an engine: questions in, answers out. What a question needs of saved progress is
// brought and taken away inside a transaction of the database.

import { Database } from "./database.js";

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

page.addEventListener("message", async ({ data }) => {
  if (data.start) {
    ready = begin(data.start);
    // An engine that cannot even begin was given no memory.
    ready.catch((error) => page.postMessage({ broke: String(error), short: true }));
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

async function begin({ module, glue }) {
  const { default: start, ...engine } = await import(glue);
  const { memory } = await start({ module_or_path: module });
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
