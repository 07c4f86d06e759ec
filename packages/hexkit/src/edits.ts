import type { ContinentDocument, EdgeDocument, MapDocument, NodeRef } from '@hexpedition/contract/map-document';
import type { Colour, EdgeStyle, TerrainType } from '@hexpedition/contract/map-vocabulary';
import { type Cells, cellsOf, decodeRuns, encodeRuns, hexOf, isNear, keyOf } from './cells.ts';
import { nodesOf } from './document.ts';
import { type Hex, neighbours } from './hex.ts';

/*
 * Edits that an author can make to a map. Each function takes a document and returns a new one without changing the
 * first, so an editor undoes an edit by returning to the earlier document.
 */

/** Default width of the sea between continents, in hexes. */
export const CHANNEL = 2;
/** Largest pond that an author can fill, in hexes. A larger sea is probably not meant, so it is not filled. */
const MAX_POND = 400;

const edited = (map: MapDocument, change: (map: MapDocument) => void): MapDocument => {
  const copy = structuredClone(map);
  change(copy);
  return copy;
};

const continentIn = (map: MapDocument, slug: string | undefined): ContinentDocument | undefined =>
  map.continents.find((one) => one.slug === slug);

/** Cell → slug of its continent. If several continents claim a cell, the first one owns it. */
export function ownersOf(map: MapDocument): Map<number, string> {
  const owners = new Map<number, string>();
  for (const { slug, cells } of map.continents)
    for (const key of decodeRuns(cells)) if (!owners.has(key)) owners.set(key, slug);
  return owners;
}

/**
 * Assigns hexes to a continent, or to the sea (null). Their former continent loses them, and the items on them move to
 * the new continent.
 * @param options.keepSea skips hexes within two steps of another continent
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

/** Moves the items on these cells to the continent of the cells. */
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

/** Returns all hexes connected with this one on the same continent or in the same pond, or null for the open sea. */
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
    if (owner === undefined && seen.size > MAX_POND) return null;
  }
  return [...seen].map(hexOf);
}

/** Adds a continent without land. */
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

/** Removes a continent from the map, with everything on it. */
export function removeContinent(map: MapDocument, slug: string): MapDocument {
  const refs = nodesOf(map).filter(({ continent }) => continent.slug === slug);
  const without = refs.reduce((copy, { ref }) => removeItem(copy, ref), map);
  return edited(without, (copy) => {
    copy.continents = copy.continents.filter((one) => one.slug !== slug);
  });
}

/** An item to put on a map. */
export interface Item {
  ref: NodeRef;
  /** Only trainings have an icon. */
  icon?: string | undefined;
}

/**
 * Puts a training or a lab on a hex, or moves it there. It then belongs to the continent of that hex. An item that is
 * moved into the sea keeps its continent, and the author sees this as an error. A new item needs land.
 * @returns the same document if a new item would be in the sea
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

/** Removes a training or lab from the map, with the edges that end at it. */
export function removeItem(map: MapDocument, ref: NodeRef): MapDocument {
  return edited(map, (copy) => {
    for (const continent of copy.continents) dropFrom(continent, ref);
    cut(copy, (edge) => edge.from === ref || edge.to === ref);
    if (copy.recommended_start === ref) copy.recommended_start = null;
  });
}

/** Removes the last of several items with the same ref from a hex. The paths stay with the other one. */
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

/** Connects two nodes, on the path of the continent of the first one. An existing edge stays unchanged. */
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

/** Removes every edge that ends at a node, even if the node is not on the map. */
export function cutEdgesAt(map: MapDocument, ref: NodeRef): MapDocument {
  return edited(map, (copy) => cut(copy, (edge) => edge.from === ref || edge.to === ref));
}

/** Sets the terrain symbol of hexes, or removes it (null). */
export function setTerrain(map: MapDocument, hexes: Iterable<Hex>, type: TerrainType | null): MapDocument {
  return edited(map, (copy) => {
    const cells = cellsOf(hexes);
    copy.terrain = copy.terrain.filter((symbol) => !cells.has(keyOf(symbol)));
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
