import type { Training } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useReachesTier } from '#entities/account/tier-access.ts';
import { useSession } from '#lib/session.ts';
import { accessQuery, trainingFlagsQuery, trainingProgressQuery } from '../training/training-queries.ts';
import { TrainingProgress } from './training-progress.ts';
import { useVisitorProgress } from './visitor-progress.ts';

type TrainingRef = Pick<Training, 'slug' | 'tier' | 'requires'>;

/** Whether the progress of a training can be requested: the learner is logged in and their tier includes it. */
function useHasProgress({ tier }: Pick<TrainingRef, 'tier'>): boolean {
  const signedIn = useSession() !== null;
  return useReachesTier(tier) && signedIn;
}

/** Reason for which a training is locked; the tier comes before the prerequisites. Null if it is open or not yet known. */
export type Lock = 'tier' | 'prerequisites' | null;

/** Returns the lock of a training from the server. Until it is loaded, and for visitors, prerequisites count as missing. */
function useLock(training: TrainingRef): Lock {
  const hasProgress = useHasProgress(training);
  const hasAccess = useReachesTier(training.tier);
  const hasPrerequisites = training.requires.length > 0;
  const { data } = useQuery({ ...accessQuery(training.slug), enabled: hasProgress && hasPrerequisites });
  if (!hasAccess) return 'tier';
  if (data) return data.reason;
  return hasPrerequisites ? 'prerequisites' : null;
}

/**
 * Returns the progress in a training: from the server, and from this browser for visitors. `known` is false for visitors,
 * during server rendering, and until the progress is loaded.
 */
export function useTrainingProgress(training: TrainingRef): { progress: TrainingProgress; known: boolean; lock: Lock } {
  const hasProgress = useHasProgress(training);
  const answer = useQuery({ ...trainingProgressQuery(training.slug), enabled: hasProgress }).data;
  // A part that hydrates late may find the response in the cache. It must first render as the server did.
  const data = hasProgress ? answer : undefined;
  const lock = useLock(training);
  const visits = useVisitorProgress();
  const progress = useMemo(() => {
    const localLessons = Object.entries(visits).flatMap(([lesson, visit]) =>
      visit.training === training.slug && visit.completed !== undefined ? lesson : [],
    );
    const completed = [...(data?.completed ?? []), ...localLessons];
    return new TrainingProgress({ completed, changed: data?.changed ?? [] }, lock !== null);
  }, [data, lock, visits, training.slug]);
  return { progress, known: data !== undefined, lock };
}

/**
 * Returns the flags and drills that the learner has solved in a training's lessons, as `lesson/id`.
 * @param kind restricts them to flags or to drills
 */
export function useFoundFlags(training: TrainingRef, kind?: 'flag' | 'drill'): ReadonlySet<string> {
  const hasProgress = useHasProgress(training);
  const answer = useQuery({ ...trainingFlagsQuery(training.slug), enabled: hasProgress }).data;
  // As above: a part that hydrates late must first render as the server did.
  const data = hasProgress ? answer : undefined;
  return useMemo(
    () =>
      new Set(
        data?.flags
          .filter((flag) => flag.solved_at !== null && (!kind || flag.kind === kind))
          .map((flag) => `${flag.subchapter}/${flag.id}`),
      ),
    [data, kind],
  );
}
