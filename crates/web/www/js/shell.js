// What every screen has around it: the top bar and the main part.

import { h } from "./dom.js";
import { icon } from "./icons.js";

/** A screen with a top bar. `aside` stands at the right of the bar; `table` is for boards. */
export function page({ title, back, aside = [], content, table = false, close, shown }) {
  const main = h("main", { id: "main", tabindex: "-1", class: table ? "table" : null }, content);
  const bar = h(
    "header",
    { class: "topbar" },
    back ? h("a", { class: "button quiet", href: back, "aria-label": "Back" }, icon("back")) : null,
    h("h1", {}, title),
    h("span", { class: "spring" }),
    aside,
  );
  return { title, nodes: [bar, main], close, shown };
}

/** A button. */
export function button(label, onclick, { sign, kind, ...rest } = {}) {
  return h("button", { type: "button", class: kind, onclick, ...rest }, sign ? icon(sign) : null, h("span", {}, label));
}

/** A dialog that is there until it is closed; answers what the pressed button stands for. */
export function ask({ title, content = [], choices }) {
  return new Promise((resolve) => {
    const done = (value) => {
      dialog.close();
      dialog.remove();
      resolve(value);
    };
    const buttons = choices.map(([label, value, kind]) => button(label, () => done(value), { kind }));
    const dialog = h(
      "dialog",
      { "aria-label": title, oncancel: (event) => { event.preventDefault(); done(null); } },
      h("div", { class: "stack" }, h("h2", {}, title), content, h("div", { class: "row" }, buttons)),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Hands a text to the person as a file. */
export function download(name, text, type = "application/json") {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Puts a text on the clipboard, or shows it to be copied by hand. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    await ask({ title: "Copy this", content: [h("textarea", { readonly: true, "aria-label": "Text to copy" }, text)], choices: [["Done", true, "primary"]] });
    return false;
  }
}
