import type { QueryClient } from '@tanstack/react-query';
import { claimDrafts } from '#entities/note/store/note-drafts.ts';
import { saveDrafts } from '#entities/note/store/use-notes.ts';
import { refreshProgress } from '#entities/progress/store-progress.ts';
import {
  changeVisitorProgress,
  readVisitorProgress,
  type VisitorProgress,
} from '#entities/progress/visitor-progress.ts';
import { quizAnswersQuery, trainingProgressQuery } from '#entities/training/training-queries.ts';
import type { Api } from '#lib/api.ts';
import { isApiError } from '#lib/api-error.ts';
import { setQueryResult } from '#lib/query.ts';
import { onTabReset } from '#lib/tab-state.ts';

let running: Promise<void> | undefined;
onTabReset(() => {
  running = undefined;
});

/** Uploads all progress that is stored in this browser to the account, lesson by lesson, and deletes it here. */
export function uploadVisitorProgress(api: Api, client: QueryClient, userPk: number): Promise<void> {
  running ??= uploadAll(api, client, userPk).finally(() => {
    running = undefined;
  });
  return running;
}

async function uploadAll(api: Api, client: QueryClient, userPk: number): Promise<void> {
  claimNotes(api, userPk);
  const visits = Object.entries(readVisitorProgress());
  for (const [lesson, visit] of visits) {
    try {
      await uploadLesson(api, client, lesson, visit);
    } catch (error) {
      // A lesson may be locked now. Its progress stays stored, and the upload continues with the others.
      if (!isApiError(error, 'tier_required') && !isApiError(error, 'step_required')) break;
    }
  }
  if (visits.length > 0) refreshProgress(client);
}

/**
 * Moves the notes written without an account into the learner's account. Each is saved like the draft of a closed page:
 * if the account already has notes on the lesson, the two are merged, if necessary by the learner.
 */
function claimNotes(api: Api, userPk: number): void {
  for (const lesson of claimDrafts(userPk)) void saveDrafts(api, userPk, lesson);
}

async function uploadLesson(api: Api, client: QueryClient, lesson: string, visit: VisitorProgress): Promise<void> {
  const answers = Object.entries(visit.answers ?? {}).map(([id, { answer, revision, answered_at }]) => {
    return { id, answer, revision, answered_at };
  });
  const completed = visit.completed === undefined ? null : { revision: visit.completed };
  try {
    const stored = await api('POST /api/subchapter/:slug/visit', {
      params: { slug: lesson },
      body: { completed, answers },
    });
    await setQueryResult(client, trainingProgressQuery(stored.progress.training_slug), stored.progress);
    await setQueryResult(client, quizAnswersQuery(lesson), { answers: stored.answers });
  } catch (error) {
    // The lesson was removed, so its progress is dropped.
    if (!isApiError(error, 'not_found')) throw error;
  }
  const sent = JSON.stringify(visit);
  changeVisitorProgress(lesson, (now) => (JSON.stringify(now) === sent ? undefined : now));
}
