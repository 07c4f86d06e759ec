import type { HexmapName, MapVersionName } from '@hexpedition/contract/map-vocabulary';
import { endpointQuery } from '#lib/query.ts';

/** Query of a map. The default is the public version, which the server renders. */
export const hexmapQuery = (hexmap: HexmapName, version: MapVersionName = '2') =>
  endpointQuery(`GET /api/config/${hexmap}:version`, { params: { version } });
export const progressQuery = endpointQuery('GET /api/progress');
