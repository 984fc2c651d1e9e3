// Fetches and compiles the engine, once for all workers of the page.

let loaded;

/**
 * The compiled engine and the address of the program that speaks to it.
 * @param {string} folder
 * @returns {Promise<{ module: WebAssembly.Module, glue: string }>}
 */
export function enginePrograms(folder) {
  loaded ??= compiled(new URL("engine.bin", folder)).then((module) => ({
    module,
    glue: new URL("gridwright.js", folder).href,
  }));
  loaded.catch(() => {
    loaded = undefined;
  });
  return loaded;
}

// Compiling begins while the rest is on its way; the type is ours, so any server will do.
async function compiled(address) {
  const headers = { "content-type": "application/wasm" };
  return WebAssembly.compileStreaming(new Response(await unpacked(address), { headers }));
}

/**
 * What lies compressed at an address: servers need not know how to compress, and some unpack it all
 * the same.
 * @param {URL} address
 */
export async function unpacked(address) {
  const answer = await fetch(address);
  if (!answer.ok || !answer.body) throw new Error("A part of the page cannot be loaded.");
  const reader = answer.body.getReader();
  const first = await reader.read();
  const whole = new ReadableStream({
    start: (into) => into.enqueue(first.value),
    pull: async (into) => {
      const { value, done } = await reader.read();
      if (done) into.close();
      else into.enqueue(value);
    },
  });
  const zipped = first.value?.[0] === 0x1f && first.value[1] === 0x8b;
  return zipped ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
}
