// The page knows no game: nothing that a game declares, and nothing of how it draws itself, stands
// in the sources of the page. What to look for is asked of the engine, so a new game is held, too.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { Server } from "../harness.js";

const WWW = new URL("../../www/", import.meta.url);
/** Words of the renderer, which every game may use. */
const COMMON = new Set(["board", "mark"]);

let server;
before(async () => {
  server = await Server.start();
});
after(() => server?.stop());

const escaped = (word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Patterns that give a game away, with what they are. */
function tellTales(game) {
  const pictures = [game.card, ...game.lessons.map(({ svg }) => svg)].join("");
  const found = (pattern) => new Set([...pictures.matchAll(pattern)].map(([, word]) => word));
  const roles = [...found(/ class="([a-z-]+)"/g)].filter((role) => !COMMON.has(role));
  const prefixes = found(/ id="([a-z]+)-/g);
  return [
    [new RegExp(`\\b${escaped(game.id)}\\b`), "its id"],
    [new RegExp(`\\b${escaped(game.title)}\\b`), "its title"],
    ...Object.values(game.palette)
      .filter((color) => !/^#(F{6}|0{6})$/i.test(color))
      .map((color) => [new RegExp(color, "i"), "a colour of it"]),
    ...game.words.map(({ name }) => [new RegExp(`["']${name}["']`), "a metric of it"]),
    ...roles.map((role) => [new RegExp(`(["'\`] ?\\.|^\\.| \\.)${role}\\b`, "m"), "a role"]),
    ...[...prefixes].map((prefix) => [new RegExp(`["'\`#]${prefix}-`), "an id of its picture"]),
    ...game.packs.map(({ name }) => [new RegExp(`["'/]${name}["'/]`), "a pack of it"]),
  ];
}

test("nothing in the page's sources speaks of one game", async () => {
  const files = (await readdir(WWW, { recursive: true })).filter((name) =>
    /\.(js|css|html)$/.test(name),
  );
  assert.ok(files.length > 30);
  const { games } = await server.call("/games");
  const found = [];
  for (const name of files) {
    const text = await readFile(new URL(name, WWW), "utf8");
    for (const game of games) {
      for (const [pattern, what] of tellTales(game)) {
        const match = pattern.exec(text);
        if (match) found.push(`${name}: ${match[0]} (${game.title}, ${what})`);
      }
    }
  }
  assert.deepEqual(found, []);
});
