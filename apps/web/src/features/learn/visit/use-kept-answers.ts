import { useMemo } from 'react';
import { usePersonalQuery } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { quizAnswersQuery } from '../queries.public.ts';
import { type KeptAnswer, useVisits } from './visits.public.ts';

/**
 * What the reader has answered in a lesson as it is now, by the id of the quiz: on the server, and in this browser
 * without an account.
 */
export function useKeptAnswers(lesson: string, revision: number, wanted = true): ReadonlyMap<string, KeptAnswer> {
  const isMember = useSession() !== null;
  const answer = usePersonalQuery(quizAnswersQuery(lesson), wanted).data;
  // A quiz hydrates late, when the answer may be there already: it is to begin as the server drew it.
  const data = isMember ? answer : undefined;
  const here = useVisits()[lesson]?.answers;
  return useMemo(() => {
    const visited = Object.values(here ?? {}).filter((answer) => answer.revision === revision);
    return new Map([...visited, ...(data?.answers ?? [])].map((answer) => [answer.id, answer]));
  }, [data, here, revision]);
}
