// Writes the answers that are the same for everybody beside the engine, so that the first pictures
// need not wait for it: `node answers.js ENGINE-FOLDER OUT`.

import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [folder, out] = process.argv.slice(2);
const { initSync, answer } = await import(pathToFileURL(resolve(folder, "gridwright.js")).href);
initSync({ module: await readFile(join(folder, "gridwright_bg.wasm")) });
const games = answer("/api/games", "", false);
await writeFile(join(out, "games.bin"), gzipSync(games, { level: 9 }));
