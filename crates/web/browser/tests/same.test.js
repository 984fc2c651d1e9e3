// The engine compiled for the browser gives the answers of the native one: verdicts, pictures and
// codes of every shipped level, and the levels made from seeds, the same to the byte but for times
// and memory. GRIDWRIGHT_SEEDS says how many seeds a game (20 if it does not).

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server } from "../harness.js";
import { engineOf } from "../site.js";

const FOLDER = process.env.GRIDWRIGHT_SITE;
const SEEDS = Number(process.env.GRIDWRIGHT_SEEDS ?? 20);
const skip = FOLDER ? false : "GRIDWRIGHT_SITE names no site";
const TIME = 300;

let server;
let engine;
let games;
before(async () => {
  if (skip) return;
  [server, engine] = await Promise.all([Server.start(), engineOf(FOLDER)]);
  games = (await server.call("/games")).games;
});
after(() => server?.stop());

// Sizes are those of another machine, and time is time.
const untimed = (text) => text.replaceAll(/"(ms|peakBytes)":[\d.]+/g, '"$1":0');

async function native(path, body) {
  const answer = await fetch(`${server.url}api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (path !== "/jobs") return untimed(text);
  const last = text.split("\n\n").findLast((event) => /event: ?(done|failed)/.test(event));
  return untimed(/^data: ?(.*)$/m.exec(last)[1]);
}

function compiled(path, body) {
  const text = JSON.stringify(body);
  try {
    return untimed(
      path === "/jobs" ? engine.run(text, () => {}) : engine.answer(`/api${path}`, text, true),
    );
  } catch (refusal) {
    if (typeof refusal !== "string") throw refusal;
    const { kind, ...report } = JSON.parse(refusal);
    assert.ok(kind);
    return untimed(JSON.stringify(report));
  }
}

async function compare(path, body) {
  // Both work at the same time: the other engine is another process.
  const theirs = native(path, body);
  await new Promise((resolve) => setImmediate(resolve));
  const ours = compiled(path, body);
  assert.equal(ours, await theirs, `${path} ${JSON.stringify(body)}`);
}

test("what the games say of themselves", { skip }, async () => {
  const theirs = await (await fetch(`${server.url}api/games`)).text();
  assert.equal(engine.answer("/api/games", "", false), theirs);
});

test("every shipped level: verdict, picture, code", { skip }, async () => {
  for (const { id, packs } of games) {
    for (const { name } of packs) {
      const { levels } = await server.call(`/packs/${id}/${name}?all=true`);
      for (const { address } of levels) {
        await compare("/level", { level: { address } });
        await compare("/jobs", { kind: "solve", level: { address }, timeLimit: TIME });
      }
    }
  }
});

test(`${SEEDS} seeds a game make the same levels`, { skip }, async () => {
  for (const { id, tiers } of games) {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      // The easiest tier, and now and then the next.
      const { name } = tiers[seed % 8 === 0 ? 1 : 0];
      await compare("/jobs", { kind: "generate", game: id, tier: name, seed, timeLimit: TIME });
    }
  }
});
