import { type Cells, hexOf, keyOf } from './cells.ts';
import { add, DIRECTIONS, fromPixel, HEX_SIZE, type Hex, neighbours, type Point, toPixel } from './hex.ts';
import { boundsOf } from './svg.ts';

/** Minimum distance of a name's middle from the coast and from every item for a name on the land, in hexes. */
const MIN_CLEARANCE = 4;

/** Distance from the northernmost coast to the base line of a name above the land, in map units. */
const LABEL_GAP = HEX_SIZE * 1.05;

/**
 * Returns the distance of each cell from the nearest obstacle, in steps. Obstacles are the sea (0) and items (1), so a
 * coast cell has 1. Breadth-first search from all obstacles at once, O(cells).
 */
export function clearance(cells: Cells, items: Cells): Map<number, number> {
  const steps = new Map<number, number>();
  let edge: number[] = [];
  for (const key of cells) {
    if (items.has(key)) steps.set(key, 0);
    else if (neighbours(hexOf(key)).some((hex) => !cells.has(keyOf(hex)))) steps.set(key, 1);
    else continue;
    edge.push(key);
  }
  // Items start one step after the sea. Walking them first keeps the search in order of distance.
  edge.sort((a, b) => (steps.get(a) ?? 0) - (steps.get(b) ?? 0) || a - b);
  while (edge.length > 0) {
    const next: number[] = [];
    for (const key of edge) {
      const far = (steps.get(key) ?? 0) + 1;
      for (const hex of neighbours(hexOf(key))) {
        const at = keyOf(hex);
        if (!cells.has(at) || (steps.get(at) ?? Infinity) <= far) continue;
        steps.set(at, far);
        next.push(at);
      }
    }
    edge = next;
  }
  return steps;
}

/**
 * Returns the position of a continent's name: in the widest empty area of the land, or above the island, centred over
 * its upper part. A hex that the author chose always takes precedence.
 * @returns the middle of the base line, in map units.
 */
export function labelPoint(cells: Cells, items: Cells, chosen: Hex | null): Point {
  if (chosen) return toPixel(chosen);
  let widest: { key: number; room: number } | null = null;
  for (const [key, room] of clearance(cells, items)) {
    if (!widest || room > widest.room || (room === widest.room && key < widest.key)) widest = { key, room };
  }
  if (widest && widest.room >= MIN_CLEARANCE) return toPixel(hexOf(widest.key));
  const { y } = boundsOf(cells);
  const upper = [...cells].map((key) => toPixel(hexOf(key))).filter((at) => at.y < y + HEX_SIZE * 4.5);
  const left = Math.min(...upper.map((at) => at.x));
  const right = Math.max(...upper.map((at) => at.x));
  return { x: upper.length > 0 ? (left + right) / 2 : 0, y: y - LABEL_GAP };
}

/**
 * Size of a continent's name at its largest, at the lowest zoom: half the width of one letter, and the extent above and
 * below the base line, in map units.
 */
const HALF_A_LETTER = 27;
const NAME_ABOVE = 52;
const NAME_BELOW = 26;
/** Distance between sampled points. Smaller than the width of a hex, so that no hex is skipped. */
const STEP = 13;

/**
 * Returns the hexes under names. The name of an item is below its hex, across the two hexes beneath it. The name of a
 * continent is around its label point.
 */
export function nameCells(items: Iterable<Hex>, continents: Iterable<{ name: string; label: Point }>): Cells {
  const cells: Cells = new Set();
  for (const hex of items) for (const step of DIRECTIONS.slice(1, 3)) cells.add(keyOf(add(hex, step)));
  for (const { name, label } of continents) {
    const aside = name.length * HALF_A_LETTER;
    for (let x = -aside; x <= aside; x += STEP)
      for (let y = -NAME_ABOVE; y <= NAME_BELOW; y += STEP)
        cells.add(keyOf(fromPixel({ x: label.x + x, y: label.y + y })));
  }
  return cells;
}
