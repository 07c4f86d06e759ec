import type { Lab, LabCard, LabFlagsSolved } from '@hexpedition/contract';
import { sql } from 'kysely';
import { selectLab } from '#features/lab-lookup/lab-lookup.public';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';

const ofLab = sql`flags.lab_pk = labs.pk and not flags.hidden`;

/** SQL: visible lessons and chapters that embed the lab of the row. */
const embedding = sql`modules
  join subchapters on subchapters.pk = modules.subchapter_pk and not subchapters.hidden
  join chapters on chapters.pk = subchapters.chapter_pk and not chapters.hidden
  where modules.kind = 'lab' and not modules.hidden and modules.data->>'lab' = labs.slug`;

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
      'labs.topic',
      'labs.tags',
      'labs.tools',
      sql<boolean>`labs.workspace is not null`.as('workspace'),
      sql<boolean>`exists (select from flags where ${ofLab} and flags.kind = 'repair')`.as('repair'),
      sql<number>`(select coalesce(sum(flags.points), 0)::int from flags where ${ofLab})`.as('points'),
      sql<number>`(select count(*)::int from flags where ${ofLab} and flags.kind = 'find')`.as('flags'),
      sql<LabCard['trainings']>`(
        select coalesce(
          jsonb_agg(
            jsonb_build_object('slug', trainings.slug, 'name', trainings.name) order by trainings.position, trainings.pk
          ),
          '[]'
        )
        from trainings
        where not trainings.hidden and (
          trainings.slug = any (labs.trainings)
          or trainings.pk in (select chapters.training_pk from ${embedding})
        )
      )`.as('trainings'),
    ])
    .where('labs.hidden', '=', false)
    .orderBy('labs.position')
    .orderBy('labs.pk');
}

type CardRow = Awaited<ReturnType<ReturnType<typeof cards>['execute']>>[number];

/** Statistics of all labs. They may be up to 30 s old. */
export interface LabStats {
  /** Number of learners who have found all flags, by lab pk. */
  solves: ReadonlyMap<number, number>;
  /** Number of ratings from 1 to 5, by lab pk. */
  ratings: ReadonlyMap<number, number[]>;
}

const presentCard = ({ pk, ...card }: CardRow, { solves, ratings }: LabStats): LabCard => ({
  ...card,
  tier: card.tier as LabCard['tier'],
  topic: card.topic as LabCard['topic'],
  solves: solves.get(pk) ?? 0,
  rating: summarise(ratings.get(pk) ?? []),
  added_at: card.added_at?.toISOString() ?? null,
});

function summarise(counts: readonly number[]): LabCard['rating'] {
  const count = counts.reduce((total, ratings) => total + ratings, 0);
  const sum = counts.reduce((total, ratings, index) => total + ratings * (index + 1), 0);
  return { mean: count === 0 ? null : Math.round((sum / count) * 10) / 10, count };
}

export async function readLabCards(db: Db, stats: LabStats): Promise<LabCard[]> {
  return (await cards(db).execute()).map((row) => presentCard(row, stats));
}

/** @throws AppError not_found */
export async function readLab(
  db: Db,
  slug: string,
  sources: {
    stats: LabStats;
    firstSolves: (labPk: number) => Promise<Lab['first_solves']>;
    /** Returns why a lab cannot start on this server. */
    unavailableFor: (lab: { risk: Lab['risk']; workspace: Lab['workspace'] }) => Promise<string | null>;
  },
): Promise<Lab> {
  const { stats, firstSolves, unavailableFor } = sources;
  const card = await cards(db).where('labs.slug', '=', slug).executeTakeFirst();
  const lab = await selectLab(db, slug);
  if (!card) throw notFound('lab');
  const [repair, first_solves, unavailable, lessons] = await Promise.all([
    findRepair(db, lab),
    firstSolves(lab.pk),
    unavailableFor(lab),
    readSubchapters(db, slug),
  ]);
  return {
    ...presentCard(card, stats),
    risk: lab.risk,
    serves: lab.serves,
    briefing_html: lab.briefing_html,
    workspace: lab.workspace,
    repair,
    hints: lab.hints.map(({ cost, flag }) => ({ cost, flag })),
    first_solves,
    ratings: stats.ratings.get(lab.pk) ?? [0, 0, 0, 0, 0],
    unavailable,
    lessons,
  };
}

