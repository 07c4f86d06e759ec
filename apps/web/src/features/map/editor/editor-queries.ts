import type { HexmapName } from '@hexpedition/contract/map-vocabulary';
import { endpointQuery } from '#lib/query.ts';

export const draftQuery = (hexmap: HexmapName) => endpointQuery('GET /api/admin/map/:hexmap', { params: { hexmap } });
export const historyQuery = (hexmap: HexmapName) =>
  endpointQuery('GET /api/admin/map/:hexmap/history', { params: { hexmap }, query: {} });
/** Query of a published map, which never changes. */
export const versionQuery = (hexmap: HexmapName, pk: number) => ({
  ...endpointQuery('GET /api/admin/map/:hexmap/version/:pk', { params: { hexmap, pk } }),
  staleTime: Number.POSITIVE_INFINITY,
});
