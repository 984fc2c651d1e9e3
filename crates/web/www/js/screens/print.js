// A pack on paper: the levels that are open as pictures, several a page, and as one picture to keep.

import * as api from "../api.js";
import { CELL, picture } from "../board.js";
import { h, svg } from "../dom.js";
import { miniature } from "../patch.js";
import { settings } from "../settings.js";
import { button, download, page } from "../shell.js";
import { recoloring } from "../themes.js";
import { firstCost, title } from "../words.js";

/** So many pictures are asked for at once. */
const AT_ONCE = 4;

/** Pictures in a row of the sheet that is saved, and how wide each of them is. */
const COLUMNS = 4;
const WIDTH = 6 * CELL;

export async function printing([id, name]) {
  const game = await api.game(id);
  const pack = await api.pack(id, name, settings().unlockAll);
  const levels = pack.levels.filter((level) => !level.locked);
  const status = h("p", { role: "status", class: "figures no-print" });
  const ready = [
    button("Print", () => print(), { kind: "primary", disabled: true }),
    button("Save as picture", () => save(pack, sheet), { disabled: true }),
  ];
  /** @type {{ words: string, text: string }[]} */
  const sheet = [];
  const places = levels.map((level) => h("li", { class: "on-paper" }, caption(level, game)));
  const recolor = recoloring(game);
  let left = false;

  // Pictures come a few at a time; when all are there, the sheet can be printed.
  async function draw() {
    let next = 0;
    const work = async () => {
      while (next < levels.length && !left) {
        const i = next;
        next += 1;
        const { hash } = await api.open({ address: levels[i].address });
        const { svg: text } = await api.play({ hash }, { moves: null });
        const words = caption(levels[i], game);
        sheet[i] = { words, text: recolor(text) };
        places[i].prepend(picture(text, `Level ${words}`, recolor));
        status.textContent = `${Object.keys(sheet).length} of ${levels.length} pictures`;
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      for (const one of ready) one.disabled = false;
    } catch (error) {
      status.textContent = error.message;
    }
  }

  return page({
    title: `${game.title}: ${pack.title}`,
    back: `#/game/${id}/${name}`,
    content: [
      h("div", { class: "row no-print" }, ready),
      status,
      h("ol", { class: "sheet" }, places),
    ],
    shown: draw,
    close: () => {
      left = true;
    },
  });
}

function caption(level, game) {
  const par = level.optimal ? firstCost(level.par, game.metrics[0]) : "";
  const tier = level.tier ? title(level.tier) : "";
  return [level.title ?? level.id, tier, par ? `par ${par}` : ""].filter(Boolean).join(", ");
}

// All pictures in one, each in a place of the same size.
function save(pack, sheet) {
  const place = WIDTH + CELL;
  const rows = Math.ceil(sheet.length / COLUMNS);
  const parts = sheet.flatMap(({ words, text }, i) => {
    const [x, y] = [(i % COLUMNS) * place + CELL / 2, Math.floor(i / COLUMNS) * place + CELL / 2];
    const drawing = miniature(text);
    for (const [key, value] of Object.entries({ x, y, width: WIDTH, height: WIDTH }))
      drawing.setAttribute(key, String(value));
    const label = { x: x + WIDTH / 2, y: y + WIDTH + 20, "text-anchor": "middle", "font-size": 16 };
    return [drawing, svg("text", { ...label, "font-family": "sans-serif" }, words)];
  });
  const view = `0 0 ${COLUMNS * place} ${rows * place + CELL / 2}`;
  const whole = svg("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: view }, parts);
  download(`${pack.game}-${pack.pack}.svg`, whole.outerHTML, "image/svg+xml");
}
