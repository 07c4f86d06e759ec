import type { ContinentDocument, MapDocument, NodeRef } from '@hexpedition/contract/map-document';
import { type Cells, decodeRuns, encodeRuns, hexOf, isNear, keyOf } from './cells.ts';
import { nodesOf, refOf } from './document.ts';
import { connect } from './edits.ts';
import { fromPixel, type Hex, ring, toPixel } from './hex.ts';
import type { Names } from './name-collisions.ts';
import { NoRoomError, placeItems } from './place.ts';

/** An item that the map should contain. */
export interface ExpectedItem {
  kind: 'training' | 'lab';
  slug: string;
  /** Only trainings have an icon. */
  icon?: string | undefined;
  /** Its name on the map, which then collides with no other name if there is room. */
  name?: string | undefined;
  /** The item's continent. It is created if the map does not have it. */
  continent: Pick<ContinentDocument, 'slug' | 'name' | 'colour'>;
  /** The item's predecessor: the item is placed near it, and a path leads from there. */
  after: NodeRef | null;
}

/** Hexes of sea between a new continent's first hex and all other land. */
const SEA = 7;
const MAX_RADIUS = 400;

/**
 * Places every expected item that is not on the map, so that an imported training appears without manual work.
 * Continents grow if needed (see `placeItems`). A new continent begins at the nearest free sea around the middle of the
 * map. A path leads to a training from its predecessor. A map without a start begins at its first training. Existing
 * items do not move, and the result is deterministic.
 * @param otherNames names of items that are not expected, to keep clear of them
 * @returns the new document, the items that were placed and the items without room; the same document if nothing was
 * placed
 */
export function placeMissing(
  map: MapDocument,
  expected: readonly ExpectedItem[],
  otherNames: Names = {},
): { map: MapDocument; placed: NodeRef[]; unplaced: NodeRef[] } {
  const present = new Set<string>(nodesOf(map).map(({ ref }) => ref));
  const names = { ...otherNames, ...namesOf(expected) };
  const missing = expected.filter(({ kind, slug }) => !present.has(refOf(kind, slug)));
  let next = map;
  const placed: NodeRef[] = [];
  const unplaced: NodeRef[] = [];
  for (const one of missing) {
    const ref = refOf(one.kind, one.slug);
    if (placed.includes(ref) || unplaced.includes(ref)) continue;
    const grown = place(next, one, names);
    (grown ? placed : unplaced).push(ref);
    next = grown ?? next;
  }
  return { map: next, placed, unplaced };
}

const namesOf = (items: readonly ExpectedItem[]): Names =>
  Object.fromEntries(items.flatMap(({ kind, slug, name }) => (name === undefined ? [] : [[refOf(kind, slug), name]])));

/** Places one item with its path. Returns undefined if there is no room. */
function place(map: MapDocument, expected: ExpectedItem, names: Names): MapDocument | undefined {
  const { kind, slug, after } = expected;
  const ref = refOf(kind, slug);
  let next = placeItemOnly(map, expected, names);
  if (!next || kind !== 'training') return next;
  if (after !== null && nodesOf(next).some((node) => node.ref === after)) next = connect(next, after, ref);
  return next.recommended_start === null ? { ...next, recommended_start: ref } : next;
}

/** Gives the item a hex, without a path and without setting the start. Returns undefined if there is no room. */
function placeItemOnly(
  map: MapDocument,
  { kind, slug, icon, name, continent, after }: ExpectedItem,
  names: Names,
): MapDocument | undefined {
  const item = {
    ...{ kind, slug, continent: continent.slug, after },
    ...(icon === undefined ? {} : { icon }),
    ...(name === undefined ? {} : { name }),
  };
  try {
    return placeItems(withContinent(map, continent), [item], names);
  } catch (error) {
    if (error instanceof NoRoomError) return undefined;
    throw error;
  }
}

/**
 * Places an item at which a path already ends, as `placeMissing` does, but without adding a path. The item is placed
 * near the other end of the path if both are on the same continent. A lab has no continent of its own, so it is placed
 * on the continent of the other end.
 * @returns a new document, or the same one if the item is already on the map or there is no room
 */
export function placePathEnd(map: MapDocument, expected: Omit<ExpectedItem, 'after'>): MapDocument {
  const { kind, slug, continent } = expected;
  const ref = refOf(kind, slug);
  const nodes = nodesOf(map);
  if (nodes.some((node) => node.ref === ref)) return map;
  const ends = oppositeEnds(map, ref);
  const near = nodes.find((one) => ends.has(one.ref) && (kind === 'lab' || one.continent.slug === continent.slug));
  return (
    placeItemOnly(map, { ...expected, continent: near?.continent ?? continent, after: near?.ref ?? null }, {}) ?? map
  );
}

const oppositeEnds = (map: MapDocument, ref: NodeRef): Set<string> => {
  const edges = map.paths.flatMap((path) => path.edges);
  return new Set(edges.flatMap(({ from, to }) => (to === ref ? [from] : from === ref ? [to] : [])));
};

function withContinent(map: MapDocument, { slug, name, colour }: ExpectedItem['continent']): MapDocument {
  if (map.continents.some((one) => one.slug === slug)) return map;
  const land: Cells = new Set(map.continents.flatMap(({ cells }) => [...decodeRuns(cells)]));
  const cells = encodeRuns(new Set([keyOf(freeSea(land))]));
  return {
    ...map,
    continents: [...map.continents, { slug, name, colour, label: null, cells, trainings: [], labs: [] }],
  };
}

/** Returns the hex nearest to the middle of all land that has enough sea around it. */
function freeSea(land: Cells): Hex {
  const middle = middleOf(land);
  for (let radius = 0; radius <= MAX_RADIUS; radius++) {
    const free = ring(middle, radius).find((hex) => !isNear(land, hex, SEA));
    if (free) return free;
  }
  throw new NoRoomError('There is no room for another continent.');
}

function middleOf(land: Cells): Hex {
  if (land.size === 0) return { q: 0, r: 0 };
  const points = [...land].map((key) => toPixel(hexOf(key)));
  const mean = (axis: 'x' | 'y') => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return fromPixel({ x: mean('x'), y: mean('y') });
}
