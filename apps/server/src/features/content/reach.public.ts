import { reachesTier } from '@hexpedition/contract/tiers';
import type { Db, Tx } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import type { Reader } from '#platform/http/viewer';
import { findShownSubchapter, type Step } from './reach.read-model.ts';

export { isInReach, isOpen, missingSteps, offeredTier, waitsForSteps } from './reach.read-model.ts';

/** A lesson that somebody may read. */
export interface ReachedSubchapter {
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
export function lockOf(reader: Reader, training: { tier: number; missing: Step[] }): Lock | null {
  if (!reachesTier(reader, training.tier)) return { reason: 'tier', steps: [] };
  if (training.missing.length > 0 && !reader.isSuperuser) return { reason: 'steps', steps: training.missing };
  return null;
}

/** @throws AppError tier_required */
export function assertTier(reader: Reader, tier: number, what: 'lesson' | 'course' | 'lab'): void {
  if (!reachesTier(reader, tier)) throw new AppError('tier_required', `Your tier does not include this ${what}.`);
}

/** @throws AppError tier_required, step_required */
export function assertOpen(reader: Reader, training: { tier: number; missing: Step[] }): void {
  assertTier(reader, training.tier, 'lesson');
  const lock = lockOf(reader, training);
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
  reader: Reader,
  subchapterSlug: string,
  trainingSlug?: string,
): Promise<ReachedSubchapter> {
  const row = await findShownSubchapter(db, reader, subchapterSlug, trainingSlug);
  if (!row) throw notFound('lesson');
  const { missing, ...subchapter } = row;
  assertOpen(reader, { tier: subchapter.tier, missing });
  return subchapter;
}
