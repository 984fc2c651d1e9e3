// What lies compressed beside the engine, as a stream.

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
