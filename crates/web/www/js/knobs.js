// A form made from what a game declares: knobs of levels to be made, options of drafts.

import { h } from "./dom.js";
import { title } from "./words.js";

/** A field for a knob; `field.value` is what a person would type. */
export function field(knob, value, onchange) {
  const { kind } = knob;
  const id = `knob-${knob.name}`;
  const help = h("span", { class: "help", id: `${id}-help` }, knob.help);
  let input;
  if (kind.type === "switch") {
    input = h("input", {
      type: "checkbox",
      id,
      checked: value === "true",
      "aria-describedby": help.id,
    });
    input.addEventListener("change", () => onchange?.(read()));
    const read = () => String(input.checked);
    return {
      el: h("div", {}, h("label", { class: "check", for: id }, input, title(knob.name)), help),
      read,
    };
  }
  if (kind.type === "choice") {
    input = h(
      "select",
      { id, "aria-describedby": help.id },
      kind.of.map((word) => h("option", { value: word, selected: word === value }, title(word))),
    );
  } else {
    input = h("input", {
      type: "number",
      id,
      min: kind.min,
      max: kind.max,
      value,
      "aria-describedby": help.id,
    });
  }
  input.addEventListener("change", () => onchange?.(input.value));
  return { el: h("label", { for: id }, title(knob.name), input, help), read: () => input.value };
}
