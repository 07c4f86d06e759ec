import type { SuggestedTraining, Tier, TrainingKind } from '@hexpedition/contract';
import { canAccessTier } from '@hexpedition/contract/tiers';
import { sql } from 'kysely';
import type { MapFacts } from '#features/maps/maps.public';
import { withBegunTrainings } from '#features/progress/progress.public';
import { isOpen, offeredTier } from '#features/training-access/training-access.public';
import { anyOf, type Db } from '#platform/db/db';
import type { Viewer } from '#platform/http/viewer';
import { suggestNext } from './next-trainings.policy.ts';

/** Lists trainings of a kind that the user has started or is enrolled in, most recently used first. */
export function readOwnTrainings(db: Db, userPk: number, kind: TrainingKind) {
  return withBegunTrainings(db, userPk)
    .selectFrom('begun')
    .innerJoin('trainings', 'trainings.pk', 'begun.training_pk')
    .innerJoin('continents', 'continents.pk', 'trainings.continent_pk')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('subchapters')
          .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
          .leftJoin('completions', (join) =>
            join.onRef('completions.subchapter_pk', '=', 'subchapters.pk').on('completions.user_pk', '=', userPk),
          )
          .select(sql<number>`count(*)::int`.as('total'))
          .select(sql<number>`count(completions.user_pk)::int`.as('completed'))
          .select(sql<number>`(count(*) filter (where completions.revision < subchapters.revision))::int`.as('changed'))
          .whereRef('chapters.training_pk', '=', 'trainings.pk')
          .where('chapters.hidden', '=', false)
          .where('subchapters.hidden', '=', false)
          .as('lessons'),
      (join) => join.onTrue(),
    )
    .select(['trainings.slug', 'trainings.name', 'trainings.icon', 'trainings.recommended_next'])
    .select(['continents.slug as continent', 'begun.enrolled'])
    .select(['lessons.completed', 'lessons.total', 'lessons.changed'])
    .where('trainings.hidden', '=', false)
    .where('trainings.kind', '=', kind)
    .orderBy('begun.last_at', 'desc')
    .orderBy('trainings.pk')
    .execute();
}

export type OwnTraining = Awaited<ReturnType<typeof readOwnTrainings>>[number];
export const isFinished = ({ completed, total }: OwnTraining): boolean => total > 0 && completed === total;

/** Number of untouched trainings that are considered for the remaining places. */
const maxUntouched = 4;

/** Suggests what to start next. The cost grows with the user's finished trainings, not with the number of trainings. */
export async function readNextTrainings(
  db: Db,
  viewer: Viewer,
  kind: TrainingKind,
  own: readonly OwnTraining[],
  map: MapFacts,
): Promise<SuggestedTraining[]> {
  const finished = own.filter(isFinished);
  const recommendedSlugs = [...finished.flatMap((one) => [...one.recommended_next, ...(map.next.get(one.slug) ?? [])])];
  if (map.start) recommendedSlugs.push(map.start);
  const startedSlugs = own.map(({ slug }) => slug);
  const untouched = () => {
    const query = cards(db, viewer, kind).where('trainings.slug', '<>', sql<string>`all(${startedSlugs}::text[])`);
    return query.orderBy('continents.position').orderBy('trainings.position').orderBy('trainings.pk');
  };
  const [recommended, others] = await Promise.all([
    recommendedSlugs.length > 0 ? untouched().where('trainings.slug', '=', anyOf(recommendedSlugs)).execute() : [],
    untouched().where(isOpen(viewer, 'trainings')).limit(maxUntouched).execute(),
  ]);
  const rows = new Map([...recommended, ...others].map((row) => [row.slug, row]));
  const lockOfRow = (row: { tier: number; open: boolean }) =>
    row.open ? null : canAccessTier(viewer, row.tier) ? ('prerequisites' as const) : ('tier' as const);
  const candidates = [
    ...own.map((one) => ({ ...one, begun: true, finished: isFinished(one), locked: null })),
    ...[...others, ...recommended].map((row) => ({ ...row, begun: false, finished: false, locked: lockOfRow(row) })),
  ];
  return suggestNext(candidates, map).flatMap(({ slug, reason, after }) => {
    const row = rows.get(slug);
    if (!row) return [];
    const { recommended_next: _, open: __, ...card } = row;
    return { ...card, tier: card.tier as Tier, reason, after, locked: lockOfRow(row) };
  });
}

function cards(db: Db, viewer: Viewer, kind: TrainingKind) {
  return db
    .selectFrom('trainings')
    .innerJoin('continents', 'continents.pk', 'trainings.continent_pk')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('subchapters')
          .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
          .select(sql<number>`count(*)::int`.as('subchapters'))
          .select(sql<number>`coalesce(sum(subchapters.minutes), 0)::int`.as('minutes'))
          .whereRef('chapters.training_pk', '=', 'trainings.pk')
          .where('chapters.hidden', '=', false)
          .where('subchapters.hidden', '=', false)
          .as('lessons'),
      (join) => join.onTrue(),
    )
    .select(['trainings.slug', 'trainings.name', 'trainings.summary', 'trainings.icon'])
    .select(['trainings.recommended_next', 'continents.slug as continent', 'lessons.subchapters', 'lessons.minutes'])
    .select([offeredTier(viewer, 'trainings').as('tier'), isOpen(viewer, 'trainings').as('open')])
    .where('trainings.hidden', '=', false)
    .where('trainings.kind', '=', kind)
    .where('lessons.subchapters', '>', 0);
}
