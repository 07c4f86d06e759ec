import type { ContinentDocument, EdgeDocument, MapDocument, NodeRef } from '@hexpedition/contract/map-document';
import type { Colour, EdgeStyle, TerrainType } from '@hexpedition/contract/map-vocabulary';
import { type Cells, cellsOf, decodeRuns, encodeRuns, hexOf, isNear, keyOf } from './cells.ts';
import { nodesOf } from './document.ts';
import { type Hex, neighbours } from './hex.ts';

/*
 * What authors do to a map. Each change takes a document and returns another one; the one it was given stays as it is,
 * so undoing is going back to it.
 */

/** Hexes of sea that stay between continents, where the author does not want it otherwise. */
export const CHANNEL = 2;
/** A sea that is larger than this is no pond: flooding it would be a slip. */
const LARGEST_POND = 400;

const edited = (map: MapDocument, change: (map: MapDocument) => void): MapDocument => {
  const copy = structuredClone(map);
  change(copy);
  return copy;
};

const continentIn = (map: MapDocument, slug: string | undefined): ContinentDocument | undefined =>
  map.continents.find((one) => one.slug === slug);

/** Cell → slug of the continent that has it; the first one where several claim it. */
export function ownersOf(map: MapDocument): Map<number, string> {
  const owners = new Map<number, string>();
  for (const { slug, cells } of map.continents)
    for (const key of decodeRuns(cells)) if (!owners.has(key)) owners.set(key, slug);
  return owners;
}

/**
 * Gives hexes to a continent, or to the sea (null). They leave whoever had them, and what lies on them moves along.
 * @param options.keepSea leaves out hexes that lie within two steps of another continent
 */
export function paintLand(
  map: MapDocument,
  continent: string | null,
  hexes: Iterable<Hex>,
  options: { keepSea?: boolean } = {},
): MapDocument {
  return edited(map, (copy) => {
    const painted = options.keepSea ? clearOfOthers(copy, continent, hexes) : cellsOf(hexes);
    for (const one of copy.continents) {
      const cells = decodeRuns(one.cells);
      const before = cells.size;
      for (const key of painted)
        if (one.slug === continent) cells.add(key);
        else cells.delete(key);
      if (cells.size !== before) one.cells = encodeRuns(cells);
    }
    const owner = continentIn(copy, continent ?? undefined);
    if (owner) adopt(copy, owner, painted);
  });
}

function clearOfOthers(map: MapDocument, continent: string | null, hexes: Iterable<Hex>): Cells {
  const others: Cells = new Set();
  for (const { slug, cells } of map.continents)
    if (slug !== continent) for (const key of decodeRuns(cells)) others.add(key);
  return cellsOf([...hexes].filter((hex) => !isNear(others, hex, CHANNEL)));
}

/** What lies on these cells belongs to their continent now. */
function adopt(map: MapDocument, owner: ContinentDocument, cells: Cells): void {
  for (const other of map.continents) {
    if (other === owner) continue;
    for (const kind of ['trainings', 'labs'] as const) {
      const list: ContinentDocument['labs'] = other[kind];
      const moved = list.filter((item) => cells.has(keyOf(item)));
      if (moved.length === 0) continue;
      (other[kind] as ContinentDocument['labs']) = list.filter((item) => !moved.includes(item));
      (owner[kind] as ContinentDocument['labs']).push(...moved);
    }
  }
}

/** All hexes that hang together with this one: of the same continent, or of the same pond; null for the open sea. */
export function regionAt(map: MapDocument, hex: Hex): Hex[] | null {
  const owners = ownersOf(map);
  const owner = owners.get(keyOf(hex));
  const seen: Cells = new Set([keyOf(hex)]);
  const queue = [hex];
  for (let at = queue.pop(); at; at = queue.pop()) {
    for (const next of neighbours(at)) {
      if (seen.has(keyOf(next)) || owners.get(keyOf(next)) !== owner) continue;
      seen.add(keyOf(next));
      queue.push(next);
    }
    if (owner === undefined && seen.size > LARGEST_POND) return null;
  }
  return [...seen].map(hexOf);
}

/** A new continent without land. */
export function addContinent(map: MapDocument, slug: string, name: string, colour: Colour): MapDocument {
  return edited(map, (copy) => {
    copy.continents.push({ slug, name, colour, label: null, cells: {}, trainings: [], labs: [] });
  });
}

export function changeContinent(
  map: MapDocument,
  slug: string,
  change: Partial<Pick<ContinentDocument, 'slug' | 'name' | 'colour' | 'label'>>,
): MapDocument {
  return edited(map, (copy) => {
    const continent = continentIn(copy, slug);
    if (continent) Object.assign(continent, change);
  });
}

/** Takes a continent off the map with everything on it. */
export function removeContinent(map: MapDocument, slug: string): MapDocument {
  const refs = nodesOf(map).filter(({ continent }) => continent.slug === slug);
  const without = refs.reduce((copy, { ref }) => removeItem(copy, ref), map);
  return edited(without, (copy) => {
    copy.continents = copy.continents.filter((one) => one.slug !== slug);
  });
}

/** Something to be put on a map. */
export interface Item {
  ref: NodeRef;
  /** For trainings. */
  icon?: string | undefined;
}

/**
 * Puts a training or a lab on a hex, or moves it there; it belongs to the continent that has the hex. On the sea it
 * stays with the continent that it was on, which is a fault that the author sees; what is new needs land.
 * @returns the same document where a new item would lie on the sea
 */
