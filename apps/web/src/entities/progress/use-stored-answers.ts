import { useMemo } from 'react';
import { usePersonalQuery } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { quizAnswersQuery } from '../training/training-queries.ts';
import { type StoredAnswer, useVisitorProgress } from './visitor-progress.ts';

/**
 * Returns the answers to the quizzes of a lesson's revision, by quiz id: from the server, and from this browser for
 * visitors.
 */
export function useStoredAnswers(lesson: string, revision: number, enabled = true): ReadonlyMap<string, StoredAnswer> {
  const isMember = useSession() !== null;
  const answer = usePersonalQuery(quizAnswersQuery(lesson), enabled).data;
  // A quiz hydrates late and may find the response in the cache. It must first render as the server did.
  const data = isMember ? answer : undefined;
  const localAnswers = useVisitorProgress()[lesson]?.answers;
  return useMemo(() => {
    const current = Object.values(localAnswers ?? {}).filter((answer) => answer.revision === revision);
    return new Map([...current, ...(data?.answers ?? [])].map((answer) => [answer.id, answer]));
  }, [data, localAnswers, revision]);
}
