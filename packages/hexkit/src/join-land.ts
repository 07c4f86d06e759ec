import type { MapDocument } from '@hexpedition/contract/map-document';
import { type Cells, cellsOf, decodeRuns, hexOf, isNear, keyOf, parts } from './cells.ts';
import { nodesOf } from './document.ts';
import { CHANNEL, paintLand } from './edits.ts';
import { Heap } from './heap.ts';
import { type Hex, neighbours } from './hex.ts';

/**
 * Cost of one hex of a bridge. The channel beside another continent costs more, so that a bridge keeps it open if it
 * can.
 */
const cost = { sea: 1, channel: 6 } as const;
/** Maximum cost of a bridge. A part that is farther away was probably separated by mistake. */
const MAX_BRIDGE_COST = 40;

/**
 * Joins the parts of a continent with the cheapest land bridges over the sea, each from the largest part to the part
 * that it reaches first. It only adds land: no hex changes its continent, and no item changes its hex or its continent.
 * The result is deterministic.
 * @returns a new document, or the same one if the continent has one part or a bridge cannot reach a part
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
  /** Land of other continents, and their items in the sea. No bridge crosses these hexes. */
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
  costSoFar: number;
  before: Step | null;
}

/** Returns the sea hexes between a part and the part that is cheapest to reach (Dijkstra 1959), or null. */
function bridgeFrom(part: Cells, cells: Cells, { closed, foreign }: Ground): Hex[] | null {
  const queue = new Heap<Step>();
  const done: Cells = new Set();
  for (const key of part) queue.push(0, { hex: hexOf(key), costSoFar: 0, before: null });
  for (let step = queue.pop(); step; step = queue.pop()) {
    const key = keyOf(step.hex);
    if (cells.has(key) && !part.has(key)) return trace(step.before);
    if (done.has(key)) continue;
    done.add(key);
    for (const hex of neighbours(step.hex)) {
      const next = keyOf(hex);
      if (done.has(next) || (closed.has(next) && !cells.has(next))) continue;
      const price = cells.has(next) ? 0 : isNear(foreign, hex, CHANNEL) ? cost.channel : cost.sea;
      const costSoFar = step.costSoFar + price;
      if (costSoFar <= MAX_BRIDGE_COST) queue.push(costSoFar, { hex, costSoFar, before: step });
    }
  }
  return null;
}

/** Returns the new land of a route: all its hexes except the first, which is on the part itself. */
function trace(last: Step | null): Hex[] {
  const hexes: Hex[] = [];
  for (let step = last; step?.before; step = step.before) hexes.push(step.hex);
  return hexes;
}
