// All calls to the engine go through here, so that an engine in the page itself can take the
// server's place.

import * as places from "./places.js";

/** Something the engine refused: its faults say why and where. */
export class Refused extends Error {
  constructor(status, body) {
    const faults = (body?.faults ?? []).map(places.fault);
    super(faults[0]?.message ?? `The workshop answered ${status}.`);
    this.status = status;
    this.faults = faults;
    this.sketch = body?.sketch ?? null;
  }
}

const get = (path, options) => call("GET", path, undefined, options);
const post = (path, body, options) => call("POST", path, body, options);

async function call(method, path, body, { signal, keepalive } = {}) {
  const answer = await send(method, path, body, { signal, keepalive });
  const text = await answer.text();
  return text ? JSON.parse(text) : null;
}

async function send(method, path, body, options) {
  let answer;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      ...options,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(0, { faults: [{ code: "page.offline", message: "The workshop does not answer. Is it still running?" }] });
  }
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => null));
  return answer;
}

/** Calls with a level: by its hash, and with all of it only where the engine has forgotten it. */
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
  gamesOnce ??= get("/games").then((answer) => answer.games.map(taught));
  gamesOnce.catch(() => { gamesOnce = undefined; });
  return gamesOnce;
}

const taught = (game) => ({ ...game, lessons: game.lessons.map((lesson) => ({ ...lesson, demo: lesson.demo.map(places.gesture) })) });

/** One game. */
export async function game(id) {
  const found = (await games()).find((game) => game.id === id);
  if (!found) throw new Refused(404, { faults: [{ code: "page.unknown-game", message: `There is no game called ${id}.` }] });
  return found;
}

export const pack = (game, name, all) => get(`/packs/${game}/${name}${all ? "?all=true" : ""}`);
export const daily = (game, date) => get(`/daily/${game}${date ? `?date=${date}` : ""}`);
export const open = (level) => post("/level", { level });

/** What a gesture does, or how a position looks. */
export async function play(level, request, options) {
  const wire = { ...request, gesture: places.toWire(request.gesture) };
  return places.played(await about(level, (level) => post("/play", { level, ...wire }, options)));
}

/** What a gesture that begins at a place may do. */
export async function reach(level, moves, at) {
  return places.reach(await about(level, (level) => post("/reach", { level, moves, ...places.toWire({ at }) })));
}

/** The picture of a piece in the hand. */
export const hand = (level, hand) => about(level, (level) => post("/hand", { level, hand: places.toWire(hand) }));

/** Help after some moves. */
export async function hint(level, moves, options) {
  return places.hint(await about(level, (level) => post("/hint", { level, moves }, options)));
}

/** A draft, changed or only looked at. */
export async function draft(game, document, edit, options) {
  return places.draft(await post("/draft", { game, document, edit: places.toWire(edit) }, options));
}

export const progress = {
  all: () => get("/progress"),
  moves: (level, moves, options) => about(level, (level) => post("/progress/moves", { level, moves }, options)),
  complete: (level, moves, ms) => about(level, (level) => post("/progress/complete", { level, moves, ms })),
  reset: (game) => post("/progress/reset", { game }),
  exported: () => send("GET", "/progress/export").then((answer) => answer.text()),
  imported: (text) => send("POST", "/progress/import", JSON.parse(text)).then((answer) => answer.json()),
};

/**
 * Long work. `watch.progress` and `watch.item` hear of it as it goes; aborting `watch.signal`
 * ends it on the server, too.
 */
export async function job(kind, args, watch = {}) {
  const { level, ...rest } = args;
  const run = (level) => stream({ kind, ...(level ? { level } : {}), ...rest }, watch);
  return level ? about(level, run) : run();
}

async function stream(request, { progress, item, signal }) {
  const answer = await send("POST", "/jobs", request, { signal });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Refused(0, { faults: [{ code: "page.cut-off", message: "The work ended before its answer came." }] });
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
