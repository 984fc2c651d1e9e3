// The colours of a game's pictures: its own, or those of a theme that it declares.

import { settings } from "./settings.js";

const chosen = (game) => game.themes?.find(({ id }) => id === settings()[`colours.${game.id}`]);

/** The colours by their names. */
export const colorsOf = (game) => ({ ...game.palette, ...chosen(game)?.palette });

/**
 * Gives a picture of the game the colours of the chosen theme.
 * @returns {(text: string) => string}
 */
export function recoloring(game) {
  const theme = chosen(game);
  if (!theme) return (text) => text;
  const becomes = new Map();
  for (const [name, to] of Object.entries(theme.palette)) becomes.set(game.palette[name], to);
  return (text) =>
    text.replaceAll(/(fill|stroke)="(#[0-9A-Fa-f]{6})"/g, (whole, attribute, color) =>
      becomes.has(color) ? `${attribute}="${becomes.get(color)}"` : whole,
    );
}
