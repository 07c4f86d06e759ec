import type { ContinentDocument, MapDocument, NodeRef } from '@hexpedition/contract/map-document';
import { type Cells, decodeRuns, encodeRuns, hexOf, isNear, keyOf } from './cells.ts';
import { nodesOf, refOf } from './document.ts';
import { connect } from './edits.ts';
import { fromPixel, type Hex, ring, toPixel } from './hex.ts';
import { NoRoom, placeItems } from './place.ts';

/** Something that belongs on a map. */
export interface Wanted {
  kind: 'training' | 'lab';
  slug: string;
  /** For trainings. */
  icon?: string | undefined;
  /** Where it belongs; it is made where the map does not have it. */
  continent: Pick<ContinentDocument, 'slug' | 'name' | 'colour'>;
  /** What it follows: it lies near that, and a path leads from there. */
  after: NodeRef | null;
}

/** Hexes of sea between a new continent's first hex and all other land. */
const SEA = 7;
const FARTHEST = 400;

/**
 * Gives a hex to all that has none, so that an imported training is on the map without a hand. Continents grow for it
 * (see `placeItems`), and one that does not exist begins at the nearest free sea around the middle of the chart. A path
 * leads to a training from what it follows. A map without a start begins at its first training. What stands stays, and
 * the same map and the same wishes give the same answer.
 * @returns the new document, what has been placed, and what found no room; the same document where nothing was placed
 */
export function placeMissing(
  map: MapDocument,
  wanted: readonly Wanted[],
): { map: MapDocument; placed: NodeRef[]; homeless: NodeRef[] } {
  const there = new Set<string>(nodesOf(map).map(({ ref }) => ref));
  const missing = wanted.filter(({ kind, slug }) => !there.has(refOf(kind, slug)));
  let next = map;
  const placed: NodeRef[] = [];
  const homeless: NodeRef[] = [];
  for (const one of missing) {
    const ref = refOf(one.kind, one.slug);
    if (placed.includes(ref) || homeless.includes(ref)) continue;
    const grown = place(next, one);
    (grown ? placed : homeless).push(ref);
    next = grown ?? next;
  }
  return { map: next, placed, homeless };
}

/** Undefined where there is no room. */
function place(map: MapDocument, wanted: Wanted): MapDocument | undefined {
  const { kind, slug, after } = wanted;
  const ref = refOf(kind, slug);
  let next = settle(map, wanted);
  if (!next || kind !== 'training') return next;
  if (after !== null && nodesOf(next).some((node) => node.ref === after)) next = connect(next, after, ref);
  return next.recommended_start === null ? { ...next, recommended_start: ref } : next;
}

/** A hex and no more: neither a path nor the start. Undefined where there is no room. */
function settle(map: MapDocument, { kind, slug, icon, continent, after }: Wanted): MapDocument | undefined {
  const item = { kind, slug, continent: continent.slug, after, ...(icon === undefined ? {} : { icon }) };
  try {
    return placeItems(withContinent(map, continent), [item]);
  } catch (error) {
    if (error instanceof NoRoom) return undefined;
    throw error;
  }
}

/**
 * Gives a hex to something that a path ends at already, as `placeMissing` does, but without another path. It lies near
 * the path's other end where that is on the same land; a lab, which belongs to no land by itself, goes to that end's.
 * @returns a new document; the same one where it is on the map already, or where there is no room
 */
export function placeEnd(map: MapDocument, wanted: Omit<Wanted, 'after'>): MapDocument {
  const { kind, slug, continent } = wanted;
  const ref = refOf(kind, slug);
  const nodes = nodesOf(map);
  if (nodes.some((node) => node.ref === ref)) return map;
  const ends = otherEnds(map, ref);
  const near = nodes.find((one) => ends.has(one.ref) && (kind === 'lab' || one.continent.slug === continent.slug));
  return settle(map, { ...wanted, continent: near?.continent ?? continent, after: near?.ref ?? null }) ?? map;
}

const otherEnds = (map: MapDocument, ref: NodeRef): Set<string> => {
  const edges = map.paths.flatMap((path) => path.edges);
  return new Set(edges.flatMap(({ from, to }) => (to === ref ? [from] : from === ref ? [to] : [])));
};

function withContinent(map: MapDocument, { slug, name, colour }: Wanted['continent']): MapDocument {
  if (map.continents.some((one) => one.slug === slug)) return map;
  const land: Cells = new Set(map.continents.flatMap(({ cells }) => [...decodeRuns(cells)]));
  const cells = encodeRuns(new Set([keyOf(freeSea(land))]));
  return {
    ...map,
    continents: [...map.continents, { slug, name, colour, label: null, cells, trainings: [], labs: [] }],
  };
}

/** The hex nearest to the middle of all land that has enough sea around it. */
function freeSea(land: Cells): Hex {
  const middle = middleOf(land);
  for (let radius = 0; radius <= FARTHEST; radius++) {
    const free = ring(middle, radius).find((hex) => !isNear(land, hex, SEA));
    if (free) return free;
  }
  throw new NoRoom('There is no room for another continent.');
}

function middleOf(land: Cells): Hex {
  if (land.size === 0) return { q: 0, r: 0 };
  const points = [...land].map((key) => toPixel(hexOf(key)));
  const mean = (axis: 'x' | 'y') => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return fromPixel({ x: mean('x'), y: mean('y') });
}
