// An engine whose code was sorted is the same again once it is put together, but for hints about alignment.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { unsorted } from "../../www/js/engine/sorted.js";

const folder = mkdtempSync(join(tmpdir(), "gridwright-sorted-"));
after(() => rmSync(folder, { recursive: true }));

/** A section: its number, its length, its bytes. */
const section = (id, bytes) => [id, bytes.length, ...bytes];

const MOVES = [
  0x20, 0x81, 0x01, 0x21, 0, 0x22, 1, 0x20, 0x81, 0x01, 0x20, 1, 0x20, 0x90, 0x4e, 0x1a,
];
const CONSTANTS = [
  0x41, 0x7f, 0x41, 0, 0x41, 2, 0x41, 0x80, 0x80, 0xc0, 2, 0x42, 0x80, 0x7f, 0x42, 0,
];
const memory = (alignment) => [
  ...[0x28, alignment, 0x80, 0x02, 0x28, alignment, 0, 0x36, 2, 8],
  ...[0x28, 2, 0xff, 0xff, 0xff, 0xff, 0x0f],
  ...[0x37, 3, 8, 0x3f, 0, 0xfc, 10, 0, 0, 0xfc, 11, 0, 0xfc, 7],
];
const NUMBERS = [0x43, 1, 2, 3, 0x0b, 0x44, 1, 2, 3, 4, 5, 6, 7, 0x0b];
const SIXTEEN = Array(16).fill(0x0b);
const VECTORS = [0xfd, 12, ...SIXTEEN, 0xfd, 13, ...SIXTEEN, 0xfd, 0, 4, 16, 0xfd, 21, 3];
const LANES = [0xfd, 84, 0, 16, 0x0b, 0xfd, 92, 2, 0, 0xfd, 0xae, 0x01];
const BLOCKS = [0x02, 0x40, 0x03, 0x7f, 0x04, 0x40, 0x0c, 0, 0x05, 0x0d, 1, 0x0b, 0x0b, 0x0b];
const CALLS = [0x10, 0x90, 0x01, 0x11, 3, 0, 0x0e, 2, 0, 1, 0x0b, 0x1c, 1, 0x7f, 0x23, 0, 0x0f];

/** An engine with all kinds of code, and this alignment where another is the rule. */
function engine(alignment) {
  const bodies = [
    [1, 2, 0x7f, ...MOVES, ...CONSTANTS, ...memory(alignment), ...NUMBERS, 0x0b],
    [0, ...VECTORS, ...LANES, ...BLOCKS, 0x0b],
    [2, 1, 0x7f, 3, 0x7b, ...MOVES, ...CALLS, 0x0b],
  ];
  const code = [bodies.length, ...bodies.flatMap((body) => [body.length, ...body])];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 0, 0]),
    ...[10, (code.length & 127) | 128, code.length >> 7, ...code],
    ...section(11, [1, 1, 4, 0, 1, 2, 3]),
  ]);
}
const ENGINE = engine(2);

function sorted(engine) {
  const [from, to] = [join(folder, "engine"), join(folder, "sorted")];
  writeFileSync(from, engine);
  execFileSync("node", [join(import.meta.dirname, "../../site/sort.js"), from, to]);
  return readFileSync(to);
}

/** The bytes a few at a time, as they come over a network. */
const coming = (bytes) =>
  new ReadableStream({
    start(into) {
      for (let at = 0; at < bytes.length; at += 7) into.enqueue(bytes.subarray(at, at + 7));
      into.close();
    },
  });

const together = async (bytes) =>
  new Uint8Array(await new Response(unsorted(coming(bytes))).arrayBuffer());

test("what was sorted is put together again", async () => {
  const apart = sorted(ENGINE);
  assert.notDeepEqual(apart.subarray(0, 4), ENGINE.subarray(0, 4));
  assert.deepEqual(await together(apart), ENGINE);
});

test("alignments are those that opcodes have as a rule", async () => {
  assert.deepEqual(await together(sorted(engine(0))), ENGINE);
});

test("what was not sorted stays as it is", async () => {
  assert.deepEqual(await together(ENGINE), ENGINE);
});

test("what ends too early is refused", async () => {
  const apart = sorted(ENGINE);
  await assert.rejects(together(apart.subarray(0, apart.length >> 1)));
});