/** Returns the repair task of a lab; null without one. */
async function findRepair(db: Db, lab: { pk: number; repair_files: string[] }): Promise<Lab['repair']> {
  const flag = await findRepairFlag(db, lab.pk);
  return flag ? { id: flag.id, name: flag.name, points: flag.points, files: lab.repair_files } : null;
}

/** Returns the flag that is awarded for a repair; undefined without a repair task. */
export function findRepairFlag(db: Db, labPk: number) {
  return db
    .selectFrom('flags')
    .select(['flags.pk', 'flags.id', 'flags.name', 'flags.points'])
    .where('flags.lab_pk', '=', labPk)
    .where('flags.kind', '=', 'repair')
    .where('flags.hidden', '=', false)
    .executeTakeFirst();
}

/** Returns the lessons that embed a lab, in course order. */
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

/** Returns the flags of a lab that can be found, in order. */
export function readLabFlags(db: Db, labPk: number) {
  return db
    .selectFrom('flags')
    .select(['flags.id', 'flags.name', 'flags.points', 'flags.task_html', 'flags.after_id as after'])
    .where('flags.lab_pk', '=', labPk)
    .where('flags.kind', '=', 'find')
    .where('flags.hidden', '=', false)
    .orderBy('flags.position')
    .execute();
}

/** Returns the flags that a new instance of a lab needs. The flag of a repair has no text. */
export function readFlagsToIssue(db: Db, labPk: number) {
  return db
    .selectFrom('flags')
    .select(['flags.pk', 'flags.id'])
    .where('flags.lab_pk', '=', labPk)
    .where('flags.kind', '=', 'find')
    .where('flags.hidden', '=', false)
    .execute();
}

/** Returns the flags that a learner has solved, without hidden flags and labs. */
export async function readSolvedFlags(db: Db, userPk: number): Promise<LabFlagsSolved['flags']> {
  const rows = await db
    .selectFrom('solves')
    .innerJoin('flags', 'flags.pk', 'solves.flag_pk')
    .innerJoin('labs', 'labs.pk', 'flags.lab_pk')
    .select(['labs.slug as lab', 'flags.id', 'solves.points', 'solves.solved_at'])
    // Flags of labs are not drills.
    .select((row) => row.ref('flags.kind').$castTo<'find' | 'repair'>().as('kind'))
    .where('solves.user_pk', '=', userPk)
    .where('flags.hidden', '=', false)
    .where('labs.hidden', '=', false)
    .orderBy('solves.solved_at')
    .execute();
  return rows.map((row) => ({ ...row, solved_at: row.solved_at.toISOString() }));
}

/** Returns the sources of repairs that a learner has opened for points. */
export async function readPaidSources(db: Db, userPk: number): Promise<LabFlagsSolved['sources']> {
  return db
    .selectFrom('lab_repairs')
    .innerJoin('labs', 'labs.pk', 'lab_repairs.lab_pk')
    .select(['labs.slug as lab', 'lab_repairs.source_price as price'])
    .where('lab_repairs.user_pk', '=', userPk)
    .where('lab_repairs.source_price', '>', 0)
    .where('labs.hidden', '=', false)
    .orderBy('labs.slug')
    .$narrowType<{ price: number }>()
    .execute();
}

/** Returns whether a learner has found all flags of a lab. The repair is optional. */
export async function hasSolvedLab(db: Db, userPk: number, labPk: number): Promise<boolean> {
  const missing = await db
    .selectFrom('flags')
    .leftJoin('solves', (join) => join.onRef('solves.flag_pk', '=', 'flags.pk').on('solves.user_pk', '=', userPk))
    .select('flags.pk')
    .where('flags.lab_pk', '=', labPk)
    .where('flags.kind', '=', 'find')
    .where('flags.hidden', '=', false)
    .where('solves.user_pk', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return missing === undefined;
}
