import { useMemo } from 'react';
import { usePersonalQuery } from '#lib/query.ts';
import { quizAnswersQuery } from '../queries.public.ts';
import { type KeptAnswer, useVisits } from './visits.ts';

/**
 * What the reader has answered in a lesson as it is now, by the id of the quiz: on the server, and in this browser
 * without an account.
 */
export function useKeptAnswers(lesson: string, revision: number, wanted = true): ReadonlyMap<string, KeptAnswer> {
  const { data } = usePersonalQuery(quizAnswersQuery(lesson), wanted);
  const here = useVisits()[lesson]?.answers;
  return useMemo(() => {
    const visited = Object.values(here ?? {}).filter((answer) => answer.revision === revision);
    return new Map([...visited, ...(data?.answers ?? [])].map((answer) => [answer.id, answer]));
  }, [data, here, revision]);
}
