import type { Chapter, Tier, Training, TrainingCard } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { createMapFacts } from '#features/maps/maps.public';
import { offeredTier, prerequisitesOf } from '#features/training-access/training-access.public';
import type { Db } from '#platform/db/db';
import type { Reader } from '#platform/http/viewer';

/** Numbers of tasks among visible modules. A flag and a drill give points; the flags of a lab count in the lab. */
const taskCounts = [
  sql<number>`count(*) filter (where modules.kind = 'flag')::int`.as('flags'),
  sql<number>`count(*) filter (where modules.kind = 'drill')::int`.as('drills'),
] as const;

/** Slug of the lab that a module embeds; null for other modules. */
const labOfModule = sql<string | null>`case when modules.kind = 'lab' then modules.data->>'lab' end`;

/** Visible trainings with the data of their cards. The sums use indexes, one training at a time. */
function cards(db: Db, reader: Reader) {
  return db
    .selectFrom('trainings')
    .innerJoin('continents', 'continents.pk', 'trainings.continent_pk')
    .leftJoinLateral(
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
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('modules')
          .innerJoin('subchapters', 'subchapters.pk', 'modules.subchapter_pk')
          .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
          .leftJoin('flags', (join) => join.onRef('flags.module_pk', '=', 'modules.pk').on('flags.hidden', '=', false))
          .select([...taskCounts, sql<number>`count(distinct ${labOfModule})::int`.as('labs')])
          .select(sql<number>`coalesce(sum(flags.points), 0)::int`.as('points'))
          .whereRef('chapters.training_pk', '=', 'trainings.pk')
          .where('chapters.hidden', '=', false)
          .where('subchapters.hidden', '=', false)
          .where('modules.hidden', '=', false)
          .as('tasks'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('subchapters')
          .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
          .select(['chapters.slug as chapter', 'subchapters.slug as subchapter', 'subchapters.name'])
          .whereRef('chapters.training_pk', '=', 'trainings.pk')
          .where('chapters.hidden', '=', false)
          .where('subchapters.hidden', '=', false)
          .orderBy('chapters.position')
          .orderBy('subchapters.position')
          .limit(1)
          .as('first'),
      (join) => join.onTrue(),
    )
    .select([
      'trainings.slug',
      'trainings.name',
      'trainings.term',
      'continents.slug as continent',
      offeredTier(reader, 'trainings').as('tier'),
      'trainings.icon',
    ])
    .select(['trainings.summary', 'lessons.minutes', 'lessons.subchapters'])
    .select(['tasks.flags', 'tasks.drills', 'tasks.labs', 'tasks.points'])
    .select(['trainings.kind', 'trainings.added_at', prerequisitesOf('trainings').as('requires')])
    .select(['first.chapter as start_chapter', 'first.subchapter as start_subchapter', 'first.name as start_name'])
    .where('trainings.hidden', '=', false);
}

type CardRow = Awaited<ReturnType<ReturnType<typeof cards>['execute']>>[number];

function presentCard(row: CardRow): TrainingCard {
  const { start_chapter, start_subchapter, start_name } = row;
  return {
    slug: row.slug,
    name: row.name,
    term: row.term,
    continent: row.continent,
    tier: row.tier as Tier,
    icon: row.icon,
    summary: row.summary,
    minutes: row.minutes ?? 0,
    subchapters: row.subchapters ?? 0,
    flags: row.flags ?? 0,
    drills: row.drills ?? 0,
    labs: row.labs ?? 0,
    points: row.points ?? 0,
    start:
      start_chapter && start_subchapter && start_name
        ? { chapter: start_chapter, subchapter: start_subchapter, name: start_name }
        : null,
    kind: row.kind,
    requires: row.requires,
    added_at: row.added_at?.toISOString() ?? null,
  };
}

export interface TrainingsDeps {
  db: Db;
  mapFacts: ReturnType<typeof createMapFacts>;
}

/** Returns every visible training, in the order of the map. */
export async function readTrainings(db: Db, reader: Reader): Promise<TrainingCard[]> {
  const rows = await cards(db, reader).orderBy('continents.position').orderBy('trainings.position').execute();
  return rows.map(presentCard);
}

/** Returns a visible training with its chapters, or undefined. */
export async function findTraining(
  { db, mapFacts }: TrainingsDeps,
  slug: string,
  reader: Reader,
): Promise<Training | undefined> {
  const [row, chapters] = await Promise.all([
    cards(db, reader)
      .select(['continents.name as continent_name', 'trainings.description_html', 'trainings.tags'])
      .select([
        sql<Training['recommended_next']>`(
          select coalesce(json_agg(json_build_object('slug', next.slug, 'name', next.name, 'summary', next.summary)
            order by array_position(trainings.recommended_next, next.slug)), '[]')
          from trainings as next
          where next.slug = any(trainings.recommended_next) and not next.hidden
        )`.as('recommended_next'),
        sql<boolean>`exists (
          select from test_outs where test_outs.training_pk = trainings.pk and not test_outs.hidden
        )`.as('test_out'),
      ])
      .where('trainings.slug', '=', slug)
      .executeTakeFirst(),
    findChapters(db, slug),
  ]);
  if (!row || !chapters) return undefined;
  const { trainings: positions } = await mapFacts(row.kind);
  return {
    ...presentCard(row),
    continent_name: row.continent_name,
    map_continent: positions.get(slug) ?? null,
    description_html: row.description_html,
    tags: row.tags,
    recommended_next: row.recommended_next,
    test_out: row.test_out,
    chapters,
  };
}

/** Returns the chapters of a visible training with one entry per lesson; undefined when there is no such training. */
export async function findChapters(db: Db, training: string): Promise<Chapter[] | undefined> {
  const rows = await db
    .selectFrom('trainings')
    .leftJoin('chapters', (join) =>
      join.onRef('chapters.training_pk', '=', 'trainings.pk').on('chapters.hidden', '=', false),
    )
    .leftJoin('subchapters', (join) =>
      join.onRef('subchapters.chapter_pk', '=', 'chapters.pk').on('subchapters.hidden', '=', false),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('modules')
          .select(taskCounts)
          .select(
            sql<string[]>`coalesce(array_agg(${labOfModule} order by modules.position)
              filter (where modules.kind = 'lab'), '{}')`.as('labs'),
          )
          .whereRef('modules.subchapter_pk', '=', 'subchapters.pk')
          .where('modules.hidden', '=', false)
          .as('inside'),
      (join) => join.onTrue(),
    )
    .select(['chapters.slug as chapter_slug', 'chapters.name as chapter_name', 'subchapters.slug', 'subchapters.name'])
    .select(['subchapters.minutes', 'inside.flags', 'inside.drills', 'inside.labs'])
    .where('trainings.slug', '=', training)
    .where('trainings.hidden', '=', false)
    .orderBy('chapters.position')
    .orderBy('subchapters.position')
    .execute();
  if (rows.length === 0) return undefined;

  const chapters: Chapter[] = [];
  for (const { chapter_slug, chapter_name, slug, name, minutes, flags, drills, labs } of rows) {
    if (chapter_slug === null || chapter_name === null) continue;
    let chapter = chapters.at(-1);
    if (chapter?.slug !== chapter_slug) {
      chapter = { slug: chapter_slug, name: chapter_name, training, subchapters: [] };
      chapters.push(chapter);
    }
    if (slug === null || name === null) continue;
    const counts = { minutes: minutes ?? 0, flags: flags ?? 0, drills: drills ?? 0 };
    chapter.subchapters.push({ slug, name, ...counts, labs: labs ?? [] });
  }
  return chapters;
}
