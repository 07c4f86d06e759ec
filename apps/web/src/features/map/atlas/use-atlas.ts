import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { useMemo } from 'react';
import { labsQuery } from '#features/labs/queries.public.ts';
import { trainingsQuery } from '#features/learn/queries.public.ts';
import { readSession, useSession } from '#lib/session.ts';
import { betaHexmapQuery, hexmapQuery } from '../queries.public.ts';
import { type Atlas, makeAtlas } from './atlas.ts';
import { type MapParams, type Selection, select } from './selection.ts';

/** The map joined with what is on it. Loaders have made sure of all three answers. */
export function useAtlas(): Atlas {
  const { data: everybodys } = useSuspenseQuery(hexmapQuery);
  const isTester = useSession()?.user.account.beta_access ?? false;
  const { data: testers } = useQuery({ ...betaHexmapQuery, enabled: isTester });
  const map = (isTester && testers) || everybodys;
  const { data: trainings } = useSuspenseQuery(trainingsQuery);
  const { data: labs } = useSuspenseQuery(labsQuery);
  return useMemo(() => makeAtlas(map, trainings.trainings, labs.labs), [map, trainings, labs]);
}

/** The same, for loaders. */
export async function loadAtlas(client: QueryClient): Promise<Atlas> {
  // On the server nobody is signed in. Without the testers' map a tester sees everybody's.
  const isTester = readSession()?.user.account.beta_access ?? false;
  const [everybodys, testers, { trainings }, { labs }] = await Promise.all([
    client.ensureQueryData(hexmapQuery),
    isTester ? client.ensureQueryData(betaHexmapQuery).catch(() => undefined) : undefined,
    client.ensureQueryData(trainingsQuery),
    client.ensureQueryData(labsQuery),
  ]);
  return makeAtlas(testers ?? everybodys, trainings, labs);
}

/**
 * What the address names on the map. If that does not exist, the page "Not Found" stands in place of the map.
 * @throws NotFoundError
 */
export async function loadSelection(client: QueryClient, params: MapParams): Promise<Selection> {
  const selection = select(await loadAtlas(client), params);
  if ('missing' in selection) throw notFound({ routeId: '/_main/map', data: { resource: selection.missing } });
  return selection;
}
