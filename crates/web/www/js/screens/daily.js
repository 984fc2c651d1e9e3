// The levels of the days: today's, the calendar of the month, and how many days in a row.

import * as api from "../api.js";
import { h, replace } from "../dom.js";
import { dayBefore, daysDone, solvedLevels, streak, weeksOf } from "../history.js";
import { icon } from "../icons.js";
import { page } from "../shell.js";
import { dayOf, dayWords, today } from "../words.js";

export async function days([id]) {
  const [games, solved] = await Promise.all([api.games(), solvedLevels()]);
  const shown = id ? games.filter((game) => game.id === id) : games;
  const now = today();
  const done = new Map(games.map((game) => [game.id, daysDone(solved, game.id)]));
  // A day counts where its level was solved on it: nobody fills a row of days afterwards.
  const any = new Set(games.flatMap((game) => [...daysDone(solved, game.id, { onTheDay: true })]));
  const row = streak(any, now);
  const place = h("div");
  const show = (month) => replace(place, calendar(month, now, shown, done, show));
  show(now.slice(0, 7));
  return page({
    title: "Daily levels",
    back: id ? `#/game/${id}` : "#/",
    content: [
      h("p", { class: "lead" }, `${dayWords(now)}. ${streakWords(row, any.has(now))}`),
      h(
        "ul",
        { class: "today" },
        shown.map((game) => todayOf(game, now, done.get(game.id).has(now))),
      ),
      place,
    ],
  });
}

function streakWords(length, hasToday) {
  if (length === 0) return "Solve one to begin a row of days.";
  const days = length === 1 ? "One day" : `${length} days in a row`;
  return hasToday ? `${days}. See you tomorrow.` : `${days}: solve one today to go on.`;
}

function todayOf(game, day, done) {
  return h(
    "li",
    {},
    h(
      "a",
      { class: `button${done ? "" : " primary"}`, href: `#/play/daily/${game.id}/${day}` },
      done ? icon("good") : icon("play"),
      h("span", {}, `${game.title}${done ? ", solved" : ""}`),
    ),
  );
}

const turn = (label, sign, onclick, disabled = false) =>
  h("button", { type: "button", "aria-label": label, title: label, onclick, disabled }, icon(sign));

function calendar(month, now, games, done, show) {
  const [year, number] = month.split("-").map(Number);
  const name = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric" });
  const first = new Date(year, number - 1, 1);
  const next = dayOf(new Date(year, number, 1)).slice(0, 7);
  const cell = (day) => {
    if (!day) return h("td");
    const solved = games.filter((game) => done.get(game.id).has(day));
    const words = `${dayWords(day)}: ${solved.length ? `${solved.map((game) => game.title).join(", ")} solved` : "nothing solved"}`;
    const inside = [
      h("span", { "aria-hidden": "true" }, String(Number(day.slice(8)))),
      h("span", { class: "dots", "aria-hidden": "true" }, "●".repeat(solved.length)),
      h("span", { class: "unseen" }, words),
    ];
    const look = `day${day === now ? " now" : ""}${solved.length ? " solved" : ""}`;
    if (day > now) return h("td", {}, h("span", { class: `${look} later` }, inside));
    const game = games.find((one) => !done.get(one.id).has(day)) ?? games[0];
    return h("td", {}, h("a", { class: look, href: `#/play/daily/${game.id}/${day}` }, inside));
  };
  return h(
    "section",
    { class: "card month", "aria-label": "Calendar" },
    h(
      "div",
      { class: "row apart" },
      turn("Month before", "back", () => show(dayBefore(dayOf(first)).slice(0, 7))),
      h("h2", {}, name.format(first)),
      turn("Month after", "next", () => show(next), next > now.slice(0, 7)),
    ),
    h(
      "table",
      { class: "calendar" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map((day) =>
            h("th", { scope: "col" }, day),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        weeksOf(month).map((week) => h("tr", {}, week.map(cell))),
      ),
    ),
  );
}
