// Numbers and names in words for people.

/** `{steps: 7, drags: 1}` as "7 steps, 1 drag". */
export function costs(costs) {
  return Object.entries(costs ?? {})
    .map(([metric, value]) => `${value} ${unit(metric, value)}`)
    .join(", ");
}

/** Minima that stand each for itself: "34 steps, or 9 drags". */
export const minimaWords = (first, minima) =>
  [first, ...Object.entries(minima ?? {}).map(([metric, least]) => count(least, metric))]
    .filter(Boolean)
    .join(", or ");

/** The cost that counts first, in words. */
export function firstCost(costs, metrics) {
  const metric = metrics?.[0];
  return costs && metric in costs ? `${costs[metric]} ${unit(metric, costs[metric])}` : "";
}

/** A number of something: "1 press", "2 presses". */
export const count = (value, metric) => `${value} ${unit(metric, value)}`;

/** The words of the games' metrics, as the engine declares them. */
const words = new Map();

/** Learns the words of a game's metrics. */
export function learnWords(metrics) {
  for (const { name, one, many } of metrics) words.set(name, { one, many });
}

const unit = (metric, value) => words.get(metric)?.[value === 1 ? "one" : "many"] ?? metric;

/** Milliseconds as "1:05" or "1:02:03". */
export function time(ms) {
  const seconds = Math.floor(ms / 1000);
  const pad = (n) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${pad(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(seconds % 60)}`;
}

/** What the engine says, with a capital letter and a full stop. */
export function sentence(text) {
  if (!text) return "";
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

/** What is said of a pack whose levels are all solved. */
export const finaleWords = ({ levels, title }) =>
  `All ${levels.length} levels of ${title} are solved.`;

/** A large number with thin spaces. */
export const large = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f");

/** `very-hard` as "Very hard". */
export function title(word) {
  const text = String(word).replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Stars earned of three, for the eye; say them aloud with `starWords`. */
export const starWords = (n) => `${n} of 3 stars`;

/** The day of a moment where the person is, as YYYY-MM-DD. */
export function dayOf(moment) {
  const pad = (n) => String(n).padStart(2, "0");
  return `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`;
}

/** Today where the person is, as YYYY-MM-DD. */
export const today = () => dayOf(new Date());

/** A day as people write it: "Monday, 16 November". */
export function dayWords(day) {
  const [year, month, date] = day.split("-").map(Number);
  return new Intl.DateTimeFormat("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
  }).format(new Date(year, month - 1, date));
}
