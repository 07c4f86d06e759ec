import { canAccessTier } from '@hexpedition/contract/tiers';
import type { Db, Tx } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import type { Reader } from '#platform/http/viewer';
import { findVisibleSubchapter, type Prerequisite } from './training-access.read-model.ts';

export {
  isCompleted,
  isOpen,
  isStarted,
  isTierInReach,
  missingPrerequisites,
  offeredTier,
  type Prerequisite,
  prerequisitesOf,
} from './training-access.read-model.ts';

/** A lesson that a reader may read. */
export interface AccessibleSubchapter {
  pk: number;
  slug: string;
  revision: number;
  training_pk: number;
  training_slug: string;
  tier: number;
}

/** Why a training is locked for a reader. The tier is checked before prerequisites. Null when it is open. */
export type Lock = { reason: 'tier'; prerequisites: [] } | { reason: 'prerequisites'; prerequisites: Prerequisite[] };

/** Decides who may enter a training. Superusers may enter every training. Pure. */
export function findLock(reader: Reader, training: { tier: number; missing: Prerequisite[] }): Lock | null {
  if (!canAccessTier(reader, training.tier)) return { reason: 'tier', prerequisites: [] };
  if (training.missing.length > 0 && !reader.isSuperuser)
    return { reason: 'prerequisites', prerequisites: training.missing };
  return null;
}

/** Returns why a visible lesson is locked for a reader: null if it is open, undefined if there is no such lesson. */
export async function findLessonLock(db: Db, reader: Reader, slug: string): Promise<Lock | null | undefined> {
  const lesson = await findVisibleSubchapter(db, reader, slug);
  return lesson && findLock(reader, lesson);
}

/** @throws AppError tier_required */
export function assertTier(reader: Reader, tier: number, what: 'lesson' | 'course' | 'lab'): void {
  if (!canAccessTier(reader, tier)) throw new AppError('tier_required', `Your tier does not include this ${what}.`);
}

/** @throws AppError tier_required, step_required */
export function assertOpen(reader: Reader, training: { tier: number; missing: Prerequisite[] }): void {
  assertTier(reader, training.tier, 'lesson');
  const lock = findLock(reader, training);
  if (!lock) return;
  const names = lock.prerequisites.map(({ name }) => name);
  const last = names.pop();
  const list = names.length > 0 ? `${names.join(', ')} and ${last}` : last;
  throw new AppError('step_required', `This lesson opens once you have finished ${list}.`);
}

/**
 * The single access check for everything that belongs to a lesson: its text, quizzes, flags and notes.
 * @param trainingSlug set if the caller also names the training: a lesson of another training is not found
 * @throws AppError not_found, tier_required, step_required
 */
export async function assertLessonAccess(
  db: Db | Tx,
  reader: Reader,
  subchapterSlug: string,
  trainingSlug?: string,
): Promise<AccessibleSubchapter> {
  const row = await findVisibleSubchapter(db, reader, subchapterSlug, trainingSlug);
  if (!row) throw notFound('lesson');
  const { missing, ...subchapter } = row;
  assertOpen(reader, { tier: subchapter.tier, missing });
  return subchapter;
}
