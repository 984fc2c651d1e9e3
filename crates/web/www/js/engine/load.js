// Fetches and compiles the engine, in the worker that needs it first: unpacking it on the page would
// hold up what is to be seen there. Once unpacked it is kept, for the next visit.

import { unsorted } from "./sorted.js";
import { unpacked } from "./unpacked.js";

/** The type is ours, so any server will do. */
const HEADERS = { "content-type": "application/wasm" };

/**
 * The compiled engine of a folder, and what keeps it unpacked for the next visit.
 * @param {string} folder
 * @returns {Promise<{ module: WebAssembly.Module, keep: () => Promise<void> }>}
 */
export async function compiled(folder) {
  const address = new URL("engine.wasm", folder);
  const kept = await fromLastVisit(address);
  if (kept) return { module: kept, keep: async () => {} };
  // Compiling begins while the rest is on its way.
  const [now, later] = unsorted(await unpacked(new URL("engine.bin", folder))).tee();
  const module = await WebAssembly.compileStreaming(new Response(now, { headers: HEADERS }));
  return { module, keep: () => keep(address, later) };
}

// The service worker answers with what was kept, and the browser keeps the machine code with it.
async function fromLastVisit(address) {
  try {
    if (!(await caches.match(address))) return null;
    return await WebAssembly.compileStreaming(fetch(address));
  } catch {
    // There are no caches here, or no service worker that answers from them.
    return null;
  }
}

async function keep(address, engine) {
  // The service worker's own place for the files of this version: it goes when they go.
  const version = address.pathname.split("/").at(-3);
  const cache = await caches.open(`gridwright-${version}`);
  await cache.put(address, new Response(engine, { headers: HEADERS }));
}
