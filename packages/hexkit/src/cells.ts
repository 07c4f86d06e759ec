import type { Runs } from '@hexpedition/contract/map-document';
import { CELL_LIMIT } from '@hexpedition/contract/map-vocabulary';
import { DIRECTIONS, type Hex, ring } from './hex.ts';

const SPAN = CELL_LIMIT * 2;

/** Encodes a hex as one integer, which is the key of every set and map in this package. */
export function keyOf({ q, r }: Hex): number {
  return (r + CELL_LIMIT) * SPAN + q + CELL_LIMIT;
}

/** Decodes the key of a hex. */
export function hexOf(key: number): Hex {
  return { q: (key % SPAN) - CELL_LIMIT, r: Math.floor(key / SPAN) - CELL_LIMIT };
}

/** Differences between the key of a hex and the keys of its neighbours, in the order of `DIRECTIONS`. */
export const KEY_STEPS: readonly number[] = DIRECTIONS.map(({ q, r }) => r * SPAN + q);

/** A set of hexes, by key. */
export type Cells = Set<number>;

export function cellsOf(hexes: Iterable<Hex>): Cells {
  const cells: Cells = new Set();
  for (const hex of hexes) cells.add(keyOf(hex));
  return cells;
}

/** Decodes runs. Overlapping runs count once. */
export function decodeRuns(runs: Runs): Cells {
  const cells: Cells = new Set();
  for (const [row, list] of Object.entries(runs)) {
    const r = Number(row);
    for (const [start, length] of list) for (let q = start; q < start + length; q++) cells.add(keyOf({ q, r }));
  }
  return cells;
}

/** Encodes cells as the shortest runs, with rows and runs in ascending order. Equal sets give equal text. */
export function encodeRuns(cells: Cells): Runs {
  const rows = new Map<number, [number, number][]>();
  for (const key of [...cells].sort((a, b) => a - b)) {
    const { q, r } = hexOf(key);
    const runs = rows.get(r) ?? [];
    const last = runs.at(-1);
    if (last && last[0] + last[1] === q) last[1]++;
    else runs.push([q, 1]);
    rows.set(r, runs);
  }
  return Object.fromEntries([...rows].map(([r, runs]) => [String(r), runs]));
}

/** Returns the cells plus `rings` rings of hexes around them. */
export function grow(cells: Cells, rings = 1): Cells {
  const grown: Cells = new Set(cells);
  let coast: Iterable<number> = cells;
  for (let i = 0; i < rings; i++) {
    const next: number[] = [];
    for (const key of coast)
      for (const step of KEY_STEPS) {
        const at = key + step;
        if (grown.has(at)) continue;
        grown.add(at);
        next.push(at);
      }
    coast = next;
  }
  return grown;
}

/** Returns the connected parts, each in no particular order. A continent in one piece gives one part. */
export function parts(cells: Cells): Cells[] {
  const left = new Set(cells);
  const found: Cells[] = [];
  for (const seed of cells) {
    if (!left.delete(seed)) continue;
    const part: Cells = new Set([seed]);
    const stack = [seed];
    for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
      for (const step of KEY_STEPS) {
        const next = key + step;
        if (left.delete(next)) {
          part.add(next);
          stack.push(next);
        }
      }
    }
    found.push(part);
  }
  return found;
}

/** Returns whether any of the cells is within `radius` steps of the hex. */
export function isNear(cells: Cells, hex: Hex, radius: number): boolean {
  for (let i = 0; i <= radius; i++) if (ring(hex, i).some((at) => cells.has(keyOf(at)))) return true;
  return false;
}
