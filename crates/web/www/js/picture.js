// A level as a picture to keep or to print.

import * as api from "./api.js";
import { download } from "./shell.js";

/** Saves the level at its start as an SVG file. */
export async function savePicture(level) {
  const { svg } = await api.play(level, { moves: null });
  download(`${level.game}-${level.hash.slice(0, 8)}.svg`, svg, "image/svg+xml");
}
