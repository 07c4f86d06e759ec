import { type Cells, hexOf, KEY_STEPS } from './cells.ts';
import { HEX_SIZE, type Hex, type Point } from './hex.ts';

/**
 * A corner with exact integer coordinates: x in half hex widths, y in half sizes. A corner that three hexes share
 * therefore has one id without rounding of floats, and the code chains a border by looking up the end of each edge.
 */
export interface Corner {
  cx: number;
  cy: number;
}

const OFFSETS: readonly Corner[] = [
  { cx: 1, cy: -1 },
  { cx: 1, cy: 1 },
  { cx: 0, cy: 2 },
  { cx: -1, cy: 1 },
  { cx: -1, cy: -1 },
  { cx: 0, cy: -2 },
];

const SHIFT = 131_072;

function cornerAt({ q, r }: Hex, i: number): Corner {
  const offset = OFFSETS[i % 6] as Corner; // the remainder keeps it within the six
  return { cx: 2 * q + r + offset.cx, cy: 3 * r + offset.cy };
}

function cornerId({ cx, cy }: Corner): number {
  return (cy + SHIFT) * SHIFT * 2 + cx + SHIFT;
}

/** Returns a corner in map units. */
export function cornerPoint({ cx, cy }: Corner, size = HEX_SIZE): Point {
  return { x: (cx * Math.sqrt(3) * size) / 2, y: (cy * size) / 2 };
}

/**
 * Returns the closed borders of a set of cells, each as a list of corners (the last connects to the first). Land is to
 * the right of each edge: outer borders run clockwise on the screen, borders of holes counter-clockwise. O(cells).
 *
 * Three hexes meet at a corner, so exactly one border edge leaves each corner of a border. Chaining is never ambiguous,
 * and islands and holes need no extra code.
 */
export function borders(cells: Cells): Corner[][] {
  const leaving = new Map<number, { from: Corner; to: Corner }>();
  const coast = [...cells].filter((key) => KEY_STEPS.some((step) => !cells.has(key + step)));
  for (const key of coast.sort((a, b) => a - b)) {
    const hex = hexOf(key);
    KEY_STEPS.forEach((step, i) => {
      if (cells.has(key + step)) return;
      const from = cornerAt(hex, i);
      leaving.set(cornerId(from), { from, to: cornerAt(hex, i + 1) });
    });
  }
  const loops: Corner[][] = [];
  for (const start of leaving.keys()) {
    const loop: Corner[] = [];
    for (let edge = leaving.get(start); edge; edge = leaving.get(cornerId(edge.to))) {
      leaving.delete(cornerId(edge.from));
      loop.push(edge.from);
    }
    if (loop.length > 0) loops.push(loop);
  }
  return loops;
}

/** Returns each edge between two cells of the set once, for drawing a grid. */
export function innerEdges(cells: Cells): [Corner, Corner][] {
  const edges: [Corner, Corner][] = [];
  for (const key of [...cells].sort((a, b) => a - b)) {
    const hex = hexOf(key);
    // Three of six directions: the others are the same edges, seen from the neighbour.
    for (let i = 0; i < 3; i++) {
      const step = KEY_STEPS[i] as number; // i < 3
      if (cells.has(key + step)) edges.push([cornerAt(hex, i), cornerAt(hex, i + 1)]);
    }
  }
  return edges;
}
