import type { Progress, TrainingFlags, TrainingProgress } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '#platform/db/db';

/** A training that is shown, or undefined. */
export function findTraining(db: Db, slug: string) {
  return db
    .selectFrom('trainings')
    .select(['trainings.pk', 'trainings.slug', 'trainings.tier'])
    .where('trainings.slug', '=', slug)
    .where('trainings.hidden', '=', false)
    .executeTakeFirst();
}

/** A shown subchapter of a training, or undefined. */
export function findSubchapter(db: Db, trainingPk: number, slug: string) {
  return db
    .selectFrom('subchapters')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .select(['subchapters.pk', 'subchapters.revision'])
    .where('chapters.training_pk', '=', trainingPk)
    .where('chapters.hidden', '=', false)
    .where('subchapters.slug', '=', slug)
    .where('subchapters.hidden', '=', false)
    .executeTakeFirst();
}

/** Every shown subchapter in course order, with the learner's completion beside it. */
function lines(db: Db, userPk: number) {
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
  return lines(db, userPk)
    .select([
      'trainings.slug as training_slug',
      sql<number>`count(*)::int`.as('total'),
      sql<string[]>`coalesce(array_agg(subchapters.slug order by ${byCourseOrder})
        filter (where completions.user_pk is not null), '{}')`.as('completed'),
      sql<string[]>`coalesce(array_agg(subchapters.slug order by ${byCourseOrder})
        filter (where completions.revision < subchapters.revision), '{}')`.as('changed'),
      sql<Date | null>`max(completions.completed_at)`.as('last_at'),
    ])
    .groupBy('trainings.pk');
}

type Summary = Omit<TrainingProgress, 'last_at'> & { last_at: Date | null };
const present = (row: Summary): TrainingProgress => ({ ...row, last_at: row.last_at?.toISOString() ?? null });

export async function readTrainingProgress(db: Db, userPk: number, trainingPk: number): Promise<TrainingProgress> {
  return present(await summaries(db, userPk).where('trainings.pk', '=', trainingPk).executeTakeFirstOrThrow());
}

export async function readProgress(db: Db, userPk: number): Promise<Progress> {
  const [rows, resume] = await Promise.all([
    summaries(db, userPk)
      .where('trainings.pk', 'in', touchedTrainings(db, userPk))
      .orderBy(sql`max(completions.completed_at)`, 'desc')
      .execute(),
    findResume(db, userPk),
  ]);
  return { progress: rows.map(present), resume };
}

/** Trainings in which the learner has finished something that is still shown. */
function touchedTrainings(db: Db, userPk: number) {
  return db
    .selectFrom('completions')
    .innerJoin('subchapters', 'subchapters.pk', 'completions.subchapter_pk')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .select('chapters.training_pk')
    .where('completions.user_pk', '=', userPk)
    .where('subchapters.hidden', '=', false);
}

/** The first unfinished lesson of the training that was worked on last and is not finished. */
async function findResume(db: Db, userPk: number): Promise<Progress['resume']> {
  const row = await db
    .with('touched', (query) =>
      query
        .selectFrom('completions')
        .innerJoin('subchapters', 'subchapters.pk', 'completions.subchapter_pk')
        .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
        .select(['chapters.training_pk', sql<Date>`max(completions.completed_at)`.as('last_at')])
        .where('completions.user_pk', '=', userPk)
        .groupBy('chapters.training_pk'),
    )
    .selectFrom('touched')
    .innerJoin('trainings', 'trainings.pk', 'touched.training_pk')
    .innerJoin('chapters', 'chapters.training_pk', 'trainings.pk')
    .innerJoin('subchapters', 'subchapters.chapter_pk', 'chapters.pk')
    .leftJoin('completions', (join) =>
      join.onRef('completions.subchapter_pk', '=', 'subchapters.pk').on('completions.user_pk', '=', userPk),
    )
    .select([
      'trainings.slug as training_slug',
      'trainings.name as training_name',
      'chapters.slug as chapter',
      'subchapters.slug as subchapter',
      'subchapters.name',
    ])
    .where('completions.user_pk', 'is', null)
    .where('trainings.hidden', '=', false)
    .where('chapters.hidden', '=', false)
    .where('subchapters.hidden', '=', false)
    .orderBy('touched.last_at', 'desc')
    .orderBy('trainings.pk')
    .orderBy(byCourseOrder)
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { training_slug, training_name, ...rest } = row;
  return { training: { slug: training_slug, name: training_name }, ...rest };
}

export async function readTrainingFlags(
  db: Db,
  userPk: number,
  trainingPk: number,
): Promise<z.infer<typeof TrainingFlags>> {
  const rows = await flagsOfTraining(db, trainingPk)
    .leftJoin('solves', (join) => join.onRef('solves.flag_pk', '=', 'flags.pk').on('solves.user_pk', '=', userPk))
    .select(['flags.id', 'flags.points', 'subchapters.slug as subchapter', 'solves.solved_at'])
    .orderBy(byCourseOrder)
    .orderBy('flags.position')
    .execute();
  return { flags: rows.map((row) => ({ ...row, solved_at: row.solved_at?.toISOString() ?? null })) };
}

export function findLessonFlag(db: Db, trainingPk: number, subchapter: string, id: string) {
  return flagsOfTraining(db, trainingPk)
    .select(['flags.pk', 'flags.id', 'flags.name', 'flags.points', 'flags.salt', 'flags.hash'])
    .where('subchapters.slug', '=', subchapter)
    .where('flags.id', '=', id)
    .executeTakeFirst();
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
