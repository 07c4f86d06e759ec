import type { HexmapName } from '@hexpedition/contract/map-vocabulary';
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import { useMemo } from 'react';
import { labsQuery } from '#features/labs/queries.public.ts';
import { trainingsQuery } from '#features/learn/queries.public.ts';
import { currentVersion, useVersion } from '#lib/config-versions.ts';
import { ensureQuery } from '#lib/ensure-query.ts';
import { hexmapQuery } from '../queries.public.ts';
import { type Atlas, makeAtlas } from './atlas.ts';
import { type MapParams, select, titleOf } from './selection.ts';

/** The map joined with what is on it. Loaders have made sure of all three answers. */
export function useAtlas(hexmap: HexmapName): Atlas {
  const { data: everybodys } = useSuspenseQuery(hexmapQuery(hexmap));
  const version = useVersion(hexmap);
  const { data: own } = useQuery({ ...hexmapQuery(hexmap, version), enabled: version !== '2' });
  const map = (version !== '2' && own) || everybodys;
  const { data: trainings } = useSuspenseQuery(trainingsQuery);
  const { data: labs } = useSuspenseQuery(labsQuery);
  return useMemo(() => makeAtlas(map, trainings.trainings, labs.labs), [map, trainings, labs]);
}

/** The same, for loaders. */
export async function loadAtlas(client: QueryClient, hexmap: HexmapName): Promise<Atlas> {
  // On the server nobody is signed in. Without the testers' map a tester sees everybody's.
  const version = currentVersion(hexmap);
  const [everybodys, own, { trainings }, { labs }] = await Promise.all([
    ensureQuery(client, hexmapQuery(hexmap), 'map'),
    version === '2' ? undefined : client.ensureQueryData(hexmapQuery(hexmap, version)).catch(() => undefined),
    client.ensureQueryData(trainingsQuery),
    client.ensureQueryData(labsQuery),
  ]);
  return makeAtlas(own ?? everybodys, trainings, labs);
}

/**
 * What the address names on the map, and how the page is called. If that does not exist, the page "Not Found" stands in
 * place of the map. An address with a continent that a training does not stand on leads to the right one.
 * @throws NotFoundError, Redirect
 */
export async function loadTitle(client: QueryClient, hexmap: HexmapName, params: MapParams): Promise<string> {
  const atlas = await loadAtlas(client, hexmap);
  const selection = select(atlas, params);
  if ('missing' in selection) throw notFound({ routeId: `/_main${atlas.root}`, data: { resource: selection.missing } });
  if ('node' in selection && params.continent !== undefined && params.continent !== selection.node.continent.slug)
    throw redirect({ to: '.', params: { continent: selection.node.continent.slug }, search: true, replace: true });
  return titleOf(selection, atlas.root);
}
