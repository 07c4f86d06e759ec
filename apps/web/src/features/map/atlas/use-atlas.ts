import type { HexmapName } from '@hexpedition/contract/map-vocabulary';
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import { useMemo } from 'react';
import { labsQuery } from '#entities/lab/lab-queries.ts';
import { hexmapQuery } from '#entities/map/map-queries.ts';
import { trainingsQuery } from '#entities/training/training-queries.ts';
import { currentVersion, useVersion } from '#lib/config-versions.ts';
import { ensureQuery } from '#lib/ensure-query.ts';
import { type Atlas, makeAtlas } from './atlas.ts';
import { type MapParams, select, titleOf } from './map-selection.ts';

/** Returns the map joined with its trainings and labs. The loaders have fetched all three answers. */
export function useAtlas(hexmap: HexmapName): Atlas {
  const { data: publicMap } = useSuspenseQuery(hexmapQuery(hexmap));
  const version = useVersion(hexmap);
  const { data: versionMap } = useQuery({ ...hexmapQuery(hexmap, version), enabled: version !== '2' });
  const map = (version !== '2' && versionMap) || publicMap;
  const { data: trainings } = useSuspenseQuery(trainingsQuery);
  const { data: labs } = useSuspenseQuery(labsQuery);
  return useMemo(() => makeAtlas(map, trainings.trainings, labs.labs), [map, trainings, labs]);
}

/** Loads the atlas in a route loader. */
export async function loadAtlas(client: QueryClient, hexmap: HexmapName): Promise<Atlas> {
  // On the server no user is logged in. If the beta map does not load, a beta tester sees the public map.
  const version = currentVersion(hexmap);
  const [publicMap, versionMap, { trainings }, { labs }] = await Promise.all([
    ensureQuery(client, hexmapQuery(hexmap), 'map'),
    version === '2' ? undefined : client.ensureQueryData(hexmapQuery(hexmap, version)).catch(() => undefined),
    client.ensureQueryData(trainingsQuery),
    client.ensureQueryData(labsQuery),
  ]);
  return makeAtlas(versionMap ?? publicMap, trainings, labs);
}

/**
 * Loads the title of a map page.
 * @throws NotFoundError if the selection does not exist; Redirect if the URL names another continent than the training's
 */
export async function loadTitle(client: QueryClient, hexmap: HexmapName, params: MapParams): Promise<string> {
  const atlas = await loadAtlas(client, hexmap);
  const selection = select(atlas, params);
  if ('missing' in selection) throw notFound({ routeId: `/_main${atlas.root}`, data: { resource: selection.missing } });
  if ('node' in selection && params.continent !== undefined && params.continent !== selection.node.continent.slug)
    throw redirect({ to: '.', params: { continent: selection.node.continent.slug }, search: true, replace: true });
  return titleOf(selection, atlas.root);
}
