import type { TrainingFlags, TrainingProgress } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import { offeredTier } from '#features/training-access/training-access.public';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import type { Reader } from '#platform/http/viewer';

/** Selects a visible training. @throws AppError not_found */
export async function selectTraining(db: Db, slug: string, reader: Reader) {
  const training = await db
    .selectFrom('trainings')
    .select(['trainings.pk', 'trainings.slug', offeredTier(reader, 'trainings').as('tier')])
    .where('trainings.slug', '=', slug)
    .where('trainings.hidden', '=', false)
    .executeTakeFirst();
  if (!training) throw notFound('course');
  return training;
}

/** Every visible subchapter in course order, joined with the learner's completion. */
function lessonsWithCompletion(db: Db, userPk: number) {
  return db
    .selectFrom('subchapters')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .leftJoin('completions', (join) =>
      join.onRef('completions.subchapter_pk', '=', 'subchapters.pk').on('completions.user_pk', '=', userPk),
    )
    .where('subchapters.hidden', '=', false)
    .where('chapters.hidden', '=', false)
    .where('trainings.hidden', '=', false);
}

const byCourseOrder = sql`chapters.position, chapters.pk, subchapters.position, subchapters.pk`;

function summaries(db: Db, userPk: number) {
  return lessonsWithCompletion(db, userPk)
    .select([
      'trainings.slug as training_slug',
      sql<number>`count(*)::int`.as('total'),
      sql<string[]>`coalesce(array_agg(subchapters.slug order by ${byCourseOrder})
        filter (where completions.user_pk is not null), '{}')`.as('completed'),
      sql<string[]>`coalesce(array_agg(subchapters.slug order by ${byCourseOrder})
        filter (where completions.revision < subchapters.revision), '{}')`.as('changed'),
      sql<Date | null>`max(completions.completed_at)`.as('last_at'),
      sql<boolean>`${isEnrolled(userPk)}`.as('enrolled'),
      foundFlags(userPk).as('flags_found'),
    ])
    .groupBy('trainings.pk');
}

const isEnrolled = (userPk: number) =>
  sql<boolean>`exists (
    select from enrolments where enrolments.user_pk = ${userPk} and enrolments.training_pk = trainings.pk
  )`;

/** Number of visible flags of the training that the learner has found. */
const foundFlags = (userPk: number) =>
  sql<number>`(
    select count(*)::int
    from solves
    join flags on flags.pk = solves.flag_pk
    join modules on modules.pk = flags.module_pk
    join subchapters lesson on lesson.pk = modules.subchapter_pk
    join chapters part on part.pk = lesson.chapter_pk
    where solves.user_pk = ${userPk} and part.training_pk = trainings.pk and flags.kind = 'find'
      and not (flags.hidden or modules.hidden or lesson.hidden or part.hidden)
  )`;

type Summary = Omit<TrainingProgress, 'last_at'> & { last_at: Date | null };
const present = (row: Summary): TrainingProgress => ({ ...row, last_at: row.last_at?.toISOString() ?? null });

export async function readTrainingProgress(
  db: Db,
  userPk: number,
  training: { pk: number; slug: string },
): Promise<TrainingProgress> {
  const row = await summaries(db, userPk).where('trainings.pk', '=', training.pk).executeTakeFirst();
  if (row) return present(row);
  // A training without visible lessons.
  const enrolled = await db
    .selectFrom('enrolments')
    .select('training_pk')
    .where('user_pk', '=', userPk)
    .where('training_pk', '=', training.pk)
    .executeTakeFirst();
  const none = { completed: [], changed: [], total: 0, flags_found: 0, last_at: null };
  return { training_slug: training.slug, ...none, enrolled: enrolled !== undefined };
}

export async function readTrainingFlags(
  db: Db,
  userPk: number,
  trainingPk: number,
): Promise<z.infer<typeof TrainingFlags>> {
  const rows = await flagsOfTraining(db, trainingPk)
    .leftJoin('solves', (join) => join.onRef('solves.flag_pk', '=', 'flags.pk').on('solves.user_pk', '=', userPk))
    .select(['flags.id', 'flags.points', 'subchapters.slug as subchapter', 'solves.solved_at'])
    .select(sql<'flag' | 'drill'>`case flags.kind when 'drill' then 'drill' else 'flag' end`.as('kind'))
    .orderBy(byCourseOrder)
    .orderBy('flags.position')
    .execute();
  return { flags: rows.map((row) => ({ ...row, solved_at: row.solved_at?.toISOString() ?? null })) };
}

function flagsOfTraining(db: Db, trainingPk: number) {
  return db
    .selectFrom('flags')
    .innerJoin('modules', 'modules.pk', 'flags.module_pk')
    .innerJoin('subchapters', 'subchapters.pk', 'modules.subchapter_pk')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .where('chapters.training_pk', '=', trainingPk)
    .where('flags.hidden', '=', false)
    .where('modules.hidden', '=', false)
    .where('subchapters.hidden', '=', false)
    .where('chapters.hidden', '=', false);
}
