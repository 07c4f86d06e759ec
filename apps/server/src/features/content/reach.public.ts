import type { Db, Tx } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import { reachesTier, type Viewer } from '#platform/http/viewer';
import { findShownLesson, type Step } from './reach.read-model.ts';

export { isOpen, missingSteps } from './reach.read-model.ts';

/** A lesson that somebody may read. */
export interface ReachedLesson {
  pk: number;
  slug: string;
  revision: number;
  training_pk: number;
  training_slug: string;
  tier: number;
}

/** What keeps somebody out of a training: the tier before the steps. Null when nothing does. */
export type Lock = { reason: 'tier'; steps: [] } | { reason: 'steps'; steps: Step[] };

/** Pure: who may enter a training. Superusers may enter every one. */
export function lockOf(viewer: Viewer | null, training: { tier: number; missing: Step[] }): Lock | null {
  if (!reachesTier(viewer, training.tier)) return { reason: 'tier', steps: [] };
  if (training.missing.length > 0 && !viewer?.isSuperuser) return { reason: 'steps', steps: training.missing };
  return null;
}

/** @throws AppError tier_required, step_required */
export function assertOpen(viewer: Viewer | null, training: { tier: number; missing: Step[] }, what = 'lesson'): void {
  const lock = lockOf(viewer, training);
  if (lock?.reason === 'tier') throw new AppError('tier_required', `Your tier does not include this ${what}.`);
  if (!lock) return;
  const names = lock.steps.map(({ name }) => name);
  const last = names.pop();
  const list = names.length > 0 ? `${names.join(', ')} and ${last}` : last;
  throw new AppError('step_required', `This ${what} opens once you have finished ${list}.`);
}

/**
 * The one gate before everything that belongs to a lesson: its text, its quizzes, its flags, notes on it.
 * @throws AppError not_found, tier_required, step_required
 */
export async function assertReaches(
  db: Db | Tx,
  viewer: Viewer | null,
  subchapterSlug: string,
): Promise<ReachedLesson> {
  const row = await findShownLesson(db, viewer?.pk, subchapterSlug);
  if (!row) throw notFound('lesson');
  const { missing, ...lesson } = row;
  assertOpen(viewer, { tier: lesson.tier, missing });
  return lesson;
}
