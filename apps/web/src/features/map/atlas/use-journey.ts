import { useMemo } from 'react';
import { solvedLabsQuery } from '#features/labs/queries.public.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { reaches } from '#lib/reach.ts';
import { useSession } from '#lib/session.ts';
import { progressQuery } from '../queries.public.ts';
import type { Atlas } from './atlas.ts';
import { type Journey, makeJourney } from './journey.ts';

/** The learner's standing: a visitor's on the server and at first, the real one as soon as the browser has it. */
export function useJourney(atlas: Atlas): Journey {
  const user = useSession()?.user;
  const { data: progress } = usePersonalQuery(progressQuery);
  const { data: solved } = usePersonalQuery(solvedLabsQuery);
  return useMemo(
    () => makeJourney(atlas, { reaches: (tier) => reaches(user, tier), progress, solved }),
    [atlas, user, progress, solved],
  );
}
