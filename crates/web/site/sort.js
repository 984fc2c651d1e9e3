// Sorts the code of an engine by what its bytes are, so that it compresses better: `node sort.js ENGINE
// OUT`. The page puts it together again (`www/js/engine/sorted.js`), which is tried here first.

import { readFile, writeFile } from "node:fs/promises";
import { KINDS, MAGIC, move, Tape, unsorted } from "../www/js/engine/sorted.js";

/** A portion has so many bytes of code: the page begins to compile with the first. */
const PORTION = 1 << 19;
const CODE = 10;

const [from, out] = process.argv.slice(2);
const engine = await readFile(from);
const result = sorted(engine);
const again = Buffer.from(await new Response(unsorted(new Blob([result]).stream())).arrayBuffer());
if (!again.equals(engine)) throw new Error("The engine is another one when it was sorted.");
await writeFile(out, result);

function sorted(bytes) {
  const { first, count, end } = code(bytes);
  const parts = [numbers(MAGIC, first), bytes.subarray(0, first)];
  const input = new Tape(bytes);
  input.at = first;
  let functions = 0;
  let began = first;
  let kinds = empty();
  const close = () => {
    const told = kinds.map(({ bytes, at }) => bytes.subarray(0, at));
    parts.push(numbers(functions, ...told.map(({ length }) => length)), ...told);
    [functions, began, kinds] = [0, input.at, empty()];
  };
  for (let i = 0; i < count; i += 1) {
    number(input);
    move(Array(KINDS).fill(input), kinds);
    functions += 1;
    if (input.at - began >= PORTION) close();
  }
  if (functions > 0) close();
  close();
  return Buffer.concat([...parts, bytes.subarray(end)]);
}

// No function has more bytes than this beyond a portion.
function empty() {
  return Array.from({ length: KINDS }, () => new Tape(new Uint8Array(4 * PORTION)));
}

/** Where the first function begins, how many there are, and where their section ends. */
function code(bytes) {
  const input = new Tape(bytes);
  input.at = 8;
  for (;;) {
    const id = bytes[input.at++];
    const length = number(input);
    const end = input.at + length;
    if (id === CODE) {
      const count = number(input);
      return { first: input.at, count, end };
    }
    input.at = end;
  }
}

function number(input) {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = input.bytes[input.at++];
    value += (byte & 127) * scale;
    if (byte < 128) return value;
  }
}

/** Numbers of four bytes each, the last one first. */
function numbers(...values) {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, 4 * i);
  return bytes;
}
