import type { Atlas, Continent, MapNode, MapRoot } from './atlas.ts';

/** Part of the map that the URL selects. */
export type Selection =
  | { level: 'map' }
  | { level: 'continent'; continent: Continent }
  | { level: 'node' | 'detail'; node: MapNode };

/** URL parameters of the map, such as those of `/map/web/xss/detail`. */
export interface MapParams {
  continent?: string | undefined;
  training?: string | undefined;
  lab?: string | undefined;
  detail?: boolean;
}

/**
 * Returns the selection of the URL parameters, or the kind of resource that does not exist, for the page "Not Found". A
 * training is found by its slug alone: authors can move it to another continent, and old URLs name the previous one.
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

/** Returns the title and heading of a map page. */
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

/** Returns the URL one level up, for Escape and close buttons, or null on the whole map. */
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

/** Returns a key that changes when the camera has to move. */
export function selectionKey(selection: Selection): string {
  if (selection.level === 'map') return 'map';
  return selection.level === 'continent' ? `continent:${selection.continent.slug}` : selection.node.ref;
}