export function putItem(map: MapDocument, { ref, icon }: Item, { q, r }: Hex): MapDocument {
  const before = nodesOf(map).find((node) => node.ref === ref);
  const owner = ownersOf(map).get(keyOf({ q, r })) ?? before?.continent.slug;
  if (owner === undefined) return map;
  return edited(map, (copy) => {
    const continent = continentIn(copy, owner);
    if (!continent) return;
    const slug = ref.slice(ref.indexOf(':') + 1);
    if (before?.continent.slug === owner) {
      const list: ContinentDocument['labs'] = ref.startsWith('lab:') ? continent.labs : continent.trainings;
      for (const item of list) if (item.slug === slug) Object.assign(item, { q, r });
      return;
    }
    const known = before?.continent.trainings.find((item) => item.slug === slug)?.icon;
    for (const one of copy.continents) dropFrom(one, ref);
    if (ref.startsWith('lab:')) continent.labs.push({ slug, q, r });
    else continent.trainings.push({ slug, q, r, icon: icon ?? known ?? 'compass' });
  });
}

function dropFrom(continent: ContinentDocument, ref: NodeRef): void {
  continent.trainings = continent.trainings.filter(({ slug }) => `training:${slug}` !== ref);
  continent.labs = continent.labs.filter(({ slug }) => `lab:${slug}` !== ref);
}

export function changeIcon(map: MapDocument, ref: NodeRef, icon: string): MapDocument {
  return edited(map, (copy) => {
    for (const { trainings } of copy.continents)
      for (const item of trainings) if (`training:${item.slug}` === ref) item.icon = icon;
  });
}

/** Takes a training or lab off the map, and the edges that end at it. */
export function removeItem(map: MapDocument, ref: NodeRef): MapDocument {
  return edited(map, (copy) => {
    for (const continent of copy.continents) dropFrom(continent, ref);
    cut(copy, (edge) => edge.from === ref || edge.to === ref);
    if (copy.recommended_start === ref) copy.recommended_start = null;
  });
}

/** Takes the last of those that carry the same name off a hex; the paths stay with the other one. */
export function removeCopy(map: MapDocument, ref: NodeRef, { q, r }: Hex): MapDocument {
  return edited(map, (copy) => {
    const name = ref.slice(ref.indexOf(':') + 1);
    const isIt = (item: Hex & { slug: string }) => item.slug === name && item.q === q && item.r === r;
    const lists: ContinentDocument['labs'][] = copy.continents.map((continent) =>
      ref.startsWith('lab:') ? continent.labs : continent.trainings,
    );
    const list = lists.findLast((items) => items.some(isIt));
    list?.splice(list.findLastIndex(isIt), 1);
  });
}

const cut = (map: MapDocument, isCut: (edge: EdgeDocument) => boolean): void => {
  for (const path of map.paths) path.edges = path.edges.filter((edge) => !isCut(edge));
  map.paths = map.paths.filter(({ edges }) => edges.length > 0);
};

/** Leads from one node to another, on the path of the continent where it begins. An edge that is there stays. */
export function connect(map: MapDocument, from: NodeRef, to: NodeRef, style: EdgeStyle = 'main'): MapDocument {
  if (from === to || edgeOf(map, from, to)) return map;
  return edited(map, (copy) => {
    const beginning = nodesOf(copy).find(({ ref }) => ref === from)?.continent;
    const before = copy.paths.find(({ edges }) => edges.some((edge) => edge.from === from || edge.to === from));
    const { slug, name } = beginning ?? { slug: 'paths', name: 'Paths' };
    let path = before ?? copy.paths.find((one) => one.slug === slug);
    if (!path) {
      path = { slug, name, edges: [] };
      copy.paths.push(path);
    }
    path.edges.push({ from, to, via: [], style });
  });
}

export const edgeOf = (map: MapDocument, from: NodeRef, to: NodeRef): EdgeDocument | undefined =>
  map.paths.flatMap(({ edges }) => edges).find((edge) => edge.from === from && edge.to === to);

export function changeEdge(
  map: MapDocument,
  from: NodeRef,
  to: NodeRef,
  change: Partial<Pick<EdgeDocument, 'via' | 'style'>>,
): MapDocument {
  return edited(map, (copy) => {
    const edge = edgeOf(copy, from, to);
    if (edge) Object.assign(edge, change);
  });
}

export function disconnect(map: MapDocument, from: NodeRef, to: NodeRef): MapDocument {
  return edited(map, (copy) => cut(copy, (edge) => edge.from === from && edge.to === to));
}

/** Cuts every edge that ends at a node, whether that is on the map or not. */
export function cutEdgesAt(map: MapDocument, ref: NodeRef): MapDocument {
  return edited(map, (copy) => cut(copy, (edge) => edge.from === ref || edge.to === ref));
}

/** Engraves a sign on hexes, or takes it away (null). */
export function setTerrain(map: MapDocument, hexes: Iterable<Hex>, type: TerrainType | null): MapDocument {
  return edited(map, (copy) => {
    const cells = cellsOf(hexes);
    copy.terrain = copy.terrain.filter((sign) => !cells.has(keyOf(sign)));
    if (type) copy.terrain.push(...[...cells].map((key) => ({ ...hexOf(key), type })));
  });
}

export function setStart(map: MapDocument, ref: NodeRef | null): MapDocument {
  return edited(map, (copy) => {
    copy.recommended_start = ref;
  });
}

export function setInitial(map: MapDocument, initial: MapDocument['initial']): MapDocument {
  return edited(map, (copy) => {
    copy.initial = initial;
  });
}
