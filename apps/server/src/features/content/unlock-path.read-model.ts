import type { Tier, TrainingAccess } from '@hexpedition/contract';
import { sql } from 'kysely';
import { findLock, isCompleted, isStarted, offeredTier } from '#features/training-access/training-access.public';
import type { Db } from '#platform/db/db';
import type { Reader } from '#platform/http/viewer';
import { shortestUnlockPath, type TrainingOnPath } from './unlock-path.policy.ts';

/**
 * Returns why a visible training is locked for a reader, and how to unlock it; undefined if there is no such training.
 */
export async function findTrainingAccess(db: Db, slug: string, reader: Reader): Promise<TrainingAccess | undefined> {
  const trainings = new Map((await readTrainingsOnPath(db, slug, reader)).map((node) => [node.slug, node]));
  const training = trainings.get(slug);
  if (!training) return undefined;
  const prerequisites = training.requires.flatMap((name) => trainings.get(name) ?? []);
  const missing = training.started ? [] : prerequisites.filter(({ done }) => !done);
  const lock = findLock(reader, { tier: training.tier, missing });
  return {
    locked: lock !== null,
    reason: lock?.reason ?? null,
    tier: { needs: training.tier, have: reader.tier },
    prerequisites: prerequisites.map(({ slug, name, completed, total, done, questions }) => {
      return { slug, name, completed, total, done, test_out: questions !== null };
    }),
    unlock_path: lock ? shortestUnlockPath(slug, trainings, { signedIn: reader.pk !== undefined, ...reader }) : [],
  };
}

/** Reads a training and all its direct and indirect prerequisites, each with the learner's progress. */
async function readTrainingsOnPath(db: Db, slug: string, reader: Reader): Promise<TrainingOnPath[]> {
  const userPk = reader.pk;
  const rows = await db
    .withRecursive('needed', (query) =>
      query
        .selectFrom('trainings')
        .select(['trainings.pk', 'trainings.requires'])
        .where('trainings.slug', '=', slug)
        .where('trainings.hidden', '=', false)
        .union((union) =>
          union
            .selectFrom('trainings')
            .innerJoin('needed', (join) => join.on(sql<boolean>`trainings.slug = any(needed.requires)`))
            .select(['trainings.pk', 'trainings.requires'])
            .where('trainings.hidden', '=', false),
        ),
    )
    .selectFrom('needed')
    .innerJoin('trainings', 'trainings.pk', 'needed.pk')
    .leftJoin('test_outs', (join) =>
      join.onRef('test_outs.training_pk', '=', 'trainings.pk').on('test_outs.hidden', '=', false),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('subchapters')
          .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
          .leftJoin('completions', (join) =>
            join
              .onRef('completions.subchapter_pk', '=', 'subchapters.pk')
              .on(sql<boolean>`completions.user_pk = ${userPk ?? null}::integer`),
          )
          .select(sql<number>`count(*)::int`.as('total'))
          .select(sql<number>`count(completions.user_pk)::int`.as('completed'))
          .select(
            sql<number>`coalesce(sum(subchapters.minutes) filter (where completions.user_pk is null), 0)::int`.as(
              'minutes',
            ),
          )
          .whereRef('chapters.training_pk', '=', 'trainings.pk')
          .where('chapters.hidden', '=', false)
          .where('subchapters.hidden', '=', false)
          .as('lessons'),
      (join) => join.onTrue(),
    )
    .select(['trainings.slug', 'trainings.name', offeredTier(reader, 'trainings').as('tier'), 'trainings.requires'])
    .select(['lessons.total', 'lessons.completed', 'lessons.minutes'])
    .select(isCompleted(userPk, 'trainings').as('done'))
    .select(isStarted(userPk, 'trainings').as('started'))
    .select(
      sql<number | null>`case when test_outs.training_pk is not null
        then (select count(*)::int from jsonb_object_keys(test_outs.secrets)) end`.as('questions'),
    )
    .execute();
  return rows.map((row) => ({
    ...row,
    tier: row.tier as Tier,
    total: row.total ?? 0,
    completed: row.completed ?? 0,
    minutes: row.minutes ?? 0,
  }));
}
