import type { Training } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useReaches } from '#features/labs/reach.ts';
import { useSession } from '#lib/session.ts';
import { Travelled } from './journey.ts';
import { trainingFlagsQuery, trainingProgressQuery } from './queries.ts';

type Which = Pick<Training, 'slug' | 'tier'>;

/** Whether the progress of a training may be asked for: not signed out, not above the account's tier. */
function useMayAsk({ tier }: Which): boolean {
  const signedIn = useSession() !== null;
  return useReaches(tier) && signedIn;
}

/** What the learner has done of a training. `known` is false for visitors, on the server, and until it is there. */
export function useTravelled(training: Which): { travelled: Travelled; known: boolean } {
  const { data } = useQuery({ ...trainingProgressQuery(training.slug), enabled: useMayAsk(training) });
  const reached = useReaches(training.tier);
  const travelled = useMemo(() => new Travelled(data, !reached), [data, reached]);
  return { travelled, known: data !== undefined };
}

/** The ids of the flags that the learner has found in a training's lessons, as `lesson/id`. */
export function useFoundFlags(training: Which): ReadonlySet<string> {
  const { data } = useQuery({ ...trainingFlagsQuery(training.slug), enabled: useMayAsk(training) });
  return useMemo(
    () => new Set(data?.flags.filter((flag) => flag.solved_at !== null).map((flag) => `${flag.subchapter}/${flag.id}`)),
    [data],
  );
}
