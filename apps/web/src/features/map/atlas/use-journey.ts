import { useMemo } from 'react';
import { solvedLabsQuery } from '#features/labs/queries.public.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { useReach } from '#shell/reach.ts';
import { progressQuery } from '../queries.public.ts';
import type { Atlas } from './atlas.ts';
import { type Journey, makeJourney } from './journey.ts';

/** The learner's standing: a visitor's on the server and at first, the real one as soon as the browser has it. */
export function useJourney(atlas: Atlas): Journey {
  const reaches = useReach();
  const { data: progress } = usePersonalQuery(progressQuery);
  const { data: solved } = usePersonalQuery(solvedLabsQuery);
  return useMemo(() => makeJourney(atlas, { reaches, progress, solved }), [atlas, reaches, progress, solved]);
}
