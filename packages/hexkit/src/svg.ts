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

/** Numbers of the compiled map have one decimal: a tenth of a pixel at zoom 1. */
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

/** Quadratics with the given points as controls, through the middles between them: a smooth closed curve. */
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

/** The straight outline along the hexes; fill rule evenodd or nonzero alike. */
export function landPath(cells: Cells): string {
  return borders(cells)
    .map((loop) => `M${loopPoints(loop).map(write).join('L')}Z`)
    .join('');
}

/**
 * The soft coast: quadratics through the middles of the border's edges, with its corners as controls.
 * Source: Red Blob Games, "Curved paths" (https://www.redblobgames.com/articles/curved-paths/).
 */
export function coastPath(cells: Cells): string {
  return borders(cells)
    .map((loop) => closedCurve(loopPoints(loop)))
    .join('');
}

/** All edges between the cells, as one path. */
export function gridPath(cells: Cells): string {
  return innerEdges(cells)
    .map(([a, b]) => `M${write(cornerPoint(a))}L${write(cornerPoint(b))}`)
    .join('');
}

/**
 * A depth line `rings` hexes off the land: the smoothed border of the grown land. The middles of its edges are spaced
 * evenly, so averaging each with its neighbours turns stairs into bays. Lines further out are averaged more often: the
 * further from the land, the calmer, as on real charts.
 */
export function shoalPath(land: Cells, rings: number): string {
  return borders(grow(land, rings))
    .map((loop) => {
      const points = smoothed(loopPoints(loop), 1 + rings * 4);
      // Every third point is enough for a curve this calm; small ponds keep theirs.
      return closedCurve(points.length > 24 ? points.filter((_, i) => i % 3 === 0) : points);
    })
    .join('');
}

/** Each point becomes the middle between it and the next one, `times` over; in place, since coasts can be long. */
function smoothed(points: Point[], times: number): Point[] {
  for (let i = 0; i < times; i++) {
    // The last one's next is the first, as that was before.
    const first = { ...(points[0] as Point) }; // borders have corners
    points.forEach((at, j) => {
      const next = points[j + 1] ?? first;
      at.x = (at.x + next.x) / 2;
      at.y = (at.y + next.y) / 2;
    });
  }
  return points;
}

/** The smallest rectangle around the cells' hexes; all zero for no cells. */
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
