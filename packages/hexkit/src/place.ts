import type { ContinentDocument, MapDocument } from '@hexpedition/contract/map-document';
import { type Cells, decodeRuns, encodeRuns, hexOf, isNear, keyOf } from './cells.ts';
import { nodesOf } from './document.ts';
import { CHANNEL } from './edits.ts';
import { distance, type Hex, neighbours, ring, toPixel } from './hex.ts';

/** Something that has no hex yet. */
export interface Unplaced {
  kind: 'training' | 'lab';
  slug: string;
  /** For trainings. */
  icon?: string;
  continent: string;
  /** The node that it follows, or null: then it goes near the middle of its continent. */
  after: string | null;
}

/** Steps between two items, so that names have room. */
const APART = 2;
const SEARCH_LIMIT = 200;

/** Land of others stands in the way, as far as the search goes. */
export class NoRoom extends Error {}

/**
 * Gives each item a hex, in the order given, and returns a new document; the old one stays as it is.
 *
 * It is deterministic and moves nothing that has a place. It searches rings around the predecessor outwards for the
 * first hex that is two steps from every other item and keeps two hexes of sea to other continents. The hex and its
 * ring become land (where the channel allows), are joined to the continent, and coves that this leaves are filled.
 * @throws Error if an item names a continent that the document does not have; NoRoom if there is no room at all.
 */
export function placeItems(map: MapDocument, items: readonly Unplaced[]): MapDocument {
  const placed: MapDocument = structuredClone(map);
  for (const item of items) placeItem(placed, item);
  return placed;
}

function placeItem(map: MapDocument, item: Unplaced): void {
  const continent = map.continents.find(({ slug }) => slug === item.continent);
  if (!continent) throw new Error(`There is no continent "${item.continent}" to place "${item.slug}" on.`);
  const cells = decodeRuns(continent.cells);
  const foreign = foreignLand(map, continent);
  const nodes = nodesOf(map);
  // A predecessor that an author has moved to another continent is no neighbour.
  const before = nodes.find(({ ref, continent: on }) => ref === item.after && (on === continent || cells.size === 0));
  const near = before ?? middle(cells) ?? openSea(foreign);
  const spot = findSpot(near, cells, foreign, nodes);
  if (!spot) throw new NoRoom(`There is no room for "${item.slug}" on "${continent.slug}".`);
  claim(cells, spot, foreign);
  continent.cells = encodeRuns(cells);
  if (item.kind === 'lab') continent.labs.push({ slug: item.slug, ...spot });
  else continent.trainings.push({ slug: item.slug, ...spot, icon: item.icon ?? 'compass' });
}

function foreignLand(map: MapDocument, own: ContinentDocument): Cells {
  const land: Cells = new Set();
  for (const other of map.continents) {
    if (other !== own) for (const key of decodeRuns(other.cells)) land.add(key);
  }
  return land;
}

/** The cell nearest to the continent's centre of gravity. */
function middle(cells: Cells): Hex | null {
  const hexes = [...cells].sort((a, b) => a - b).map(hexOf);
  if (hexes.length === 0) return null;
  const centre = { q: mean(hexes.map(({ q }) => q)), r: mean(hexes.map(({ r }) => r)) };
  return hexes.reduce((best, hex) => (distance(hex, centre) < distance(best, centre) ? hex : best));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** For a continent without land: just east of everything else. */
function openSea(foreign: Cells): Hex {
  const hexes = [...foreign].map(hexOf);
  const east = hexes.reduce<Hex | null>((best, hex) => (!best || toPixel(hex).x > toPixel(best).x ? hex : best), null);
  return east ? { q: east.q + CHANNEL + 3, r: east.r } : { q: 0, r: 0 };
}

function findSpot(near: Hex, cells: Cells, foreign: Cells, nodes: readonly Hex[]): Hex | null {
  const free = (hex: Hex) => nodes.every((node) => distance(node, hex) >= APART) && !isNear(foreign, hex, CHANNEL);
  // Own land before new land, ring by ring, and no farther than land that reaches the old land can be.
  const farthest = [...cells].reduce((most, key) => Math.max(most, distance(near, hexOf(key)) + 2), 0);
  const limit = cells.size === 0 ? SEARCH_LIMIT : Math.min(SEARCH_LIMIT, farthest);
  for (let radius = 0; radius <= limit; radius++) {
    const here = ring(near, radius).filter(free);
    const spot =
      here.find((hex) => cells.has(keyOf(hex))) ?? here.find((hex) => cells.size === 0 || reaches(hex, cells, foreign));
    if (spot) return spot;
  }
  return null;
}

/** New land has to touch the old land after as much of its ring as the channel allows has become land. */
function reaches(hex: Hex, cells: Cells, foreign: Cells): boolean {
  return neighbours(hex).some(
    (next) =>
      cells.has(keyOf(next)) ||
      (!isNear(foreign, next, CHANNEL) && neighbours(next).some((beyond) => cells.has(keyOf(beyond)))),
  );
}

function claim(cells: Cells, spot: Hex, foreign: Cells): void {
  const mayBe = (hex: Hex) => !isNear(foreign, hex, CHANNEL);
  cells.add(keyOf(spot));
  for (const hex of neighbours(spot)) if (mayBe(hex)) cells.add(keyOf(hex));
  fillCoves(cells, mayBe);
}

/** Sea hexes with five or six neighbours on the continent become land: single-hex coves and ponds look like errors. */
function fillCoves(cells: Cells, mayBe: (hex: Hex) => boolean): void {
  const coast = new Map<number, Hex>();
  for (const key of cells)
    for (const hex of neighbours(hexOf(key))) if (!cells.has(keyOf(hex))) coast.set(keyOf(hex), hex);
  for (const [key, hex] of [...coast].sort(([a], [b]) => a - b)) {
    if (mayBe(hex) && neighbours(hex).filter((at) => cells.has(keyOf(at))).length >= 5) cells.add(key);
  }
}
