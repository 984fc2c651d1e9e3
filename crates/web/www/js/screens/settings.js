// Settings: theme, marks, help, motion, sound and buzz, locks.

import * as api from "../api.js";
import { picture } from "../board.js";
import { h } from "../dom.js";
import { change, settings } from "../settings.js";
import { page } from "../shell.js";

/** @type {[string, string, [string, string][]][]} */
const CHOICES = [
  [
    "theme",
    "Theme",
    [
      ["system", "As the system"],
      ["light", "Light"],
      ["dark", "Dark"],
    ],
  ],
  [
    "marks",
    "Colour marks",
    [
      ["small", "Small"],
      ["large", "Large"],
      ["hidden", "Hidden"],
    ],
  ],
  [
    "assist",
    "Help",
    [
      ["off", "Off"],
      ["asked", "When I ask"],
      ["live", "Live"],
    ],
  ],
  [
    "motion",
    "Motion",
    [
      ["system", "As the system"],
      ["full", "Full"],
      ["reduced", "Reduced"],
    ],
  ],
];

const SWITCHES = [
  ["sound", "Sound: short ticks"],
  ["haptics", "A short buzz on a move, where the device can"],
  ["unlockAll", "Unlock all levels"],
  ["lessons", "Show a lesson when something new appears"],
];

export async function choosing() {
  const now = settings();
  const [games, phone] = await Promise.all([api.games(), api.phone()]);
  const themed = games.filter((game) => game.themes.length);
  return page({
    title: "Settings",
    back: "#/",
    content: [
      ...[...CHOICES, ...themed.map(colours)].map(([key, name, options]) =>
        h(
          "fieldset",
          { class: "card" },
          h("legend", {}, name),
          h(
            "div",
            { class: "row" },
            options.map(([value, label]) =>
              h(
                "label",
                { class: "check" },
                h("input", {
                  type: "radio",
                  name: key,
                  value,
                  checked: (now[key] ?? "") === value,
                  onchange: () => change({ [key]: value }),
                }),
                label,
              ),
            ),
          ),
        ),
      ),
      h(
        "div",
        { class: "card" },
        SWITCHES.map(([key, label]) => {
          const box = h("input", {
            type: "checkbox",
            checked: now[key],
            onchange: () => change({ [key]: box.checked }),
          });
          return h("label", { class: "check" }, box, label);
        }),
      ),
      phone === undefined ? null : onPhone(phone),
    ],
  });
}

// The server's address for the camera of a phone, or how it comes to have one.
function onPhone(phone) {
  return h(
    "section",
    { class: "card stack", "aria-labelledby": "on-phone" },
    h("h2", { id: "on-phone" }, "Play on your phone"),
    phone
      ? [
          h("p", {}, "Point the phone's camera at this picture. Both must be in the same network."),
          h(
            "div",
            { class: "qr" },
            picture(phone.svg, "The address of this workshop as a QR code"),
          ),
          h("p", { class: "small" }, h("a", { href: phone.url }, phone.url)),
        ]
      : h(
          "p",
          {},
          "Only this computer reaches the workshop now. Start it with ",
          h("code", {}, "gridwright serve --addr 0.0.0.0:4040"),
          ", and its address stands here as a picture for the camera.",
        ),
  );
}

/**
 * The sets of colours that a game declares.
 * @returns {[string, string, [string, string][]]}
 */
const colours = ({ id, title, themes }) => [
  `colours.${id}`,
  `Colours of ${title}`,
  [["", "Tuned for all eyes"], ...themes.map((theme) => [theme.id, theme.title])],
];
