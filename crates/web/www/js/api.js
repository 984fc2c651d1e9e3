// All calls to the engine go through here. Whether a server answers them or an engine in the page
// itself, only the transport knows.

import * as places from "./places.js";
import { Refused, refused } from "./refused.js";
import { ask, connection, phone, run } from "./transport/transport.js";
import { learnWords } from "./words.js";

export { connection, phone, Refused };

/**
 * The calls as the engine describes them; `scripts/check-js` makes the types from that.
 * @typedef {import("../../browser/.types/api.js").paths} Paths
 * @typedef {import("../../browser/.types/api.js").components["schemas"]} Schemas
 * @typedef {import("./transport/transport.js").Options} Options
 */
/**
 * @template {keyof Paths} P
 * @typedef {Paths[P] extends { post: { requestBody: { content: { "application/json": infer B } } } } ? B : never} Body
 */
/**
 * @template {keyof Paths} P
 * @typedef {Paths[P] extends { post: { responses: { 200: { content: { "application/json": infer A } } } } } ? A : never} Posted
 */
/**
 * @template {keyof Paths} P
 * @typedef {Paths[P] extends { get: { responses: { 200: { content: { "application/json": infer A } } } } } ? A : never} Got
 */

/**
 * Asks for something; the parts of `parameters` that the path does not name go behind it.
 * @template {keyof Paths} P
 * @param {P} path
 * @param {Record<string, string | undefined>} [parameters]
 * @returns {Promise<Got<P>>}
 */
async function get(path, parameters = {}) {
  let filled = String(path);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    if (filled.includes(`{${name}}`))
      filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else query.set(name, value);
  }
  return JSON.parse(await ask(query.size ? `${filled}?${query}` : filled));
}

/**
 * Sends something.
 * @template {keyof Paths} P
 * @param {P} path
 * @param {Body<P>} body
 * @param {Options} [options]
 * @returns {Promise<Posted<P>>}
 */
async function post(path, body, options) {
  return JSON.parse(await ask(path, body, options));
}

/**
 * A level, named by any of these.
 * @typedef {{ hash?: string, document?: unknown, game?: string, code?: string | null, address?: string | null }} Named
 */

/**
 * Calls with a level: by its hash, and with all of it only where the engine has forgotten it.
 * @template A
 * @param {Named} level
 * @param {(level: Schemas["LevelRef"]) => Promise<A>} ask
 * @returns {Promise<A>}
 */
async function about(level, ask) {
  try {
    return await ask(level.hash ? { hash: level.hash } : level);
  } catch (error) {
    const forgotten = error instanceof Refused && error.faults[0]?.code === "web.unknown-hash";
    if (!forgotten || !level.document) throw error;
    return ask({ document: level.document, game: level.game });
  }
}

let gamesOnce;

/** All games with their knobs, tiers, packs, tools and lessons; asked for once. */
export function games() {
  gamesOnce ??= get("/api/games").then((answer) => answer.games.map(taught));
  gamesOnce.catch(() => {
    gamesOnce = undefined;
  });
  return gamesOnce;
}

function taught(game) {
  learnWords(game.words);
  return withPlaces(game);
}

const withPlaces = (game) => ({
  ...game,
  lessons: game.lessons.map(withDemo),
  mechanics: game.mechanics.map(withDemo),
});

const withDemo = (lesson) => ({ ...lesson, demo: lesson.demo.map(places.gesture) });

/** One game. */
export async function game(id) {
  const found = (await games()).find((game) => game.id === id);
  if (!found) throw refused(404, "page.unknown-game", `There is no game called ${id}.`);
  return found;
}

/** @param {string} game @param {string} pack @param {boolean} [all] */
export const pack = (game, pack, all) =>
  get("/api/packs/{game}/{pack}", { game, pack, all: all ? "true" : undefined });

/** @param {string} game @param {string} [date] */
export const daily = (game, date) => get("/api/daily/{game}", { game, date });

/** @param {Schemas["LevelRef"]} level */
export const open = (level) => post("/api/level", { level });

/**
 * What a gesture does, or how a position looks.
 * @param {Named} level
 * @param {Omit<Body<"/api/play">, "level" | "gesture"> & { gesture?: places.Gesture | null }} request
 * @param {Options} [options]
 */
export async function play(level, request, options) {
  const wire = { ...request, gesture: places.toWire(request.gesture) };
  return places.played(
    await about(level, (level) => post("/api/play", { level, ...wire }, options)),
  );
}

/** What a gesture that begins at a place may do. */
export async function reach(level, moves, at) {
  return places.reach(
    await about(level, (level) => post("/api/reach", { level, moves, ...places.toWire({ at }) })),
  );
}

/** The picture of a piece in the hand. */
export const hand = (level, hand) =>
  about(level, (level) => post("/api/hand", { level, hand: places.toWire(hand) }));

/**
 * Help after some moves.
 * @param {Named} level
 * @param {unknown} moves
 * @param {Options} [options]
 */
export async function hint(level, moves, options) {
  return places.hint(await about(level, (level) => post("/api/hint", { level, moves }, options)));
}

/**
 * A draft, changed or only looked at.
 * @param {string} game
 * @param {unknown} document
 * @param {any} edit
 * @param {Options} [options]
 */
export async function draft(game, document, edit, options) {
  return places.draft(
    await post("/api/draft", { game, document, edit: places.toWire(edit) }, options),
  );
}

// A level in full, for a request that may have to be sent again by another page.
const whole = (level) =>
  level.document ? { document: level.document, game: level.game } : { hash: level.hash };

export const progress = {
  all: () => get("/api/progress"),
  moves: (level, moves, options) =>
    about(level, (named) =>
      post("/api/progress/moves", { level: named, moves }, { whole: whole(level), ...options }),
    ),
  /** @param {Named} level @param {unknown} moves @param {{ ms: number, shown: boolean }} how */
  complete: (level, moves, { ms, shown }) =>
    about(level, (named) =>
      post(
        "/api/progress/complete",
        { level: named, moves, ms, shown },
        { whole: whole(level), kept: true },
      ),
    ),
  reset: (game) => post("/api/progress/reset", { game }),
  exported: () => ask("/api/progress/export"),
  imported: (text) => ask("/api/progress/import", JSON.parse(text)).then(JSON.parse),
};

/**
 * Long work. `watch.progress` and `watch.item` hear of it as it goes; aborting `watch.signal`
 * ends it in the engine, too.
 * @param {Schemas["JobKind"]} kind
 * @param {Omit<Body<"/api/jobs">, "kind" | "level"> & { level?: Named }} args
 * @param {import("./transport/transport.js").Watch} [watch]
 * @returns {Promise<any>}
 */
export async function job(kind, args, watch = {}) {
  const { level, ...rest } = args;
  /** @param {Schemas["LevelRef"]} [level] */
  const begin = (level) => run({ kind, ...(level ? { level } : {}), ...rest }, watch);
  return level ? about(level, begin) : begin();
}
