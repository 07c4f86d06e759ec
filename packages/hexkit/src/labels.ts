import { type Cells, hexOf, keyOf } from './cells.ts';
import { add, DIRECTIONS, fromPixel, HEX_SIZE, type Hex, neighbours, type Point, toPixel } from './hex.ts';
import { boundsOf } from './svg.ts';

/** A name fits on the land when its middle keeps this many hexes off the coast and off every item. */
const ROOM = 4;

/** From the highest coast to the base line of a name that floats above, in map units. */
const ABOVE = HEX_SIZE * 1.05;

/**
 * How many steps each cell is from the nearest obstacle: sea or an item (those have 0 and 1 respectively, so that
 * a coast cell has 1). Breadth-first search from all obstacles at once, O(cells).
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
  // Items start one step behind the coast; walking them first keeps the search in the order of distance.
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
 * Where a continent's name goes: on the land where it is widest and empty, or else above the island, centred over
 * its upper part. An author's own hex always wins.
 * @returns the middle of the base line, in map units.
 */
export function labelPoint(cells: Cells, items: Cells, chosen: Hex | null): Point {
  if (chosen) return toPixel(chosen);
  let widest: { key: number; room: number } | null = null;
  for (const [key, room] of clearance(cells, items)) {
    if (!widest || room > widest.room || (room === widest.room && key < widest.key)) widest = { key, room };
  }
  if (widest && widest.room >= ROOM) return toPixel(hexOf(widest.key));
  const { y } = boundsOf(cells);
  const upper = [...cells].map((key) => toPixel(hexOf(key))).filter((at) => at.y < y + HEX_SIZE * 4.5);
  const left = Math.min(...upper.map((at) => at.x));
  const right = Math.max(...upper.map((at) => at.x));
  return { x: upper.length > 0 ? (left + right) / 2 : 0, y: y - ABOVE };
}

/**
 * The name of a continent at its largest, seen from afar: half of the width that one letter takes, and how far the
 * text reaches above and below its base line, in map units.
 */
const HALF_A_LETTER = 27;
const NAME_ABOVE = 52;
const NAME_BELOW = 26;
/** Less than a hex is wide, so that no hex lies between two points. */
const STEP = 13;

/**
 * The hexes that names are written on. The name of an item stands under its hex, across the two hexes below it; the
 * name of a continent stands around its own point.
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
