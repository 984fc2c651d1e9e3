// Takes the functions of an engine apart into kinds of bytes (`www/js/engine/sorted.js` tells which, and
// puts them together again).

import {
  ADDRESS,
  ALIGNMENT,
  alignment,
  BLOCK,
  DECLARED,
  END,
  FIRST_SHORT,
  FOLLOWS,
  GET,
  I32,
  IS_ADDRESS,
  KINDS,
  moveOdd,
  OFFSET,
  OPCODE,
  Recent,
  SET,
  SHORT,
  Tape,
  vectorAlignment,
} from "../www/js/engine/sorted.js";

/** A constant of so many bytes is an address. */
const LONG = 4;

const SHORTS = new Map(
  SHORT.map(([opcode, number], place) => [(opcode << 8) | number, FIRST_SHORT + place]),
);

/** Tapes for the kinds of code that is no longer than this. */
export const emptyKinds = (length) =>
  Array.from({ length: KINDS }, () => new Tape(new Uint8Array(length)));

/**
 * Moves a function from its own bytes to those of its kinds.
 * @param {Tape} own
 * @param {Tape[]} kinds
 */
export function apart(own, kinds) {
  const recent = new Recent();
  let offset = 0;
  const placed = (usual) => kinds[ALIGNMENT].put(own.byte() ^ usual);
  const place = () => {
    const next = own.number();
    const distance = (next - offset) | 0;
    kinds[OFFSET].putNumber(((distance << 1) ^ (distance >> 31)) >>> 0);
    offset = next;
  };
  /** @returns {[Tape, Tape]} */
  const tapes = (kind) => [own, kinds[kind]];
  const placeOfVector = (opcode) => {
    placed(vectorAlignment(opcode));
    place();
  };

  kinds[DECLARED].takeNumbers(own, 2 * kinds[DECLARED].takeNumber(own));
  for (let depth = 1; depth > 0; ) {
    const opcode = own.byte();
    const follows = FOLLOWS[opcode];
    if (follows === OFFSET) placed(alignment(opcode));
    const short = SHORTS.get((opcode << 8) | own.bytes[own.at]);
    kinds[OPCODE].put(short ?? opcode);
    if (short !== undefined) own.byte();
    else if (follows === GET || follows === SET) {
      const used = recent.placeOf(own.number());
      recent.use(used);
      kinds[follows].putNumber(used);
    } else if (follows === OFFSET) place();
    else if (follows === I32) constant(own, kinds);
    else if (follows >= 0) kinds[follows].takeNumber(own);
    else moveOdd(opcode, tapes, placeOfVector);
    if (opcode === END) depth -= 1;
    else if (follows === BLOCK) depth += 1;
  }
}

function constant(own, kinds) {
  let end = own.at;
  while (own.bytes[end] > 127) end += 1;
  const isAddress = end + 1 - own.at >= LONG;
  if (isAddress) kinds[I32].put(IS_ADDRESS);
  kinds[isAddress ? ADDRESS : I32].takeNumber(own);
}
