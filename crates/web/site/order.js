// Names the functions of an engine so that those alike come one after another when they are sorted
// by name, as wasm-opt does: `node order.js ENGINE OUT`. Code written once for many types is nearly
// the same many times over, and gzip finds that only within the last 32 kB. Alike are functions whose
// opcodes are: they are what is compressed together (`sort.js`).

import { readFile, writeFile } from "node:fs/promises";
import { OPCODE, Tape } from "../www/js/engine/sorted.js";
import { apart, emptyKinds } from "./apart.js";

/** A function is known by this many of its pieces of this many opcodes: those with the least hashes. */
const SKETCH = 128;
const PIECE = 10;
/** What more functions than this have says nothing. */
const COMMON = 400;
/** The next function is like the last ones, and most of all like the very last. */
const LAST = 4;

const CUSTOM = 0;
const IMPORT = 2;
const CODE = 10;
const FUNCTION_NAMES = 1;

/** Reads numbers and parts one after another. */
class Cursor {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  number() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
  }

  part() {
    const length = this.number();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  list(read) {
    return Array.from({ length: this.number() }, () => read(this));
  }
}

const [from, to] = process.argv.slice(2);
const engine = await readFile(from);
const { kept, imported, bodies } = read(engine);
await writeFile(to, Buffer.concat([...kept, names(imported, chained(bodies))]));

/** The parts of an engine without its names, how many functions it imports, and its own ones. */
function read(bytes) {
  const kept = [bytes.subarray(0, 8)];
  let imported = 0;
  let bodies = [];
  const whole = new Cursor(bytes, 8);
  while (whole.at < bytes.length) {
    const start = whole.at;
    const id = whole.byte();
    const section = whole.part();
    if (id === IMPORT) imported = importedFunctions(new Cursor(section));
    if (id === CODE) bodies = new Cursor(section).list((cursor) => cursor.part());
    const isNames = id === CUSTOM && new Cursor(section).part().toString() === "name";
    if (!isNames) kept.push(bytes.subarray(start, whole.at));
  }
  return { kept, imported, bodies };
}

function importedFunctions(cursor) {
  const kinds = cursor.list(() => {
    cursor.part();
    cursor.part();
    const kind = cursor.byte();
    if (kind !== 0) throw new Error("The engine imports something else than functions.");
    return cursor.number();
  });
  return kinds.length;
}

/** All functions, each like the one before it: greedily, from the largest on. */
function chained(bodies) {
  const sketches = bodies.map(opcodes).map(sketch);
  const having = new Map();
  for (const [index, pieces] of sketches.entries())
    for (const piece of pieces) {
      if (!having.has(piece)) having.set(piece, []);
      having.get(piece).push(index);
    }
  const left = new Set(bodies.keys());
  const largest = [...left].sort((a, b) => bodies[b].length - bodies[a].length);
  const order = [];
  while (left.size > 0) {
    const likeness = new Map();
    for (let back = 1; back <= Math.min(LAST, order.length); back += 1)
      for (const piece of sketches[order.at(-back)]) {
        const others = having.get(piece);
        if (others.length > COMMON) continue;
        for (const other of others)
          if (left.has(other)) likeness.set(other, (likeness.get(other) ?? 0) + 0.5 ** back);
      }
    let next = largest.find((index) => left.has(index));
    let most = 0;
    for (const [index, like] of likeness) if (like > most) [next, most] = [index, like];
    left.delete(next);
    order.push(next);
  }
  return order;
}

function opcodes(body) {
  const kinds = emptyKinds(body.length);
  apart(new Tape(body), kinds);
  return kinds[OPCODE].bytes.subarray(0, kinds[OPCODE].at);
}

function sketch(code) {
  const hashes = new Set();
  for (let at = 0; at + PIECE <= code.length; at += 1) {
    let hash = 0x811c9dc5;
    for (let i = at; i < at + PIECE; i += 1) hash = Math.imul(hash ^ code[i], 0x01000193);
    hashes.add(Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0);
  }
  return Uint32Array.from(hashes).sort().subarray(0, SKETCH);
}

/** The section that names every function of its own by its place in an order. */
function names(imported, order) {
  const places = new Map(order.map((index, place) => [index, place]));
  const entries = [...order.keys()].map((index) =>
    Buffer.concat([number(imported + index), sized(String(places.get(index)).padStart(6, "0"))]),
  );
  const list = Buffer.concat([number(entries.length), ...entries]);
  const section = [sized("name"), Buffer.from([FUNCTION_NAMES]), sized(list)];
  return Buffer.concat([Buffer.from([CUSTOM]), sized(Buffer.concat(section))]);
}

function sized(content) {
  const bytes = Buffer.from(content);
  return Buffer.concat([number(bytes.length), bytes]);
}

function number(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return Buffer.from([...bytes, value]);
}
