import type { HexmapName, MapVersionName } from '@hexpedition/contract/map-vocabulary';
import { endpointQuery } from '#lib/query.ts';

/** A map as everybody sees it, which is what the server renders, or in another version. */
export const hexmapQuery = (hexmap: HexmapName, version: MapVersionName = '2') =>
  endpointQuery(`GET /api/config/${hexmap}:version`, { params: { version } });
export const progressQuery = endpointQuery('GET /api/progress');
