import type { QueryClient } from '@tanstack/react-query';
import { claimNotes } from '#features/notes/visitor-notes.public.ts';
import type { Api } from '#lib/api.ts';
import { isApiError } from '#lib/api-error.ts';
import { setQueryResult } from '#lib/query.ts';
import { refreshProgress } from '../progress/keep-progress.ts';
import { quizAnswersQuery, trainingProgressQuery } from '../queries.public.ts';
import { changeVisit, readVisits, type Visit } from './visits.public.ts';

let running: Promise<void> | undefined;

/** Gives everything that is kept in this browser to the account, one lesson after the other, and forgets it here. */
export function takeOver(api: Api, client: QueryClient, userPk: number): Promise<void> {
  running ??= takeAll(api, client, userPk).finally(() => {
    running = undefined;
  });
  return running;
}

async function takeAll(api: Api, client: QueryClient, userPk: number): Promise<void> {
  claimNotes(api, userPk);
  const visits = Object.entries(readVisits());
  for (const [lesson, visit] of visits) {
    try {
      await takeOne(api, client, lesson, visit);
    } catch (error) {
      // A lesson that is locked by now may open again, and the others are not to wait for it.
      if (!isApiError(error, 'tier_required') && !isApiError(error, 'step_required')) break;
    }
  }
  if (visits.length > 0) refreshProgress(client);
}

async function takeOne(api: Api, client: QueryClient, lesson: string, visit: Visit): Promise<void> {
  const answers = Object.entries(visit.answers ?? {}).map(([id, { answer, revision, answered_at }]) => {
    return { id, answer, revision, answered_at };
  });
  const completed = visit.completed === undefined ? null : { revision: visit.completed };
  try {
    const taken = await api('POST /api/subchapter/:slug/visit', {
      params: { slug: lesson },
      body: { completed, answers },
    });
    await setQueryResult(client, trainingProgressQuery(taken.progress.training_slug), taken.progress);
    await setQueryResult(client, quizAnswersQuery(lesson), { answers: taken.answers });
  } catch (error) {
    // What was done on a lesson that is gone means nothing any more.
    if (!isApiError(error, 'not_found')) throw error;
  }
  const sent = JSON.stringify(visit);
  changeVisit(lesson, (now) => (JSON.stringify(now) === sent ? undefined : now));
}
