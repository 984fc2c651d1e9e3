// From the way of a finger to places of a board: geometry, no rules.

const DIAGONAL_WITHIN = 18;

/** The steps from a place towards a spot, sideways and up or down only. */
export function straightSteps(from, to) {
  const steps = [];
  let { x, y } = from;
  while (x !== to.x || y !== to.y) {
    if (Math.abs(to.x - x) >= Math.abs(to.y - y)) x += Math.sign(to.x - x);
    else y += Math.sign(to.y - y);
    steps.push({ x, y });
  }
  return steps;
}

/**
 * The steps from a point of a lattice towards a spot, in eight directions. A point attracts the
 * finger from 0.45 of a step away; a diagonal is meant only within 18 degrees of 45.
 */
export function latticeSteps(from, spot) {
  const steps = [];
  let at = { ...from };
  for (let guard = 0; guard < 128; guard += 1) {
    const dx = spot.x - (at.x + 0.5);
    const dy = spot.y - (at.y + 0.5);
    const angle = (Math.atan2(Math.abs(dy), Math.abs(dx)) * 180) / Math.PI;
    const diagonal = Math.abs(angle - 45) <= DIAGONAL_WITHIN;
    const length = diagonal
      ? Math.hypot(dx, dy) / Math.SQRT2
      : Math.max(Math.abs(dx), Math.abs(dy));
    if (length < 1 - 0.45) break;
    const step = diagonal
      ? { x: at.x + Math.sign(dx), y: at.y + Math.sign(dy) }
      : Math.abs(dx) > Math.abs(dy)
        ? { x: at.x + Math.sign(dx), y: at.y }
        : { x: at.x, y: at.y + Math.sign(dy) };
    steps.push(step);
    at = step;
  }
  return steps;
}

/**
 * The free place nearest to a wanted spot that can be walked to from `from` over free places
 * within a few steps, with the way there.
 */
export function walkTowards(from, wanted, free, most = 12) {
  const key = ({ x, y }) => `${x},${y}`;
  const away = ({ x, y }) => Math.hypot(x - wanted.x, y - wanted.y);
  const seen = new Map([[key(from), null]]);
  const queue = [[from, 0]];
  let best = from;
  for (const [place, depth] of queue) {
    if (away(place) < away(best)) best = place;
    if (depth === most) continue;
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]) {
      const next = { x: place.x + dx, y: place.y + dy };
      if (free.has(key(next)) && !seen.has(key(next))) {
        seen.set(key(next), place);
        queue.push([next, depth + 1]);
      }
    }
  }
  const way = [];
  for (let place = best; place && key(place) !== key(from); place = seen.get(key(place)))
    way.unshift(place);
  return { best, way };
}
