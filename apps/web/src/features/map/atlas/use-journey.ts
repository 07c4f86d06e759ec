import { useHydrated } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTierReach } from '#entities/account/tier-access.ts';
import { solvedLabsQuery } from '#entities/lab/lab-queries.ts';
import { progressQuery } from '#entities/map/map-queries.ts';
import { nextTrainingOf, overviewQuery, progressOfQuery } from '#entities/progress/overview-queries.ts';
import { useVisitorProgress } from '#entities/progress/visitor-progress.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import type { Atlas } from './atlas.ts';
import { type Journey, makeJourney } from './journey.ts';

/** Returns the number of subchapters that a visitor without an account has finished, by training. */
function useVisitedCounts() {
  const isVisitor = useSession() === null;
  const visitorProgress = useVisitorProgress();
  return useMemo(() => {
    if (!isVisitor) return undefined;
    const counts = new Map<string, number>();
    for (const { training, completed } of Object.values(visitorProgress)) {
      if (completed !== undefined) counts.set(training, (counts.get(training) ?? 0) + 1);
    }
    return counts;
  }, [isVisitor, visitorProgress]);
}

/** Returns the learner's journey. On the server and on the first render it is a visitor's. */
export function useJourney(atlas: Atlas): Journey {
  const reaches = useTierReach();
  const { data: all } = usePersonalQuery(progressQuery);
  const { data: solved } = usePersonalQuery(solvedLabsQuery);
  const visited = useVisitedCounts();
  const kind = atlas.root === '/youtube' ? 'video' : 'course';
  const isOnMap = (slug: string) => atlas.byRef.has(`training:${slug}`);
  // A learner who used the other map last still has a position on this one.
  const isOnOtherMap = !!all?.resume && !isOnMap(all.resume.training.slug);
  const { data: mapProgress } = usePersonalQuery(progressOfQuery(kind), isOnOtherMap);
  const resume = (isOnOtherMap ? mapProgress?.resume : all?.resume) ?? null;
  const progress = useMemo(() => all && { ...all, resume }, [all, resume]);
  // After all started trainings are finished, the overview suggests the next one.
  const hasFinishedAll =
    !resume &&
    (!isOnOtherMap || mapProgress !== undefined) &&
    !!all?.progress.some(({ training_slug }) => isOnMap(training_slug));
  const { data: overview } = usePersonalQuery(overviewQuery(kind), hasFinishedAll);
  const next = hasFinishedAll ? nextTrainingOf(overview)?.slug : undefined;
  // The server-rendered page may come from a cache, so the time is used only after hydration.
  const isHydrated = useHydrated();
  return useMemo(
    () => makeJourney(atlas, { reaches, progress, solved, next, visited, now: isHydrated ? Date.now() : undefined }),
    [atlas, reaches, progress, solved, next, visited, isHydrated],
  );
}
