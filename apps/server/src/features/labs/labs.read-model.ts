import type { Lab, LabCard, LabFlagsSolved } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';

/** A lab that is shown. @throws AppError not_found */
export async function selectLab(db: Db, slug: string) {
  const lab = await db
    .selectFrom('labs')
    .selectAll()
    .where('labs.slug', '=', slug)
    .where('labs.hidden', '=', false)
    .executeTakeFirst();
  if (!lab) throw notFound('lab');
  return lab;
}

function cards(db: Db) {
  return db
    .selectFrom('labs')
    .select([
      'labs.pk',
      'labs.slug',
      'labs.name',
      'labs.summary',
      'labs.tier',
      'labs.difficulty',
      'labs.minutes',
      'labs.added_at',
      sql<number>`(select coalesce(sum(flags.points), 0)::int from flags
        where flags.lab_pk = labs.pk and not flags.hidden)`.as('points'),
      sql<number>`(select count(*)::int from flags where flags.lab_pk = labs.pk and not flags.hidden)`.as('flags'),
    ])
    .where('labs.hidden', '=', false)
    .orderBy('labs.position')
    .orderBy('labs.pk');
}

type CardRow = Awaited<ReturnType<ReturnType<typeof cards>['execute']>>[number];

const presentCard = ({ pk, ...card }: CardRow, solves: ReadonlyMap<number, number>): z.infer<typeof LabCard> => ({
  ...card,
  tier: card.tier as LabCard['tier'],
  solves: solves.get(pk) ?? 0,
  added_at: card.added_at?.toISOString() ?? null,
});

export async function readLabCards(db: Db, solves: ReadonlyMap<number, number>): Promise<LabCard[]> {
  return (await cards(db).execute()).map((row) => presentCard(row, solves));
}

/**
 * @param unavailableFor says why labs of a risk can't start here
 * @throws AppError not_found
 */
export async function readLab(
  db: Db,
  slug: string,
  solves: ReadonlyMap<number, number>,
  unavailableFor: (risk: Lab['risk']) => Promise<string | null>,
): Promise<Lab> {
  const card = await cards(db).where('labs.slug', '=', slug).executeTakeFirst();
  const lab = await selectLab(db, slug);
  if (!card) throw notFound('lab');
  return {
    ...presentCard(card, solves),
    risk: lab.risk,
    briefing_html: lab.briefing_html,
    hints: lab.hints.map(({ cost }) => ({ cost })),
    unavailable: await unavailableFor(lab.risk),
    lessons: await readSubchapters(db, slug),
  };
}

/** Lessons that embed a lab, in course order. */
function readSubchapters(db: Db, slug: string) {
  return db
    .selectFrom('modules')
    .innerJoin('subchapters', 'subchapters.pk', 'modules.subchapter_pk')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .select([
      'trainings.slug as training',
      'chapters.slug as chapter',
      'subchapters.slug as subchapter',
      'subchapters.name',
    ])
    .where('modules.kind', '=', 'lab')
    .where(sql<boolean>`modules.data->>'lab' = ${slug}`)
    .where('modules.hidden', '=', false)
    .where('subchapters.hidden', '=', false)
    .where('chapters.hidden', '=', false)
    .where('trainings.hidden', '=', false)
    .orderBy('trainings.position')
    .orderBy('chapters.position')
    .orderBy('subchapters.position')
    .execute();
}

export function readLabFlags(db: Db, labPk: number) {
  return db
    .selectFrom('flags')
    .select(['flags.id', 'flags.name', 'flags.points'])
    .where('flags.lab_pk', '=', labPk)
    .where('flags.hidden', '=', false)
    .orderBy('flags.position')
    .execute();
}

/** The flags that a new instance of a lab needs. */
export function readFlagsToIssue(db: Db, labPk: number) {
  return db
    .selectFrom('flags')
    .select(['flags.pk', 'flags.id'])
    .where('flags.lab_pk', '=', labPk)
    .where('flags.hidden', '=', false)
    .execute();
}

export async function readSolvedFlags(db: Db, userPk: number): Promise<LabFlagsSolved['flags']> {
  const rows = await db
    .selectFrom('solves')
    .innerJoin('flags', 'flags.pk', 'solves.flag_pk')
    .innerJoin('labs', 'labs.pk', 'flags.lab_pk')
    .select(['labs.slug as lab', 'flags.id', 'solves.points', 'solves.solved_at'])
    .where('solves.user_pk', '=', userPk)
    .orderBy('solves.solved_at')
    .execute();
  return rows.map((row) => ({ ...row, solved_at: row.solved_at.toISOString() }));
}

/** Whether a learner has every flag of a lab. */
export async function hasSolvedLab(db: Db, userPk: number, labPk: number): Promise<boolean> {
  const missing = await db
    .selectFrom('flags')
    .leftJoin('solves', (join) => join.onRef('solves.flag_pk', '=', 'flags.pk').on('solves.user_pk', '=', userPk))
    .select('flags.pk')
    .where('flags.lab_pk', '=', labPk)
    .where('flags.hidden', '=', false)
    .where('solves.user_pk', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return missing === undefined;
}

/**
 * Lab pk → how many have its rarest flag, of one lab or of all. Counts every solve of a lab, so callers keep the answer
 * for a while.
 */
export async function countSolves(db: Db, labPk?: number): Promise<Map<number, number>> {
  const wanted = labPk === undefined ? sql`flags.lab_pk is not null` : sql`flags.lab_pk = ${labPk}`;
  const rows = await sql<{ lab_pk: number; solves: number }>`
    select per_flag.lab_pk, min(per_flag.solves)::int as solves
    from (
      select flags.lab_pk, count(solves.user_pk) as solves
      from flags left join solves on solves.flag_pk = flags.pk
      where ${wanted} and not flags.hidden
      group by flags.pk
    ) per_flag
    group by per_flag.lab_pk`.execute(db);
  return new Map(rows.rows.map((row) => [row.lab_pk, row.solves]));
}
