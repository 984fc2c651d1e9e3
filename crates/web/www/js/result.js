// The card after a win: the result, how good it is, and where to go from here.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { isLeast, pars } from "./track.js";
import { costs, starWords, time } from "./words.js";

/**
 * What the card shows. `recorded` is the engine's answer to the completion, `next` a link
 * ([address, words]), `more` other things to do, and `finale` says that a pack is complete.
 */
export function resultCard({ level, answer, recorded, ms, shown, finale, next, more }) {
  const stars = shown ? null : (recorded?.stars ?? null);
  const paid = costs(answer.costs);
  const atPar = isLeast(level, answer.costs ?? {});
  return [
    h("h2", {}, "Level complete!"),
    stars === null
      ? null
      : h(
          "span",
          { class: "stars", role: "img", "aria-label": starWords(stars) },
          [1, 2, 3].map((n) => h("span", { class: n <= stars ? "lit" : "" }, icon("star"))),
        ),
    h("p", { class: "figures" }, [paid, time(ms)].filter(Boolean).join(" · ")),
    shown
      ? h("p", { class: "soft" }, "The way was shown, so this counts without stars.")
      : atPar
        ? h("p", { class: "good" }, "The fewest possible.")
        : pars(level)
          ? h("p", { class: "soft figures" }, `par ${pars(level)}`)
          : null,
    recorded?.newBest && !recorded.firstTime && !shown
      ? h("p", { class: "good" }, "A new best.")
      : null,
    finale ? h("p", { class: "good finale" }, icon("star"), finale) : null,
    recorded?.failed
      ? h("p", { class: "bad", role: "alert" }, `Not saved: ${recorded.failed}`)
      : null,
    h(
      "div",
      { class: "row" },
      next ? h("a", { class: "button primary", href: next[0] }, next[1]) : null,
      more,
    ),
  ];
}
