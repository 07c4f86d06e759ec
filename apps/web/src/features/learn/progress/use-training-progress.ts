import type { Training } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSession } from '#lib/session.ts';
import { useReachesTier } from '#shell/tier-access.ts';
import { accessQuery, trainingFlagsQuery, trainingProgressQuery } from '../queries.public.ts';
import { useVisits } from '../visit/visits.public.ts';
import { TrainingProgress } from './training-progress.ts';

type Which = Pick<Training, 'slug' | 'tier' | 'requires'>;

/** Whether the progress of a training may be asked for: the learner is signed in, and their tier reaches it. */
function useMayAsk({ tier }: Pick<Which, 'tier'>): boolean {
  const signedIn = useSession() !== null;
  return useReachesTier(tier) && signedIn;
}

/** What keeps somebody out of a training: the tier before the steps; null when nothing does, as far as is known. */
export type Lock = 'tier' | 'steps' | null;

/** The server decides. For a visitor, and until its answer is there, a training with steps counts as locked. */
function useLock(training: Which): Lock {
  const mayAsk = useMayAsk(training);
  const reached = useReachesTier(training.tier);
  const isStepped = training.requires.length > 0;
  const { data } = useQuery({ ...accessQuery(training.slug), enabled: mayAsk && isStepped });
  if (!reached) return 'tier';
  if (data) return data.reason;
  return isStepped ? 'steps' : null;
}

/**
 * What the reader has done of a training: on the server, and in this browser without an account. `known` is false for
 * visitors, on the server, and until it is there.
 */
export function useTrainingProgress(training: Which): { progress: TrainingProgress; known: boolean; lock: Lock } {
  const mayAsk = useMayAsk(training);
  const answer = useQuery({ ...trainingProgressQuery(training.slug), enabled: mayAsk }).data;
  // A part of the page that hydrates late may find the answer there already, and is to begin as the server drew it.
  const data = mayAsk ? answer : undefined;
  const lock = useLock(training);
  const visits = useVisits();
  const progress = useMemo(() => {
    const here = Object.entries(visits).flatMap(([lesson, visit]) =>
      visit.training === training.slug && visit.completed !== undefined ? lesson : [],
    );
    const completed = [...(data?.completed ?? []), ...here];
    return new TrainingProgress({ completed, changed: data?.changed ?? [] }, lock !== null);
  }, [data, lock, visits, training.slug]);
  return { progress, known: data !== undefined, lock };
}

/** The ids of the flags that the learner has found in a training's lessons, as `lesson/id`. */
export function useFoundFlags(training: Which): ReadonlySet<string> {
  const mayAsk = useMayAsk(training);
  const answer = useQuery({ ...trainingFlagsQuery(training.slug), enabled: mayAsk }).data;
  // As above: what hydrates late is to begin as the server drew it.
  const data = mayAsk ? answer : undefined;
  return useMemo(
    () => new Set(data?.flags.filter((flag) => flag.solved_at !== null).map((flag) => `${flag.subchapter}/${flag.id}`)),
    [data],
  );
}
