import type { Hexmap } from '@hexpedition/contract';
import type { AnyRouter } from '@tanstack/react-router';
import { hashOf } from '#lib/compact-data.ts';
import type { SharedText } from '#lib/page-state.ts';

/** A hash is as short as a path of two points. */
const minLength = 24;

/**
 * Returns a function for the server that replaces path data which the picture of a map contains by its hash, so that the page
 * contains it once.
 */
function shareDrawnPaths({ shoals, continents, terrain, paths }: Hexmap): (text: string) => string {
  const drawn = new Set([
    ...shoals,
    ...continents.flatMap(({ coast, grid }) => [coast, grid]),
    ...terrain.map(({ d }) => d),
    ...paths.flatMap(({ edges }) => edges.map(({ d }) => d)),
  ]);
  return (text) => (text.length > minLength && drawn.has(text) ? hashOf(text) : text);
}

/**
 * Returns a function for the browser that reads such path data from the picture.
 * @throws Error if the picture does not contain it
 */
function readDrawnPaths(): (text: string) => string {
  const paths = new Map<string, string>();
  for (const path of document.querySelectorAll('#map path')) {
    const d = path.getAttribute('d') ?? '';
    paths.set(hashOf(d), d);
  }
  return (text) => {
    const path = text.startsWith('\t') ? paths.get(text) : text;
    if (path === undefined) throw new Error('The picture does not contain this path.');
    return path;
  };
}

/** Writes the path data of a map once if the page draws the map: in the picture, and not in the data. */
export const drawnPaths = (router: AnyRouter): SharedText => ({
  isOf: ({ queryKey: [endpoint] }) => String(endpoint).startsWith('GET /api/config/hexmap'),
  share: (data) => (isDrawn(router) ? shareDrawnPaths(data as Hexmap) : (text) => text),
  read: readDrawnPaths,
});

/** The list of places and the page for an unknown place draw no map. */
const isDrawn = (router: AnyRouter): boolean => {
  const matches = router.stores.matches.get();
  const map = matches.find(({ routeId }) => routeId === '/_main/map' || routeId === '/_main/youtube');
  return map !== undefined && map.search.view === undefined && matches.every(({ status }) => status === 'success');
};
