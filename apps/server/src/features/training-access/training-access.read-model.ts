import { type RawBuilder, sql } from 'kysely';
import { compiledOnce } from '#platform/db/compiled';
import type { Db, Tx } from '#platform/db/db';
import type { Reader, Viewer } from '#platform/http/viewer';

export interface Prerequisite {
  slug: string;
  name: string;
}

/**
 * SQL that checks whether a learner has completed every visible lesson of a training or passed its test. Takes the
 * alias of a `trainings` row; false without a learner.
 */
export function isCompleted(userPk: number | undefined, training: string): RawBuilder<boolean> {
  const learner = sql`${userPk ?? null}::integer`;
  const pk = sql.ref(`${training}.pk`);
  return sql<boolean>`(
    exists (
      select from test_out_tries
      where test_out_tries.user_pk = ${learner} and test_out_tries.training_pk = ${pk}
        and test_out_tries.passed_at is not null
    ) or not exists (
      select from subchapters as lesson
      join chapters as part on part.pk = lesson.chapter_pk
      where part.training_pk = ${pk} and not part.hidden and not lesson.hidden and not exists (
        select from completions
        where completions.user_pk = ${learner} and completions.subchapter_pk = lesson.pk
      )
    )
  )`;
}

/**
 * SQL that checks whether a learner has finished a lesson of a training, visible or hidden. A started training stays
 * open.
 */
export function isStarted(userPk: number | undefined, training: string): RawBuilder<boolean> {
  const learner = sql`${userPk ?? null}::integer`;
  return sql<boolean>`exists (
    select from chapters as part
    join subchapters as lesson on lesson.chapter_pk = part.pk
    join completions on completions.subchapter_pk = lesson.pk and completions.user_pk = ${learner}
    where part.training_pk = ${sql.ref(`${training}.pk`)}
  )`;
}

/** SQL for the visible prerequisites of a training, in the author's order. */
export function prerequisitesOf(training: string): RawBuilder<Prerequisite[]> {
  const requires = sql.ref(`${training}.requires`);
  return sql<Prerequisite[]>`(
    select coalesce(json_agg(json_build_object('slug', prerequisite.slug, 'name', prerequisite.name)
      order by array_position(${requires}, prerequisite.slug)), '[]')
    from trainings as prerequisite
    where prerequisite.slug = any(${requires}) and not prerequisite.hidden
  )`;
}

/**
 * SQL for the prerequisites that a learner has not completed, in the author's order. A hidden training cannot be
 * completed, so it does not count.
 */
export function missingPrerequisites(userPk: number | undefined, training: string): RawBuilder<Prerequisite[]> {
  return sql<Prerequisite[]>`(
    select coalesce(json_agg(json_build_object('slug', prerequisite.slug, 'name', prerequisite.name)
      order by array_position(${sql.ref(`${training}.requires`)}, prerequisite.slug)), '[]')
    ${fromMissingPrerequisites(userPk, training)}
  )`;
}

const fromMissingPrerequisites = (userPk: number | undefined, training: string) => sql`
  from trainings as prerequisite
  where prerequisite.slug = any(${sql.ref(`${training}.requires`)}) and not prerequisite.hidden
    and not ${isCompleted(userPk, 'prerequisite')} and not ${isStarted(userPk, training)}`;

/**
 * SQL for the tier at which a training is offered: its own, or 0 for the preview training. Takes the alias of a
 * `trainings` row. Use it wherever the tier of a training matters.
 */
export const offeredTier = ({ preview }: Pick<Reader, 'preview'>, training: string): RawBuilder<number> =>
  preview === null
    ? sql<number>`${sql.ref(`${training}.tier`)}`
    : sql<number>`case when ${sql.ref(`${training}.slug`)} = ${preview} then 0 else ${sql.ref(`${training}.tier`)} end`;

/** `canAccessTier` in SQL. Takes a tier column or an expression. */
export const isTierInReach = (reader: Reader, tier: string | RawBuilder<number>): RawBuilder<boolean> =>
  reader.isSuperuser
    ? sql<boolean>`true`
    : sql<boolean>`${typeof tier === 'string' ? sql.ref(tier) : tier} <= ${Math.max(reader.tier, reader.freeTier)}`;

/**
 * SQL that checks whether a training is open, as `findLock` of training-access.public.ts decides. Takes the alias of a `trainings`
 * row.
 */
export const isOpen = (viewer: Viewer, training: string): RawBuilder<boolean> =>
  sql<boolean>`(${isTierInReach(viewer, offeredTier(viewer, training))} and not ${hasMissingPrerequisites(viewer, training)})`;

/**
 * SQL that checks whether missing prerequisites lock a training. Ignores its tier. Superusers need no prerequisites.
 */
const hasMissingPrerequisites = (viewer: Viewer, training: string): RawBuilder<boolean> =>
  viewer.isSuperuser
    ? sql<boolean>`false`
    : sql<boolean>`exists (select ${fromMissingPrerequisites(viewer.pk, training)})`;

interface LessonValues {
  slug: string;
  /** Undefined for visitors. */
  reader: number | undefined;
  preview: string | null;
  /** Null for a lesson of any training. */
  training: string | null;
}

const readVisibleSubchapter = compiledOnce((db, { slug, reader, preview, training }: LessonValues) =>
  db
    .selectFrom('subchapters')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .select(['subchapters.pk', 'subchapters.slug', 'subchapters.revision'])
    .select(['trainings.pk as training_pk', 'trainings.slug as training_slug'])
    .select([offeredTier({ preview }, 'trainings').as('tier'), missingPrerequisites(reader, 'trainings').as('missing')])
    .where('subchapters.slug', '=', slug)
    .where(sql<boolean>`trainings.slug = coalesce(${training}, trainings.slug)`)
    .where('subchapters.hidden', '=', false)
    .where('chapters.hidden', '=', false)
    .where('trainings.hidden', '=', false),
);

/** Finds a visible lesson with the data that decides who may read it. */
export async function findVisibleSubchapter(db: Db | Tx, reader: Reader, slug: string, training: string | null = null) {
  return (await readVisibleSubchapter(db, { slug, reader: reader.pk, preview: reader.preview, training }))[0];
}
