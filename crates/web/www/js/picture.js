// A level as a picture to keep or to print.

import * as api from "./api.js";
import { download } from "./shell.js";
import { recoloring } from "./themes.js";

/** Saves the level at its start as an SVG file, in the colours that were chosen. */
export async function savePicture(level, game) {
  const { svg } = await api.play(level, { moves: null });
  download(`${level.game}-${level.hash.slice(0, 8)}.svg`, recoloring(game)(svg), "image/svg+xml");
}
