// All calls to the engine go through here, so that an engine in the page itself can take the
// server's place.

import * as places from "./places.js";
import { learnWords } from "./words.js";

/**
 * The calls as the engine describes them; `scripts/check-js` makes the types from that.
 * @typedef {import("../../browser/.types/api.js").paths} Paths
 * @typedef {import("../../browser/.types/api.js").components["schemas"]} Schemas
 * @typedef {{ signal?: AbortSignal, keepalive?: boolean }} Options
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

const PROBE_AFTER = 2000;

/** Something the engine refused: its faults say why and where. */
export class Refused extends Error {
  constructor(status, body) {
    const faults = (body?.faults ?? []).map(places.fault);
    super(faults[0]?.message ?? `The workshop answered ${status}.`);
    this.status = status;
    this.faults = faults;
    this.sketch = body?.sketch ?? null;
    /** The engine was not reached at all. */
    this.offline = status === 0;
  }
}

/** Tells `answered` whenever the engine answers after it did not. */
export const connection = new EventTarget();

let lost = false;

// While the engine does not answer, the page asks by itself until it does.
function noAnswer() {
  if (lost) return;
  lost = true;
  const probe = () => fetch("/healthz").then(answered, () => setTimeout(probe, PROBE_AFTER));
  setTimeout(probe, PROBE_AFTER);
}

function answered() {
  if (!lost) return;
  lost = false;
  connection.dispatchEvent(new Event("answered"));
}

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
  const answer = await send("GET", query.size ? `${filled}?${query}` : filled);
  return answer.json();
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
  const answer = await send("POST", path, body, options);
  return answer.json();
}

/**
 * @param {"GET" | "POST"} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {Options} [options]
 */
async function send(method, path, body, options) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      ...options,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    noAnswer();
    throw new Refused(0, {
      faults: [
        { code: "page.offline", message: "The workshop does not answer. Is it still running?" },
      ],
    });
  }
  answered();
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => null));
  return answer;
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
  lessons: game.lessons.map((lesson) => ({ ...lesson, demo: lesson.demo.map(places.gesture) })),
});

/** One game. */
export async function game(id) {
  const found = (await games()).find((game) => game.id === id);
  if (!found)
    throw new Refused(404, {
      faults: [{ code: "page.unknown-game", message: `There is no game called ${id}.` }],
    });
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

export const progress = {
  all: () => get("/api/progress"),
  moves: (level, moves, options) =>
    about(level, (level) => post("/api/progress/moves", { level, moves }, options)),
  /** @param {Named} level @param {unknown} moves @param {{ ms: number, shown: boolean }} how */
  complete: (level, moves, { ms, shown }) =>
    about(level, (level) => post("/api/progress/complete", { level, moves, ms, shown })),
  reset: (game) => post("/api/progress/reset", { game }),
  exported: () => send("GET", "/api/progress/export").then((answer) => answer.text()),
  imported: (text) =>
    send("POST", "/api/progress/import", JSON.parse(text)).then((answer) => answer.json()),
};

/**
 * Long work. `watch.progress` and `watch.item` hear of it as it goes; aborting `watch.signal`
 * ends it on the server, too.
 * @param {Schemas["JobKind"]} kind
 * @param {Omit<Body<"/api/jobs">, "kind" | "level"> & { level?: Named }} args
 * @param {{ progress?: (update: any) => void, item?: (item: any) => void, signal?: AbortSignal }} [watch]
 * @returns {Promise<any>}
 */
export async function job(kind, args, watch = {}) {
  const { level, ...rest } = args;
  /** @param {Schemas["LevelRef"]} [level] */
  const run = (level) => stream({ kind, ...(level ? { level } : {}), ...rest }, watch);
  return level ? about(level, run) : run();
}

/**
 * @param {Body<"/api/jobs">} request
 * @param {{ progress?: (update: any) => void, item?: (item: any) => void, signal?: AbortSignal }} watch
 */
async function stream(request, { progress, item, signal }) {
  const answer = await send("POST", "/api/jobs", request, { signal });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done)
      throw new Refused(0, {
        faults: [{ code: "page.cut-off", message: "The work ended before its answer came." }],
      });
    buffer += value;
    const events = buffer.split("\n\n");
    buffer = events.pop();
    for (const text of events) {
      const { name, data } = parse(text);
      if (name === "progress") progress?.(data);
      else if (name === "item") item?.(data);
      else if (name === "failed") throw new Refused(422, data);
      else if (name === "done") return data;
    }
  }
}

function parse(text) {
  let name = "message";
  const data = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
  }
  return { name, data: data.length ? JSON.parse(data.join("\n")) : null };
}
