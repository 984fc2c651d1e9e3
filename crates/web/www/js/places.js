// Places as the engine writes them, [x, y], and as the page handles them, {x, y}.

import { sentence } from "./words.js";

/**
 * @typedef {{ x: number, y: number }} Place
 * @typedef {{ type: string, at?: Place, path?: Place[], key?: string, piece?: string, side?: number, turns?: number }} Gesture
 */

const place = ([x, y]) => ({ x, y });
const written = ({ x, y }) => [x, y];

/**
 * A gesture, an edit or a hand as the engine reads it.
 * @returns {any}
 */
export function toWire(thing) {
  if (!thing) return thing;
  const wire = { ...thing };
  if (wire.at) wire.at = written(wire.at);
  if (wire.grabbed) wire.grabbed = written(wire.grabbed);
  if (wire.path) wire.path = wire.path.map(written);
  if (wire.strokes) wire.strokes = wire.strokes.map((path) => path.map(written));
  return wire;
}

/** A gesture of a lesson as the page reads it. */
export function gesture(wire) {
  const own = { ...wire };
  if (own.at) own.at = place(own.at);
  if (own.path) own.path = own.path.map(place);
  return own;
}

/** A fault with its places. */
export function fault(wire) {
  return (
    wire && {
      ...wire,
      message: sentence(wire.message),
      at: { ...wire.at, cells: (wire.at?.cells ?? []).map(place) },
    }
  );
}

/** An answer to a gesture. */
export function played(answer) {
  return {
    ...answer,
    preview: (answer.preview ?? []).map(preview),
    refusal: fault(answer.refusal),
  };
}

/** What a gesture may do. */
export function reach(answer) {
  const hand = answer.hand && { ...answer.hand, grabbed: place(answer.hand.grabbed) };
  return { ...answer, hand, cells: answer.cells.map(preview), refusal: fault(answer.refusal) };
}

/** A hint with the places of its remarks. */
export function hint(answer) {
  return { ...answer, why: sentence(answer.why), remarks: answer.remarks.map(fault) };
}

/** A draft with the places of its faults. */
export function draft(answer) {
  return { ...answer, refused: fault(answer.refused), faults: answer.faults.map(fault) };
}

/**
 * An explanation as frames: what a thought speaks of, on the board as it is then, and what comes of
 * its moves. `beat` is its number, `made` how many moves of the solution are made by then.
 * @param {any} answer
 * @returns {{ beat: number, text: string, made: number, cells: Place[] }[]}
 */
export function explanation(answer) {
  let made = 0;
  return answer.beats.flatMap(({ text, moves, cells }, beat) => {
    const seen = { beat, text, made, cells: cells.map(place) };
    made += moves.length;
    return moves.length ? [seen, { beat, text, made, cells: [] }] : [seen];
  });
}

const preview = ({ cell, label }) => ({ cell: place(cell), label });
