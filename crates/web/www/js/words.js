// Numbers and names in words for people.

/** `{steps: 7, drags: 1}` as "7 steps, 1 drag". */
export function costs(costs) {
  return Object.entries(costs ?? {}).map(([metric, value]) => `${value} ${unit(metric, value)}`).join(", ");
}

/** The cost that counts first, in words. */
export function firstCost(costs, metrics) {
  const metric = metrics?.[0];
  return costs && metric in costs ? `${costs[metric]} ${unit(metric, costs[metric])}` : "";
}

const unit = (metric, value) => (value !== 1 ? metric : metric === "presses" ? "press" : metric.replace(/s$/, ""));

/** Milliseconds as "1:05" or "1:02:03". */
export function time(ms) {
  const seconds = Math.floor(ms / 1000);
  const pad = (n) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${pad(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(seconds % 60)}`;
}

/** A large number with thin spaces. */
export const large = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f");

/** `very-hard` as "Very hard". */
export function title(word) {
  const text = String(word).replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Stars earned of three, for the eye; say them aloud with `starWords`. */
export const starWords = (n) => `${n} of 3 stars`;

/** Today in UTC, as YYYY-MM-DD. */
export const today = () => new Date().toISOString().slice(0, 10);
