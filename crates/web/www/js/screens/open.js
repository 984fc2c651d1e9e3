// Opening a level from outside: a dropped or chosen file, pasted JSON or a level code. What is
// wrong with it is shown on its board.

import * as api from "../api.js";
import { Board } from "../board.js";
import { h, replace } from "../dom.js";
import { faultList } from "../faults.js";
import { go } from "../router.js";
import { button, page } from "../shell.js";

const MOST = 1 << 20;

export async function opening() {
  const text = h("textarea", {
    id: "text",
    spellcheck: "false",
    placeholder: '{ "game": … } or a level code',
  });
  const file = h("input", {
    type: "file",
    id: "file",
    accept: ".json,application/json,text/plain",
  });
  const answer = h("div", { class: "stack" });
  const zone = h(
    "div",
    { class: "drop" },
    h("label", { for: "file" }, "Drop a level file here, or choose one", file),
  );

  const open = async (source) => {
    replace(answer, h("p", { role: "status" }, "Reading…"));
    const given = source.trim();
    const reference =
      given.startsWith("{") || given.startsWith("[") ? parsed(given) : { code: given };
    if (reference.error) {
      replace(answer, h("p", { class: "bad", role: "alert" }, reference.error));
      return;
    }
    try {
      const level = await api.open(reference);
      if (level.code) go(`#/play/code/${level.code}`);
      else
        replace(
          answer,
          h(
            "p",
            { role: "alert" },
            "This level is valid, but too large for a link; the command line plays it.",
          ),
        );
    } catch (error) {
      const board = error.sketch
        ? new Board({ label: "The faulty level", focusable: false })
        : null;
      board?.show(error.sketch);
      replace(
        answer,
        h(
          "h2",
          { class: "bad" },
          error.faults.length === 1 ? "One fault" : `${error.faults.length} faults`,
        ),
        board ? h("div", { class: "stage" }, board.el) : null,
        faultList(error.faults.length ? error.faults : [{ message: error.message }], board),
      );
    }
  };
  const read = async (one) => {
    if (!one) return;
    if (one.size > MOST)
      replace(
        answer,
        h("p", { class: "bad", role: "alert" }, "This file is larger than any level."),
      );
    else {
      text.value = await one.text();
      await open(text.value);
    }
  };
  file.addEventListener("change", () => read(file.files[0]));
  zone.addEventListener("dragover", (event) => {
    event.preventDefault();
    zone.classList.add("over");
  });
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    read(event.dataTransfer.files[0]);
  });
  return page({
    title: "Open a level",
    back: "#/",
    content: [
      zone,
      h("label", { for: "text" }, "Or paste JSON or a level code", text),
      h(
        "div",
        { class: "row" },
        button("Open", () => open(text.value), { kind: "primary" }),
      ),
      answer,
    ],
  });
}

function parsed(text) {
  try {
    return { document: JSON.parse(text) };
  } catch (error) {
    return { error: `This is not JSON: ${error.message}` };
  }
}
