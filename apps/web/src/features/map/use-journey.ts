import { useMemo } from 'react';
import { usePersonalQuery } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import type { Atlas } from './atlas.ts';
import { type Journey, makeJourney } from './journey.ts';
import { progressQuery, solvedLabsQuery } from './queries.ts';

/** The learner's standing: a visitor's on the server and at first, the real one as soon as the browser has it. */
export function useJourney(atlas: Atlas): Journey {
  const tier = useSession()?.user.account.tier ?? 0;
  const { data: progress } = usePersonalQuery(progressQuery);
  const { data: solved } = usePersonalQuery(solvedLabsQuery);
  return useMemo(() => makeJourney(atlas, { tier, progress, solved }), [atlas, tier, progress, solved]);
}
