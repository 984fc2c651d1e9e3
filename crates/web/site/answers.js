// Writes the answers that are the same for everybody, so that the first pictures need not wait for
// the engine: all about the games into a file beside it, and what is shown of them first as JSON for
// the page itself. `node answers.js ENGINE-FOLDER OUT FIRST`

import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [folder, out, first] = process.argv.slice(2);
const { initSync, answer } = await import(pathToFileURL(resolve(folder, "gridwright.js")).href);
initSync({ module: await readFile(join(folder, "gridwright_bg.wasm")) });
const games = answer("/api/games", "", false);
await writeFile(join(out, "games.bin"), gzipSync(games, { level: 9 }));

/** A game with what its first picture and its card need. */
const brief = ({ id, title, summary, packs, palette, themes, card, lessons }) => {
  const [lesson] = lessons.slice(-1).map(({ svg }) => ({ svg }));
  const picture = lesson ? { lessons: [lesson] } : { lessons: [], card };
  return { id, title, summary, packs, ...(themes.length ? { palette, themes } : {}), ...picture };
};
// Nothing in it ends the element that it stands in.
const text = JSON.stringify(JSON.parse(games).games.map(brief)).replaceAll("<", "\\u003c");
await writeFile(first, text);
