import type { MapDocument } from '@hexpedition/contract/map-document';
import { type Cells, cellsOf, decodeRuns, hexOf, isNear, keyOf, parts } from './cells.ts';
import { nodesOf } from './document.ts';
import { CHANNEL, paintLand } from './edits.ts';
import { Heap } from './heap.ts';
import { type Hex, neighbours } from './hex.ts';

/** What a hex of a bridge costs; in the channel beside another continent, which a bridge leaves open where it can. */
const cost = { sea: 1, channel: 6 } as const;
/** A bridge that costs more is no mend: the continent was split by a slip far away. */
const DEAREST = 40;

/**
 * Joins the parts of a continent with the cheapest bridges of land over the sea, each from the largest part to the one
 * that it reaches first. All that stands stays: no hex changes hands, and no item its place or its continent. The same
 * land gives the same bridges.
 * @returns a new document; the same one where there is nothing to join, or a part that no bridge reaches
 */
export function joinParts(map: MapDocument, slug: string): MapDocument {
  const continent = map.continents.find((one) => one.slug === slug);
  if (!continent) return map;
  const ground = groundAround(map, slug);
  const cells: Cells = new Set([...decodeRuns(continent.cells)].sort((a, b) => a - b));
  const bridges: Hex[] = [];
  for (let [largest, ...others] = bySize(cells); others.length > 0; [largest, ...others] = bySize(cells)) {
    const bridge = largest && bridgeFrom(largest, cells, ground);
    if (!bridge) return map;
    for (const hex of bridge) cells.add(keyOf(hex));
    bridges.push(...bridge);
  }
  return bridges.length > 0 ? paintLand(map, slug, bridges) : map;
}

const bySize = (cells: Cells): Cells[] => parts(cells).sort((a, b) => b.size - a.size);

interface Ground {
  /** Land of other continents, and what belongs to them on the sea: no bridge crosses it. */
  closed: Cells;
  /** Land of other continents. */
  foreign: Cells;
}

function groundAround(map: MapDocument, slug: string): Ground {
  const others = map.continents.filter((one) => one.slug !== slug);
  const foreign: Cells = new Set(others.flatMap(({ cells }) => [...decodeRuns(cells)]));
  const items = cellsOf(nodesOf(map).filter(({ continent }) => continent.slug !== slug));
  return { foreign, closed: new Set([...foreign, ...items]) };
}

interface Step {
  hex: Hex;
  spent: number;
  before: Step | null;
}

/** The sea between a part and the part that is cheapest to reach (Dijkstra 1959), or null. */
function bridgeFrom(part: Cells, cells: Cells, { closed, foreign }: Ground): Hex[] | null {
  const queue = new Heap<Step>();
  const done: Cells = new Set();
  for (const key of part) queue.push(0, { hex: hexOf(key), spent: 0, before: null });
  for (let step = queue.pop(); step; step = queue.pop()) {
    const key = keyOf(step.hex);
    if (cells.has(key) && !part.has(key)) return trace(step.before);
    if (done.has(key)) continue;
    done.add(key);
    for (const hex of neighbours(step.hex)) {
      const next = keyOf(hex);
      if (done.has(next) || (closed.has(next) && !cells.has(next))) continue;
      const price = cells.has(next) ? 0 : isNear(foreign, hex, CHANNEL) ? cost.channel : cost.sea;
      const spent = step.spent + price;
      if (spent <= DEAREST) queue.push(spent, { hex, spent, before: step });
    }
  }
  return null;
}

/** The new land of a way: all of it but where it begins, on the part itself. */
function trace(last: Step | null): Hex[] {
  const hexes: Hex[] = [];
  for (let step = last; step?.before; step = step.before) hexes.push(step.hex);
  return hexes;
}
