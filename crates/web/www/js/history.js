// What was reached and when, read off the progress file, in days of the person's own calendar.

import * as api from "./api.js";
import { dayOf } from "./words.js";

/**
 * @typedef {{ game: string, key: string, first: string, last: string, ms: number | null }} Solved
 */

/**
 * All solved levels, with the days on which they were solved first and last.
 * @returns {Promise<Solved[]>}
 */
export async function solvedLevels() {
  const { games = {} } = JSON.parse(await api.progress.exported());
  return Object.entries(games).flatMap(([game, { levels = {} }]) =>
    Object.entries(levels)
      .filter(([, { completed }]) => completed)
      .map(([key, { completed }]) => ({
        game,
        key,
        first: dayOf(new Date(completed.firstAt * 1000)),
        last: dayOf(new Date(completed.lastAt * 1000)),
        ms: completed.bestMs ?? null,
      })),
  );
}

/**
 * The days whose level of a game is solved; with `onTheDay` only those where that was on the day.
 * @param {Solved[]} solved
 * @param {string} game
 */
export function daysDone(solved, game, { onTheDay = false } = {}) {
  const days = solved
    .filter((level) => level.game === game)
    .map(({ key, first }) => ({ day: /^daily\/(.+)$/.exec(key)?.[1], first }));
  return new Set(
    days.filter(({ day, first }) => day && (!onTheDay || day === first)).map(({ day }) => day),
  );
}

/** The day before a day. */
export function dayBefore(day) {
  const [year, month, date] = day.split("-").map(Number);
  return dayOf(new Date(year, month - 1, date - 1));
}

/**
 * How many days in a row, up to today or yesterday, are in the list.
 * @param {Set<string>} days
 * @param {string} today
 */
export function streak(days, today) {
  let day = days.has(today) ? today : dayBefore(today);
  let length = 0;
  while (days.has(day)) {
    length += 1;
    day = dayBefore(day);
  }
  return length;
}

/**
 * The weeks of a month, Monday first, with `null` where a week begins or ends in another month.
 * @returns {(string | null)[][]}
 */
export function weeksOf(month) {
  const [year, number] = month.split("-").map(Number);
  const days = new Date(year, number, 0).getDate();
  const before = (new Date(year, number - 1, 1).getDay() + 6) % 7;
  const cells = [
    ...Array.from({ length: before }, () => null),
    ...Array.from({ length: days }, (_, i) => dayOf(new Date(year, number - 1, i + 1))),
  ];
  while (cells.length % 7) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, i) => cells.slice(i * 7, i * 7 + 7));
}
