// What a hint says about the way to the end. "On track" means that the optimum is still in reach.

import { costs, count, minimaWords } from "./words.js";

/**
 * The verdict on a position in words.
 * @param {Measured} level
 * @param {Record<string, number>} spent what the moves so far cost
 * @param {{ onTrack: boolean | null, remaining?: Record<string, number> | null, undo?: number | null,
 *   remove?: number[] | null, why?: string }} hint
 * @returns {{ text: string, kind: "good" | "warn" | "bad" }}
 */
export function verdict(level, spent, hint) {
  if (hint.onTrack === false) return { text: hint.why || lost(hint), kind: "bad" };
  if (hint.onTrack !== true) return { text: hint.why || "Not known.", kind: "warn" };
  const left = hint.remaining ? costs(hint.remaining) : "";
  const wasted = excess(level, spent, hint.remaining);
  if (wasted === null)
    return { text: left ? `Still solvable: ${left} to go.` : "Still solvable.", kind: "good" };
  if (wasted.by <= 0)
    return { text: left ? `On track: ${left} to go.` : "On track.", kind: "good" };
  return {
    text: `Still solvable, ${count(wasted.by, wasted.metric)} more than needed: ${left} to go.`,
    kind: "warn",
  };
}

/** Every proved minimum of a level in words, each for itself: "34 steps, or 9 drags". */
export function pars({ par, optimal, metrics = [], minima }) {
  const minimised = optimal ? metrics.filter((metric) => par && metric in par) : [];
  const first = minimised.map((metric) => count(par[metric], metric)).join(", ");
  return minimaWords(first, minima);
}

/** Whether costs are the least that is possible: in all that is minimised, or in another metric. */
export function isLeast({ par, optimal, metrics = [], minima }, costs) {
  const first =
    optimal &&
    par &&
    metrics.length > 0 &&
    metrics.every((metric) => costs[metric] === par[metric]);
  return first || Object.entries(minima ?? {}).some(([metric, least]) => costs[metric] === least);
}

/**
 * @typedef {{ par?: Record<string, number> | null, optimal?: boolean, metrics?: string[] }} Measured
 */

/**
 * By how much the best way on from here misses the optimum, in the first metric that differs;
 * `null` where that is not known.
 * @param {Measured} level
 * @param {Record<string, number>} spent
 * @param {Record<string, number> | null} [remaining]
 * @returns {{ metric: string, by: number } | null}
 */
export function excess({ par, optimal, metrics = [] }, spent, remaining) {
  if (metrics.length === 0) return { metric: "", by: 0 };
  // Nothing is lost where nothing was spent, whether the optimum is known or not.
  if (metrics.every((metric) => !spent?.[metric])) return { metric: metrics[0], by: 0 };
  if (!optimal || !par || !remaining) return null;
  for (const metric of metrics) {
    if (!(metric in par) || !(metric in remaining)) break;
    const by = (spent?.[metric] ?? 0) + remaining[metric] - par[metric];
    if (by !== 0) return { metric, by };
  }
  return metrics[0] in remaining ? { metric: metrics[0], by: 0 } : null;
}

/** @param {{ undo?: number | null, remove?: number[] | null }} hint */
function lost({ undo, remove }) {
  if (undo) return `No longer solvable: take back ${undo}.`;
  if (remove?.length) return `No longer solvable: take ${remove.length} away.`;
  return "It cannot be solved from here.";
}
