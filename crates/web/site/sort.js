// Sorts the code of an engine by what its bytes are, so that it compresses better: `node sort.js ENGINE
// OUT`. The page puts it together again (`www/js/engine/sorted.js`), which is tried here first.
//
// What is put together there differs from the engine in one thing: every access to memory is said to have
// the alignment that its opcode has as a rule. That is a hint which changes nothing that is computed and
// which engines of browsers do not heed, and it cost ten kilobytes.

import { readFile, writeFile } from "node:fs/promises";
import { ALIGNMENT, MAGIC, Tape, unsorted } from "../www/js/engine/sorted.js";
import { apart, emptyKinds } from "./apart.js";

/** A portion has so many bytes of code: the page begins to compile with the first. */
const PORTION = 1 << 19;
const CODE = 10;

const [from, out] = process.argv.slice(2);
const engine = await readFile(from);
const exact = new Blob([sorted(engine, (hints) => hints)]);
const again = Buffer.from(await new Response(unsorted(exact.stream())).arrayBuffer());
if (!again.equals(engine)) throw new Error("The engine is another one when it was sorted.");
await writeFile(
  out,
  sorted(engine, (hints) => hints.fill(0)),
);

/** The engine with its code sorted, and the hints about alignments made into others. */
function sorted(bytes, alignments) {
  const { first, count, end } = code(bytes);
  const parts = [numbers(MAGIC, first), bytes.subarray(0, first)];
  const input = new Tape(bytes);
  input.at = first;
  let functions = 0;
  let began = first;
  let kinds = empty();
  const close = () => {
    const told = kinds.map(({ bytes, at }) => bytes.subarray(0, at));
    alignments(told[ALIGNMENT]);
    const size = input.at - began;
    parts.push(numbers(functions, size, ...told.map(({ length }) => length)), ...told);
    [functions, began, kinds] = [0, input.at, empty()];
  };
  for (let i = 0; i < count; i += 1) {
    input.number();
    apart(input, kinds);
    functions += 1;
    if (input.at - began >= PORTION) close();
  }
  if (functions > 0) close();
  close();
  return Buffer.concat([...parts, bytes.subarray(end)]);
}

// No function has more bytes than this beyond a portion.
function empty() {
  return emptyKinds(4 * PORTION);
}

/** Where the first function begins, how many there are, and where their section ends. */
function code(bytes) {
  const input = new Tape(bytes);
  input.at = 8;
  for (;;) {
    const id = bytes[input.at++];
    const length = input.number();
    const end = input.at + length;
    if (id === CODE) {
      const count = input.number();
      return { first: input.at, count, end };
    }
    input.at = end;
  }
}

/** Numbers of four bytes each, the last one first. */
function numbers(...values) {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, 4 * i);
  return bytes;
}
