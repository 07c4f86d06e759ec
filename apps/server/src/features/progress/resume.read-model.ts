import type { Progress, TrainingKind } from '@hexpedition/contract';
import { sql } from 'kysely';
import { isOpen } from '#features/training-access/training-access.public';
import { anyOf, type Db } from '#platform/db/db';
import type { Viewer } from '#platform/http/viewer';

export interface ProgressFilter {
  trainings?: string[] | undefined;
  kind?: TrainingKind | undefined;
}

/** Starts a query with `begun`: the trainings that a user has started or is enrolled in, with the last use. */
export const withBegunTrainings = (db: Db, userPk: number) =>
  db
    .with('touched', (query) =>
      query
        .selectFrom('completions')
        .innerJoin('subchapters', 'subchapters.pk', 'completions.subchapter_pk')
        .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
        .select(['chapters.training_pk', 'completions.completed_at as at', sql<boolean>`false`.as('enrolled')])
        .where('completions.user_pk', '=', userPk)
        .unionAll(
          query
            .selectFrom('enrolments')
            .select(['enrolments.training_pk', 'enrolments.enrolled_at as at', sql<boolean>`true`.as('enrolled')])
            .where('enrolments.user_pk', '=', userPk),
        ),
    )
    .with('begun', (query) =>
      query
        .selectFrom('touched')
        .select(['touched.training_pk', sql<Date>`max(touched.at)`.as('last_at')])
        .select(sql<boolean>`bool_or(touched.enrolled)`.as('enrolled'))
        .groupBy('touched.training_pk'),
    );

/**
 * Finds the lesson to resume: the first unfinished lesson of the most recent training. Trainings that the learner is
 * enrolled in come before unenrolled ones; locked trainings are skipped.
 */
export async function findResume(db: Db, viewer: Viewer, filter: ProgressFilter): Promise<Progress['resume']> {
  let query = withBegunTrainings(db, viewer.pk)
    .selectFrom('begun')
    .innerJoin('trainings', 'trainings.pk', 'begun.training_pk')
    .innerJoin('chapters', 'chapters.training_pk', 'trainings.pk')
    .innerJoin('subchapters', 'subchapters.chapter_pk', 'chapters.pk')
    .leftJoin('completions', (join) =>
      join.onRef('completions.subchapter_pk', '=', 'subchapters.pk').on('completions.user_pk', '=', viewer.pk),
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
    .where(isOpen(viewer, 'trainings'))
    .orderBy('begun.enrolled', 'desc')
    .orderBy('begun.last_at', 'desc')
    .orderBy('trainings.pk')
    .orderBy(sql`chapters.position, chapters.pk, subchapters.position, subchapters.pk`)
    .limit(1);
  if (filter.trainings) query = query.where('trainings.slug', '=', anyOf(filter.trainings));
  if (filter.kind) query = query.where('trainings.kind', '=', filter.kind);
  const row = await query.executeTakeFirst();
  if (!row) return null;
  const { training_slug, training_name, ...rest } = row;
  return { training: { slug: training_slug, name: training_name }, ...rest };
}
