/** Target of the arrow keys, in map units. */
export interface Stop {
  ref: string;
  x: number;
  y: number;
  /** Factor for its distance. It is above 1 for names of continents, so that the keys prefer hexes. */
  weight?: number;
}

const directions: Record<string, { x: number; y: number }> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
};

export const isArrow = (key: string) => key in directions;

/** Ratio of sideways to forward distance that counts as ahead: a little more than a quarter of the circle. */
const MAX_ASIDE = 1.2;
/** Cost of a stop that is more to the side than ahead. */
const ASIDE_COST = 1e6;

/** Returns the next stop in the direction of an arrow key, or undefined if there is none on that side. */
export function nextStop<S extends Stop>(stops: readonly S[], from: Stop, key: string): S | undefined {
  const direction = directions[key];
  if (!direction) return undefined;
  let best: { stop: S; cost: number } | undefined;
  for (const stop of stops) {
    const [dx, dy] = [stop.x - from.x, stop.y - from.y];
    const ahead = dx * direction.x + dy * direction.y;
    const aside = Math.abs(dx * direction.y) + Math.abs(dy * direction.x);
    if (ahead < 1) continue;
    // The cost grows with the distance and with the deviation from the straight line. Stops within a quarter of the
    // circle come first. Other stops on that side count only if there are none, so that a key works as long as there is
    // any stop on its side.
    const cost =
      Math.hypot(ahead, aside) * (1 + aside / ahead) * (stop.weight ?? 1) +
      (aside > ahead * MAX_ASIDE ? ASIDE_COST : 0);
    if (!best || cost < best.cost) best = { stop, cost };
  }
  return best?.stop;
}
