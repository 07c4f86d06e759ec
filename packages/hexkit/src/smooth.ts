import { type Hex, type Point, toPixel } from './hex.ts';
import { midpoint, write } from './svg.ts';

/** The points where a way turns, with both ends; a straight stretch needs no points between. */
function turns(way: readonly Hex[]): Hex[] {
  return way.filter((at, i) => {
    const before = way[i - 1];
    const after = way[i + 1];
    return !before || !after || at.q - before.q !== after.q - at.q || at.r - before.r !== after.r - at.r;
  });
}

/**
 * A way over hexes as a smooth path from centre to centre: straight where the way is, a curve of one hex's width
 * where it turns. The curve is a quadratic from the middle of the step before the turn to that of the step after,
 * so neighbouring turns join without a kink.
 */
export function routePath(way: readonly Hex[]): string {
  const points = turns(way);
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

/** Half a hex from the turn towards another point of the way. */
function near(corner: Point, other: Point, a: Hex, b: Hex): Point {
  const steps = (Math.abs(a.q - b.q) + Math.abs(a.r - b.r) + Math.abs(a.q + a.r - b.q - b.r)) / 2;
  return steps <= 1
    ? midpoint(corner, other)
    : { x: corner.x + (other.x - corner.x) / (2 * steps), y: corner.y + (other.y - corner.y) / (2 * steps) };
}
