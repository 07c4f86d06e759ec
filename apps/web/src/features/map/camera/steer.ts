/** A place that the arrow keys can reach, in map units. */
export interface Stop {
  ref: string;
  x: number;
  y: number;
  /** How much further away it counts than it is, so that hexes come before names of continents. */
  weight?: number;
}

const ways: Record<string, { x: number; y: number }> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
};

export const isArrow = (key: string) => key in ways;

/** A little more than a quarter of the circle. */
const WIDE = 1.2;
const BESIDE = 1e6;

/** The next stop in the direction of an arrow key, or undefined when there is none on that side. */
export function steer<S extends Stop>(stops: readonly S[], from: Stop, key: string): S | undefined {
  const way = ways[key];
  if (!way) return undefined;
  let best: { stop: S; cost: number } | undefined;
  for (const stop of stops) {
    const [dx, dy] = [stop.x - from.x, stop.y - from.y];
    const ahead = dx * way.x + dy * way.y;
    const aside = Math.abs(dx * way.y) + Math.abs(dy * way.x);
    if (ahead < 1) continue;
    // The distance, and more for what is further off the straight line. What lies within a quarter of the circle comes
    // first. The rest of that side counts only if nothing lies there, so that a key leads somewhere as long as there is
    // anything on its side.
    const cost =
      Math.hypot(ahead, aside) * (1 + aside / ahead) * (stop.weight ?? 1) + (aside > ahead * WIDE ? BESIDE : 0);
    if (!best || cost < best.cost) best = { stop, cost };
  }
  return best?.stop;
}
