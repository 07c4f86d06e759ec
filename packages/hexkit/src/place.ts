import type { ContinentDocument, MapDocument } from '@hexpedition/contract/map-document';
import { type Cells, decodeRuns, encodeRuns, hexOf, isNear, keyOf } from './cells.ts';
import { nodesOf } from './document.ts';
import { CHANNEL } from './edits.ts';
import { distance, type Hex, neighbours, ring, toPixel } from './hex.ts';
import { type Names, nameSpaceOf } from './name-collisions.ts';

/** An item to place on a hex. */
export interface PlacementRequest {
  kind: 'training' | 'lab';
  slug: string;
  /** Only trainings have an icon. */
  icon?: string;
  /** With a name, the item gets a hex at which its name collides with nothing, if there is one nearby. */
  name?: string;
  continent: string;
  /** The item's predecessor. Null places the item near the middle of its continent. */
  after: string | null;
}

/** Minimum distance between two items in steps, so that there is room for names. */
const MIN_ITEM_DISTANCE = 2;
const SEARCH_LIMIT = 200;
/** A hex with room for the name is not worth a longer way. */
const NAME_SEARCH_LIMIT = 8;

/** Thrown if other continents block every hex within the search limit. */
export class NoRoomError extends Error {}

/**
 * Places each item on a hex, in the given order, and returns a new document. The old document does not change.
 *
 * The result is deterministic, and existing items do not move. The search goes through rings around the predecessor,
 * from the inside outwards, for the first hex that is two steps from every other item and two hexes of sea from other
 * continents. The hex and its ring become land (where the channel allows it) and join the continent. Coves that this
 * creates are filled.
 * @param names known names of items; of others the slug is used
 * @throws Error if an item names a continent that the document does not have; NoRoomError if there is no room.
 */
export function placeItems(map: MapDocument, items: readonly PlacementRequest[], names: Names = {}): MapDocument {
  const placed: MapDocument = structuredClone(map);
  for (const item of items) placeItem(placed, item, names);
  return placed;
}

function placeItem(map: MapDocument, item: PlacementRequest, names: Names): void {
  const continent = map.continents.find(({ slug }) => slug === item.continent);
  if (!continent) throw new Error(`There is no continent "${item.continent}" to place "${item.slug}" on.`);
  const cells = decodeRuns(continent.cells);
  const foreign = foreignLand(map, continent);
  const nodes = nodesOf(map);
  // A predecessor that an author has moved to another continent is ignored.
  const before = nodes.find(({ ref, continent: on }) => ref === item.after && (on === continent || cells.size === 0));
  const near = before ?? middle(cells) ?? openSea(foreign);
  const { kind, slug, name } = item;
  const hasSpace = name === undefined ? undefined : nameSpaceOf(map, names);
  const isNameFree = (hex: Hex) => name !== undefined && hasSpace?.({ kind, slug, ...hex }, name) !== false;
  const site =
    (hasSpace && findSite(near, cells, foreign, nodes, { isAllowed: isNameFree, farthest: NAME_SEARCH_LIMIT })) ??
    findSite(near, cells, foreign, nodes);
  if (!site) throw new NoRoomError(`There is no room for "${item.slug}" on "${continent.slug}".`);
  claim(cells, site, foreign);
  continent.cells = encodeRuns(cells);
  if (item.kind === 'lab') continent.labs.push({ slug: item.slug, ...site });
  else continent.trainings.push({ slug: item.slug, ...site, icon: item.icon ?? 'compass' });
}

function foreignLand(map: MapDocument, own: ContinentDocument): Cells {
  const land: Cells = new Set();
  for (const other of map.continents) {
    if (other !== own) for (const key of decodeRuns(other.cells)) land.add(key);
  }
  return land;
}

/** Returns the cell nearest to the continent's centre of gravity. */
function middle(cells: Cells): Hex | null {
  const hexes = [...cells].sort((a, b) => a - b).map(hexOf);
  if (hexes.length === 0) return null;
  const centre = { q: mean(hexes.map(({ q }) => q)), r: mean(hexes.map(({ r }) => r)) };
  return hexes.reduce((best, hex) => (distance(hex, centre) < distance(best, centre) ? hex : best));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns a hex for a continent without land: just east of everything else. */
function openSea(foreign: Cells): Hex {
  const hexes = [...foreign].map(hexOf);
  const east = hexes.reduce<Hex | null>((best, hex) => (!best || toPixel(hex).x > toPixel(best).x ? hex : best), null);
  return east ? { q: east.q + CHANNEL + 3, r: east.r } : { q: 0, r: 0 };
}

interface SiteRules {
  isAllowed?: (hex: Hex) => boolean;
  farthest?: number;
}

function findSite(
  near: Hex,
  cells: Cells,
  foreign: Cells,
  nodes: readonly Hex[],
  { isAllowed = () => true, farthest: most = SEARCH_LIMIT }: SiteRules = {},
): Hex | null {
  const free = (hex: Hex) =>
    isAllowed(hex) && nodes.every((node) => distance(node, hex) >= MIN_ITEM_DISTANCE) && !isNear(foreign, hex, CHANNEL);
  // Prefers existing land to new land, ring by ring. The limit is the farthest hex that can still connect to existing
  // land.
  const farthest = [...cells].reduce((far, key) => Math.max(far, distance(near, hexOf(key)) + 2), 0);
  const limit = cells.size === 0 ? most : Math.min(most, farthest);
  for (let radius = 0; radius <= limit; radius++) {
    const here = ring(near, radius).filter(free);
    const site =
      here.find((hex) => cells.has(keyOf(hex))) ?? here.find((hex) => cells.size === 0 || reaches(hex, cells, foreign));
    if (site) return site;
  }
  return null;
}

/**
 * Returns whether new land at this hex touches the existing land, after its ring has become land where the channel
 * allows it.
 */
function reaches(hex: Hex, cells: Cells, foreign: Cells): boolean {
  return neighbours(hex).some(
    (next) =>
      cells.has(keyOf(next)) ||
      (!isNear(foreign, next, CHANNEL) && neighbours(next).some((beyond) => cells.has(keyOf(beyond)))),
  );
}

function claim(cells: Cells, site: Hex, foreign: Cells): void {
  const mayBe = (hex: Hex) => !isNear(foreign, hex, CHANNEL);
  cells.add(keyOf(site));
  for (const hex of neighbours(site)) if (mayBe(hex)) cells.add(keyOf(hex));
  fillCoves(cells, mayBe);
}

/**
 * Turns sea hexes with five or six neighbours on the continent into land, because single-hex coves and ponds look like
 * errors.
 */
function fillCoves(cells: Cells, mayBe: (hex: Hex) => boolean): void {
  const coast = new Map<number, Hex>();
  for (const key of cells)
    for (const hex of neighbours(hexOf(key))) if (!cells.has(keyOf(hex))) coast.set(keyOf(hex), hex);
  for (const [key, hex] of [...coast].sort(([a], [b]) => a - b)) {
    if (mayBe(hex) && neighbours(hex).filter((at) => cells.has(keyOf(at))).length >= 5) cells.add(key);
  }
}
