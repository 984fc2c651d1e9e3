// What every screen has around it: the top bar and the main part.

import { h } from "./dom.js";
import { icon } from "./icons.js";

/**
 * A screen with a top bar. `aside` stands at the right of the bar; `table` is for boards.
 * @param {{ title: string, back?: string, aside?: any, content: any, table?: boolean,
 *   close?: () => void, shown?: () => void }} parts
 */
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

/**
 * A button.
 * @param {string} label
 * @param {(event: Event) => unknown} onclick
 * @param {{ sign?: string, kind?: string, [attribute: string]: unknown }} [options]
 */
export function button(label, onclick, { sign, kind, ...rest } = {}) {
  return h(
    "button",
    { type: "button", class: kind, onclick, ...rest },
    sign ? icon(sign) : null,
    h("span", {}, label),
  );
}

/** Closes every dialog: its screen is left. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
}

/**
 * Whether a key is for a field or an open dialog, and not for the board. A dialog that is closed
 * keeps the focus until the page is drawn again, so where the key was pressed does not tell.
 */
export const isForField = (event) =>
  event.target.closest?.("input, textarea, select") || document.querySelector("dialog[open]");

/** @typedef {[label: string, value: any, kind?: string]} Choice a button, and what it stands for */

/**
 * A dialog that is there until it is closed; answers what the pressed button stands for, and `null`
 * where it was closed in any other way.
 * @param {{ title: string, content?: (Node | null)[], choices: Choice[] }} question
 */
export function ask({ title, content = [], choices }) {
  return new Promise((resolve) => {
    let answer = null;
    const done = (value) => {
      answer = value;
      dialog.close();
    };
    const buttons = choices.map(([label, value, kind]) =>
      button(label, () => done(value), { kind }),
    );
    const dialog = h(
      "dialog",
      {
        "aria-label": title,
        onclose: () => {
          dialog.remove();
          resolve(answer);
        },
      },
      h(
        "div",
        { class: "stack" },
        h("h2", {}, title),
        content,
        h("div", { class: "row" }, buttons),
      ),
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
    await ask({
      title: "Copy this",
      content: [h("textarea", { readonly: true, "aria-label": "Text to copy" }, text)],
      choices: [["Done", true, "primary"]],
    });
    return false;
  }
}
