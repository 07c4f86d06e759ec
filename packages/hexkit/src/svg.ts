import { borders, type Corner, cornerPoint, innerEdges } from './borders.ts';
import { type Cells, grow } from './cells.ts';
import type { Point } from './hex.ts';

/** A rectangle in map units. */
export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Rounds to one decimal, the precision of the compiled map: a tenth of a pixel at zoom 1. */
export function round(value: number): number {
  // Adding 0 turns -0 into 0.
  return Math.round(value * 10) / 10 + 0;
}

export function write({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

export function midpoint(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** Returns a smooth closed curve: quadratics with the given points as controls, through the midpoints between them. */
function closedCurve(points: readonly Point[]): string {
  const last = points.at(-1);
  const first = points[0];
  if (!last || !first) return '';
  let d = `M${write(midpoint(last, first))}`;
  points.forEach((at, i) => {
    const next = points[(i + 1) % points.length] as Point; // the remainder keeps it within the list
    d += `Q${write(at)} ${write(midpoint(at, next))}`;
  });
  return `${d}Z`;
}

const loopPoints = (loop: readonly Corner[]): Point[] => loop.map((at) => cornerPoint(at));

/** Returns the straight outline along the hexes. The fill rules evenodd and nonzero give the same result. */
export function landPath(cells: Cells): string {
  return borders(cells)
    .map((loop) => `M${loopPoints(loop).map(write).join('L')}Z`)
    .join('');
}

/**
 * Returns the smooth coast: quadratics through the midpoints of the border's edges, with its corners as controls.
 * Source: Red Blob Games, "Curved paths" (https://www.redblobgames.com/articles/curved-paths/).
 */
export function coastPath(cells: Cells): string {
  return borders(cells)
    .map((loop) => closedCurve(loopPoints(loop)))
    .join('');
}

/** Returns all edges between the cells as one path. */
export function gridPath(cells: Cells): string {
  return innerEdges(cells)
    .map(([a, b]) => `M${write(cornerPoint(a))}L${write(cornerPoint(b))}`)
    .join('');
}

/**
 * Returns a depth line `rings` hexes from the land: the smoothed border of the grown land. The midpoints of its edges
 * are evenly spaced, so averaging each with its neighbours turns steps into curves. Lines farther from the land are
 * averaged more often and are therefore smoother, as on real nautical maps.
 */
export function shoalPath(land: Cells, rings: number): string {
  return borders(grow(land, rings))
    .map((loop) => {
      const points = smoothed(loopPoints(loop), 1 + rings * 4);
      // Every third point is enough for a curve this smooth. Small ponds keep all points.
      return closedCurve(points.length > 24 ? points.filter((_, i) => i % 3 === 0) : points);
    })
    .join('');
}

/**
 * Replaces each point by the midpoint between it and the next one, `times` times. It works in place because coasts can
 * be long.
 */
function smoothed(points: Point[], times: number): Point[] {
  for (let i = 0; i < times; i++) {
    // The last point's next point is the original first point.
    const first = { ...(points[0] as Point) }; // borders have corners
    points.forEach((at, j) => {
      const next = points[j + 1] ?? first;
      at.x = (at.x + next.x) / 2;
      at.y = (at.y + next.y) / 2;
    });
  }
  return points;
}

/** Returns the smallest rectangle around the cells' hexes. All values are zero for no cells. */
export function boundsOf(cells: Cells): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const loop of borders(cells)) {
    for (const { x, y } of loopPoints(loop)) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  if (left > right) return { x: 0, y: 0, width: 0, height: 0 };
  return { x: round(left), y: round(top), width: round(right - left), height: round(bottom - top) };
}
