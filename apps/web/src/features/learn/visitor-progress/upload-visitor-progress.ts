import type { QueryClient } from '@tanstack/react-query';
import { claimDrafts } from '#entities/note/store/note-drafts.ts';
import { saveDrafts } from '#entities/note/store/use-notes.ts';
import { refreshProgress } from '#entities/progress/store-progress.ts';
import {
  changeVisitorProgress,
  readVisitorProgress,
  type VisitorProgress,
  withoutEmptyParts,
} from '#entities/progress/visitor-progress.ts';
import { quizAnswersQuery, trainingFlagsQuery, trainingProgressQuery } from '#entities/training/training-queries.ts';
import type { Api } from '#lib/api.ts';
import { isApiError } from '#lib/api-error.ts';
import { plural } from '#lib/format.ts';
import { setQueryResult } from '#lib/query.ts';
import { onTabReset } from '#lib/tab-state.ts';
import { toast } from '#ui/toast.ts';

let running: Promise<void> | undefined;
onTabReset(() => {
  running = undefined;
});

/**
 * Uploads all progress that is stored in this browser to the account, lesson by lesson, and deletes it here. Shows what
 * the account has gained.
 */
export function uploadVisitorProgress(api: Api, client: QueryClient, userPk: number): Promise<void> {
  running ??= uploadAll(api, client, userPk).finally(() => {
    running = undefined;
  });
  return running;
}

/** Numbers of items that an upload has added to the account. */
interface Gain {
  lessons: number;
  answers: number;
  flags: number;
  drills: number;
  points: number;
}

async function uploadAll(api: Api, client: QueryClient, userPk: number): Promise<void> {
  claimNotes(api, userPk);
  const visits = Object.entries(readVisitorProgress());
  const gain: Gain = { lessons: 0, answers: 0, flags: 0, drills: 0, points: 0 };
  for (const [lesson, visit] of visits) {
    try {
      await uploadLesson(api, client, lesson, visit, gain);
    } catch (error) {
      // A lesson may be locked now. Its progress stays stored, and the upload continues with the others.
      if (!isApiError(error, 'tier_required') && !isApiError(error, 'step_required')) break;
    }
  }
  if (visits.length === 0) return;
  refreshProgress(client);
  if (gain.flags + gain.drills > 0) {
    // The account's overview, profile and ranks depend on points.
    void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).includes(' /api/account/') });
    for (const { training } of new Set(visits.map(([, visit]) => visit)))
      void client.invalidateQueries({ queryKey: trainingFlagsQuery(training).queryKey });
  }
  showGain(gain);
}

function showGain({ lessons, answers, flags, drills, points }: Gain): void {
  const parts = [
    lessons > 0 && plural(lessons, 'lesson'),
    answers > 0 && plural(answers, 'answer'),
    flags > 0 && plural(flags, 'flag'),
    drills > 0 && plural(drills, 'drill'),
    points > 0 && plural(points, 'point'),
  ].filter((part) => part !== false);
  if (parts.length > 0) toast(`Saved to your account: ${parts.join(', ')}.`, 'good');
}

/**
 * Moves the notes written without an account into the learner's account. Each is saved like the draft of a closed page:
 * if the account already has notes on the lesson, the two are merged, if necessary by the learner.
 */
function claimNotes(api: Api, userPk: number): void {
  for (const lesson of claimDrafts(userPk)) void saveDrafts(api, userPk, lesson);
}

async function uploadLesson(
  api: Api,
  client: QueryClient,
  lesson: string,
  visit: VisitorProgress,
  gain: Gain,
): Promise<void> {
  const { training, completed, answers = {}, flags = {}, drills = {} } = visit;
  if (completed !== undefined || Object.keys(answers).length > 0) {
    const sent = Object.entries(answers).map(([id, { answer, revision, answered_at }]) => {
      return { id, answer, revision, answered_at };
    });
    const body = { completed: completed === undefined ? null : { revision: completed }, answers: sent };
    const stored = await unlessRemoved(api('POST /api/subchapter/:slug/visit', { params: { slug: lesson }, body }));
    if (stored) {
      await setQueryResult(client, trainingProgressQuery(stored.progress.training_slug), stored.progress);
      await setQueryResult(client, quizAnswersQuery(lesson), { answers: stored.answers });
      gain.lessons += completed === undefined ? 0 : 1;
      gain.answers += sent.length;
    }
    // Keeps what has changed during the upload.
    const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
    change(lesson, ({ completed: revision, answers: own, ...rest }) => ({
      ...rest,
      ...(revision !== undefined && revision !== completed && { completed: revision }),
      ...(own && !isSame(own, answers) && { answers: own }),
    }));
  }
  for (const [id, { flag }] of Object.entries(flags)) {
    const body = { subchapter: lesson, id, flag };
    const verdict = await unlessRemoved(api('POST /api/progress/:training/flags', { params: { training }, body }));
    if (verdict?.result === 'right') {
      gain.flags += 1;
      gain.points += verdict.points;
    }
    change(lesson, (now) => ({ ...now, flags: omit(now.flags, id) }));
  }
  for (const [id, body] of Object.entries(drills)) {
    const params = { slug: lesson, id };
    const verdict = await unlessRemoved(api('POST /api/subchapter/:slug/drill/:id/visitor', { params, body }));
    if (verdict?.correct) {
      gain.drills += 1;
      gain.points += verdict.points;
    }
    change(lesson, (now) => ({ ...now, drills: omit(now.drills, id) }));
  }
}

function change(lesson: string, changed: (now: VisitorProgress) => VisitorProgress): void {
  changeVisitorProgress(lesson, (now) => now && withoutEmptyParts(changed(now)));
}

const omit = <T>(entries: Record<string, T> = {}, id: string): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).filter(([other]) => other !== id));

/** Waits for a call. @returns undefined if the lesson, flag or round no longer exists, so that its progress is dropped */
async function unlessRemoved<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isApiError(error, 'not_found') || isApiError(error, 'conflict')) return undefined;
    throw error;
  }
}
