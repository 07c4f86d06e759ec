import type { Atlas, Continent, MapNode, MapRoot } from './atlas.ts';

/** What the address names on the map. */
export type Selection =
  | { level: 'map' }
  | { level: 'continent'; continent: Continent }
  | { level: 'node' | 'detail'; node: MapNode };

/** The part of the address that the map reads, e.g. `/map/web/xss/detail`. */
export interface MapParams {
  continent?: string | undefined;
  training?: string | undefined;
  lab?: string | undefined;
  detail?: boolean;
}

/**
 * What the parameters name, or the kind of thing that does not exist, for the page "Not Found". A training is found by its
 * own slug: authors move it to another continent, and old addresses name the one before.
 */
export function select(
  atlas: Atlas,
  { continent, training, lab, detail }: MapParams,
): Selection | { missing: 'lab' | 'course' | 'continent' } {
  const level = detail ? 'detail' : 'node';
  if (lab !== undefined) {
    const node = atlas.byRef.get(`lab:${lab}`);
    return node ? { level, node } : { missing: 'lab' };
  }
  if (continent === undefined) return { level: 'map' };
  const node = training !== undefined && atlas.byRef.get(`training:${training}`);
  if (node) return { level, node };
  const found = atlas.map.continents.find(({ slug }) => slug === continent);
  if (!found) return { missing: 'continent' };
  return training === undefined ? { level: 'continent', continent: found } : { missing: 'course' };
}

/** The title of a page of the map, and its heading. */
export function titleOf(selection: Selection, root: MapRoot): string {
  const videos = root === '/youtube';
  switch (selection.level) {
    case 'map':
      return videos ? 'The Video Map' : 'The Hexmap';
    case 'continent':
      return `${videos ? 'Video Map' : 'Hexmap'}: ${selection.continent.name}`;
    default:
      return selection.node.kind === 'lab' ? `${selection.node.name} Lab` : selection.node.name;
  }
}

/** One level up, for Escape and close buttons; null on the whole map. */
export function parentHref(selection: Selection, root: MapRoot): string | null {
  switch (selection.level) {
    case 'map':
      return null;
    case 'continent':
      return root;
    case 'node':
      return `${root}/${selection.node.continent.slug}`;
    case 'detail':
      return selection.node.href;
  }
}

/** A name for the selection that changes when the camera has to move. */
export function selectionKey(selection: Selection): string {
  if (selection.level === 'map') return 'map';
  return selection.level === 'continent' ? `continent:${selection.continent.slug}` : selection.node.ref;
}
