import { useMemo } from 'react';
import { reaches } from '#features/labs/reach.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import type { Atlas } from './atlas.ts';
import { type Journey, makeJourney } from './journey.ts';
import { progressQuery, solvedLabsQuery } from './queries.ts';

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
