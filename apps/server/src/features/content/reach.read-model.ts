import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';
import type { Reader, Viewer } from '#platform/http/viewer';

export interface Step {
  slug: string;
  name: string;
}

/**
 * Whether a learner has every lesson of a training that is shown, or has passed its test instead. SQL over the alias of
 * a `trainings` row; without a learner the answer is no.
 */
export function isDone(userPk: number | undefined, training: string): RawBuilder<boolean> {
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

/** Whether a learner has finished a lesson of a training, shown or not: what was begun stays open to them. */
export function isBegun(userPk: number | undefined, training: string): RawBuilder<boolean> {
  const learner = sql`${userPk ?? null}::integer`;
  return sql<boolean>`exists (
    select from chapters as part
    join subchapters as lesson on lesson.chapter_pk = part.pk
    join completions on completions.subchapter_pk = lesson.pk and completions.user_pk = ${learner}
    where part.training_pk = ${sql.ref(`${training}.pk`)}
  )`;
}

/** The shown trainings that a training waits for, in the author's order. */
export function requiredSteps(training: string): RawBuilder<Step[]> {
  const requires = sql.ref(`${training}.requires`);
  return sql<Step[]>`(
    select coalesce(json_agg(json_build_object('slug', step.slug, 'name', step.name)
      order by array_position(${requires}, step.slug)), '[]')
    from trainings as step
    where step.slug = any(${requires}) and not step.hidden
  )`;
}

/**
 * The trainings that a learner still has to finish before a training opens, in the author's order. One that is hidden
 * cannot be finished, so nobody waits for it.
 */
export function missingSteps(userPk: number | undefined, training: string): RawBuilder<Step[]> {
  return sql<Step[]>`(
    select coalesce(json_agg(json_build_object('slug', step.slug, 'name', step.name)
      order by array_position(${sql.ref(`${training}.requires`)}, step.slug)), '[]')
    ${stepsToFinish(userPk, training)}
  )`;
}

const stepsToFinish = (userPk: number | undefined, training: string) => sql`
  from trainings as step
  where step.slug = any(${sql.ref(`${training}.requires`)}) and not step.hidden
    and not ${isDone(userPk, 'step')} and not ${isBegun(userPk, training)}`;

/**
 * The tier at which a training is offered: its own, and 0 for the preview training. SQL over the alias of a `trainings`
 * row; whoever asks for a training's tier asks for this.
 */
export const offeredTier = ({ preview }: Reader, training: string): RawBuilder<number> =>
  preview === null
    ? sql<number>`${sql.ref(`${training}.tier`)}`
    : sql<number>`case when ${sql.ref(`${training}.slug`)} = ${preview} then 0 else ${sql.ref(`${training}.tier`)} end`;

/** `reachesTier` in SQL, over a tier: a column, or what stands for one. */
export const isInReach = (reader: Reader, tier: string | RawBuilder<number>): RawBuilder<boolean> =>
  reader.isSuperuser
    ? sql<boolean>`true`
    : sql<boolean>`${typeof tier === 'string' ? sql.ref(tier) : tier} <= ${Math.max(reader.tier, reader.freeTier)}`;

/** Whether a training is open, as `lockOf` of reach.public.ts decides, in SQL over the alias of a `trainings` row. */
export const isOpen = (viewer: Viewer, training: string): RawBuilder<boolean> =>
  sql<boolean>`(${isInReach(viewer, offeredTier(viewer, training))} and not ${waitsForSteps(viewer, training)})`;

/** Whether steps keep somebody out of a training, whatever its tier: `missingSteps` names one. Superusers need none. */
export const waitsForSteps = (viewer: Viewer, training: string): RawBuilder<boolean> =>
  viewer.isSuperuser ? sql<boolean>`false` : sql<boolean>`exists (select ${stepsToFinish(viewer.pk, training)})`;

/** A lesson that is shown, with what decides about who may read it. */
export function findShownSubchapter(db: Db | Tx, reader: Reader, slug: string, trainingSlug?: string) {
  return db
    .selectFrom('subchapters')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .select(['subchapters.pk', 'subchapters.slug', 'subchapters.revision'])
    .select(['trainings.pk as training_pk', 'trainings.slug as training_slug'])
    .select([offeredTier(reader, 'trainings').as('tier'), missingSteps(reader.pk, 'trainings').as('missing')])
    .where('subchapters.slug', '=', slug)
    .$if(trainingSlug !== undefined, (query) => query.where('trainings.slug', '=', trainingSlug ?? ''))
    .where('subchapters.hidden', '=', false)
    .where('chapters.hidden', '=', false)
    .where('trainings.hidden', '=', false)
    .executeTakeFirst();
}
