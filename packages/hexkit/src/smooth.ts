import { type Hex, type Point, toPixel } from './hex.ts';
import { midpoint, write } from './svg.ts';

/** Returns the points where a route turns, and both ends. A straight stretch needs no points between. */
function turns(route: readonly Hex[]): Hex[] {
  return route.filter((at, i) => {
    const before = route[i - 1];
    const after = route[i + 1];
    return !before || !after || at.q - before.q !== after.q - at.q || at.r - before.r !== after.r - at.r;
  });
}

/**
 * Returns a route over hexes as a smooth path from centre to centre: straight lines, and a curve of one hex's width at
 * each turn. The curve is a quadratic between the midpoints of the steps before and after the turn, so adjacent curves
 * join smoothly.
 */
export function routePath(route: readonly Hex[]): string {
  const points = turns(route);
  const first = points[0];
  if (!first) return '';
  let d = `M${write(toPixel(first))}`;
  for (let i = 1; i < points.length - 1; i++) {
    const [before, at, after] = [points[i - 1], points[i], points[i + 1]] as [Hex, Hex, Hex]; // 0 < i < length - 1
    const corner = toPixel(at);
    d += `L${write(near(corner, toPixel(before), at, before))}Q${write(corner)} ${write(near(corner, toPixel(after), at, after))}`;
  }
  const last = points.at(-1);
  if (last && last !== first) d += `L${write(toPixel(last))}`;
  return d;
}

/** Returns the point half a hex from the turn, towards another point of the route. */
function near(corner: Point, other: Point, a: Hex, b: Hex): Point {
  const steps = (Math.abs(a.q - b.q) + Math.abs(a.r - b.r) + Math.abs(a.q + a.r - b.q - b.r)) / 2;
  return steps <= 1
    ? midpoint(corner, other)
    : { x: corner.x + (other.x - corner.x) / (2 * steps), y: corner.y + (other.y - corner.y) / (2 * steps) };
}
