import type { RadarSpoke, TrainingKind } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { MapFacts } from '#features/maps/maps.public';
import { anyOf, type Db } from '#platform/db/db';

/** Returns the user's progress per continent: lessons, and points of its flags and labs. */
export async function readRadar(db: Db, userPk: number, kind: TrainingKind, map: MapFacts): Promise<RadarSpoke[]> {
  const [continents, flags, labs] = await Promise.all([
    readSubchapters(db, userPk, kind),
    readSubchapterPoints(db, userPk, kind),
    readLabPoints(db, userPk, [...map.labs.keys()]),
  ]);
  const points = new Map<string, { done: number; total: number }>();
  const add = (continent: string | undefined, { done, total }: { done: number; total: number }): void => {
    if (!continent) return;
    const sum = points.get(continent) ?? { done: 0, total: 0 };
    points.set(continent, { done: sum.done + done, total: sum.total + total });
  };
  for (const row of flags) add(row.continent, row);
  for (const row of labs) add(map.labs.get(row.lab), row);
  return continents.map((continent) => {
    const sum = points.get(continent.slug) ?? { done: 0, total: 0 };
    return { ...continent, share: shareOf(continent, sum), points: sum.done, points_total: sum.total };
  });
}

/** Averages the shares of lessons and points; a part without a total is ignored. */
function shareOf(...parts: { done: number; total: number }[]): number {
  const shares = parts.filter(({ total }) => total > 0).map(({ done, total }) => done / total);
  if (shares.length === 0) return 0;
  return Math.round((shares.reduce((sum, share) => sum + share, 0) / shares.length) * 1000) / 1000;
}

function readSubchapters(db: Db, userPk: number, kind: TrainingKind) {
  return db
    .selectFrom('continents')
    .innerJoin('trainings', 'trainings.continent_pk', 'continents.pk')
    .innerJoin('chapters', 'chapters.training_pk', 'trainings.pk')
    .innerJoin('subchapters', 'subchapters.chapter_pk', 'chapters.pk')
    .leftJoin('completions', (join) =>
      join.onRef('completions.subchapter_pk', '=', 'subchapters.pk').on('completions.user_pk', '=', userPk),
    )
    .select(['continents.slug', 'continents.name', 'continents.colour'])
    .select(sql<number>`count(completions.user_pk)::int`.as('done'))
    .select(sql<number>`count(*)::int`.as('total'))
    .where('trainings.kind', '=', kind)
    .where('trainings.hidden', '=', false)
    .where('chapters.hidden', '=', false)
    .where('subchapters.hidden', '=', false)
    .groupBy('continents.pk')
    .orderBy('continents.position')
    .orderBy('continents.pk')
    .execute();
}

const donePoints = sql<number>`coalesce(sum(flags.points) filter (where solves.user_pk is not null), 0)::int`;
const allPoints = sql<number>`coalesce(sum(flags.points), 0)::int`;

function readSubchapterPoints(db: Db, userPk: number, kind: TrainingKind) {
  return db
    .selectFrom('flags')
    .innerJoin('modules', 'modules.pk', 'flags.module_pk')
    .innerJoin('subchapters', 'subchapters.pk', 'modules.subchapter_pk')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .innerJoin('continents', 'continents.pk', 'trainings.continent_pk')
    .leftJoin('solves', (join) => join.onRef('solves.flag_pk', '=', 'flags.pk').on('solves.user_pk', '=', userPk))
    .select(['continents.slug as continent', donePoints.as('done'), allPoints.as('total')])
    .where('trainings.kind', '=', kind)
    .where('trainings.hidden', '=', false)
    .where('chapters.hidden', '=', false)
    .where('subchapters.hidden', '=', false)
    .where('modules.hidden', '=', false)
    .where('flags.hidden', '=', false)
    .groupBy('continents.slug')
    .execute();
}

async function readLabPoints(db: Db, userPk: number, labs: string[]) {
  if (labs.length === 0) return [];
  return db
    .selectFrom('flags')
    .innerJoin('labs', 'labs.pk', 'flags.lab_pk')
    .leftJoin('solves', (join) => join.onRef('solves.flag_pk', '=', 'flags.pk').on('solves.user_pk', '=', userPk))
    .select(['labs.slug as lab', donePoints.as('done'), allPoints.as('total')])
    .where('labs.slug', '=', anyOf(labs))
    .where('labs.hidden', '=', false)
    .where('flags.hidden', '=', false)
    .groupBy('labs.slug')
    .execute();
}
