import { reachesTier } from '@hexpedition/contract/tiers';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import { lacksSteps, missingSteps, type Step } from './steps.public.ts';

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

/** `reachesTier` in SQL, over a column with a tier. */
export const isInReach = (viewer: Viewer | null, tier: string): RawBuilder<boolean> =>
  viewer?.isSuperuser ? sql<boolean>`true` : sql<boolean>`${sql.ref(tier)} <= ${viewer?.tier ?? 0}`;

/** Whether `lockOf` has nothing to say, in SQL over the alias of a `trainings` row. */
export const isOpen = (viewer: Viewer, training: string): RawBuilder<boolean> =>
  sql<boolean>`(${isInReach(viewer, `${training}.tier`)} and not ${waitsForSteps(viewer, training)})`;

/** Whether steps keep somebody out of a training, whatever its tier. Superusers need none. */
export const waitsForSteps = (viewer: Viewer, training: string): RawBuilder<boolean> =>
  viewer.isSuperuser ? sql<boolean>`false` : lacksSteps(viewer.pk, training);

/** @throws AppError tier_required */
export function assertTier(viewer: Viewer | null, tier: number, what: 'lesson' | 'training' | 'lab'): void {
  if (!reachesTier(viewer, tier)) throw new AppError('tier_required', `Your tier does not include this ${what}.`);
}

/** @throws AppError tier_required, step_required */
export function assertOpen(viewer: Viewer | null, training: { tier: number; missing: Step[] }): void {
  assertTier(viewer, training.tier, 'lesson');
  const lock = lockOf(viewer, training);
  if (!lock) return;
  const names = lock.steps.map(({ name }) => name);
  const last = names.pop();
  const list = names.length > 0 ? `${names.join(', ')} and ${last}` : last;
  throw new AppError('step_required', `This lesson opens once you have finished ${list}.`);
}

/**
 * The one gate before everything that belongs to a lesson: its text, its quizzes, its flags, notes on it.
 * @param trainingSlug where the caller names the training too: a lesson of another one is not found
 * @throws AppError not_found, tier_required, step_required
 */
export async function assertReaches(
  db: Db | Tx,
  viewer: Viewer | null,
  subchapterSlug: string,
  trainingSlug?: string,
): Promise<ReachedLesson> {
  const row = await db
    .selectFrom('subchapters')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .select(['subchapters.pk', 'subchapters.slug', 'subchapters.revision'])
    .select(['trainings.pk as training_pk', 'trainings.slug as training_slug', 'trainings.tier'])
    .select(missingSteps(viewer?.pk, 'trainings').as('missing'))
    .where('subchapters.slug', '=', subchapterSlug)
    .$if(trainingSlug !== undefined, (query) => query.where('trainings.slug', '=', trainingSlug ?? ''))
    .where('subchapters.hidden', '=', false)
    .where('chapters.hidden', '=', false)
    .where('trainings.hidden', '=', false)
    .executeTakeFirst();
  if (!row) throw notFound('lesson');
  const { missing, ...lesson } = row;
  assertOpen(viewer, { tier: lesson.tier, missing });
  return lesson;
}
