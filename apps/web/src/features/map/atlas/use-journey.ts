import { useHydrated } from '@tanstack/react-router';
import { useMemo } from 'react';
import { nextHexOf, overviewQuery, progressOfQuery } from '#features/home/queries.public.ts';
import { solvedLabsQuery } from '#features/labs/queries.public.ts';
import { useVisits } from '#features/learn/visit/visits.public.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { useTierReach } from '#shell/tier-access.ts';
import { progressQuery } from '../queries.public.ts';
import type { Atlas } from './atlas.ts';
import { type Journey, makeJourney } from './journey.ts';

/** What a visitor has finished without an account. A learner's is on the server. */
function useVisited() {
  const isVisitor = useSession() === null;
  const visits = useVisits();
  return useMemo(() => {
    if (!isVisitor) return undefined;
    const counts = new Map<string, number>();
    for (const { training, completed } of Object.values(visits)) {
      if (completed !== undefined) counts.set(training, (counts.get(training) ?? 0) + 1);
    }
    return counts;
  }, [isVisitor, visits]);
}

/** The learner's standing: a visitor's on the server and at first, the real one as soon as the browser has it. */
export function useJourney(atlas: Atlas): Journey {
  const reaches = useTierReach();
  const { data: all } = usePersonalQuery(progressQuery);
  const { data: solved } = usePersonalQuery(solvedLabsQuery);
  const visited = useVisited();
  const kind = atlas.root === '/youtube' ? 'video' : 'course';
  const isHere = (slug: string) => atlas.byRef.has(`training:${slug}`);
  // Who was on the other map last is somewhere on this one, too.
  const isElsewhere = !!all?.resume && !isHere(all.resume.training.slug);
  const { data: own } = usePersonalQuery(progressOfQuery(kind), isElsewhere);
  const resume = (isElsewhere ? own?.resume : all?.resume) ?? null;
  const progress = useMemo(() => all && { ...all, resume }, [all, resume]);
  // Only for those who have finished all that they began: the overview says what comes then.
  const isBetween =
    !resume &&
    (!isElsewhere || own !== undefined) &&
    !!all?.progress.some(({ training_slug }) => isHere(training_slug));
  const { data: overview } = usePersonalQuery(overviewQuery(kind), isBetween);
  const next = isBetween ? nextHexOf(overview)?.slug : undefined;
  // The server's page may have waited in a cache.
  const isLive = useHydrated();
  return useMemo(
    () => makeJourney(atlas, { reaches, progress, solved, next, visited, now: isLive ? Date.now() : undefined }),
    [atlas, reaches, progress, solved, next, visited, isLive],
  );
}
