import { useMemo } from 'react';
import { overviewQuery } from '#features/home/queries.public.ts';
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
  // Only for those who have finished all that they began: the overview says what comes then.
  const isBetween = progress !== undefined && progress.progress.length > 0 && !progress.resume;
  const { data: overview } = usePersonalQuery(overviewQuery('course'), isBetween);
  const next = isBetween ? overview?.next.find(({ locked }) => locked === null)?.slug : undefined;
  return useMemo(
    () => makeJourney(atlas, { reaches, progress, solved, next }),
    [atlas, reaches, progress, solved, next],
  );
}
