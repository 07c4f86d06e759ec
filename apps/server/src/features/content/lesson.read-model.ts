import type { Subchapter, Tier } from '@hexpedition/contract';
import { sql } from 'kysely';
import { type Lock, offeredTier } from '#features/training-access/training-access.public';
import type { Db } from '#platform/db/db';
import type { Reader } from '#platform/http/viewer';
import { presentModule } from './lesson-module.presenter.ts';

/**
 * Returns a visible lesson for a reader, or undefined.
 * @param lock why the lesson is locked for the reader. A locked lesson comes without its modules.
 */
export async function findSubchapter(
  db: Db,
  slug: string,
  reader: Reader,
  lock: Lock | null,
): Promise<Subchapter | undefined> {
  const [lessons, modules] = await Promise.all([lessonsOfTraining(db, slug, reader), lock ? [] : modulesOf(db, slug)]);
  const index = lessons.findIndex((lesson) => lesson.slug === slug);
  const current = lessons[index];
  if (!current) return undefined;
  const tier = current.tier as Tier;
  return {
    slug: current.slug,
    name: current.name,
    summary: current.summary,
    minutes: current.minutes,
    revision: current.revision,
    training: {
      slug: current.training_slug,
      name: current.training_name,
      tier,
      continent: current.continent,
      continent_name: current.continent_name,
    },
    chapter: { slug: current.chapter_slug, name: current.chapter_name },
    position: { at: index + 1, of: lessons.length },
    previous: neighbour(lessons[index - 1]),
    next: neighbour(lessons[index + 1]),
    locked: lock && { ...lock, tier },
    modules: modules.map(presentModule),
  };
}

type LessonRow = Awaited<ReturnType<typeof lessonsOfTraining>>[number];

const neighbour = (lesson: LessonRow | undefined): Subchapter['next'] =>
  lesson ? { chapter: lesson.chapter_slug, slug: lesson.slug, name: lesson.name } : null;

/** Every lesson of the training that the given lesson belongs to, in order. */
function lessonsOfTraining(db: Db, slug: string, reader: Reader) {
  return db
    .selectFrom('subchapters as here')
    .innerJoin('chapters as own', 'own.pk', 'here.chapter_pk')
    .innerJoin('trainings', 'trainings.pk', 'own.training_pk')
    .innerJoin('continents', 'continents.pk', 'trainings.continent_pk')
    .innerJoin('chapters', 'chapters.training_pk', 'trainings.pk')
    .innerJoin('subchapters', 'subchapters.chapter_pk', 'chapters.pk')
    .select([
      'subchapters.slug',
      'subchapters.name',
      'subchapters.summary',
      'subchapters.minutes',
      'subchapters.revision',
    ])
    .select(['chapters.slug as chapter_slug', 'chapters.name as chapter_name'])
    .select(['trainings.slug as training_slug', 'trainings.name as training_name'])
    .select(offeredTier(reader, 'trainings').as('tier'))
    .select(['continents.slug as continent', 'continents.name as continent_name'])
    .where('here.slug', '=', slug)
    .where('here.hidden', '=', false)
    .where('own.hidden', '=', false)
    .where('trainings.hidden', '=', false)
    .where('chapters.hidden', '=', false)
    .where('subchapters.hidden', '=', false)
    .orderBy('chapters.position')
    .orderBy('subchapters.position')
    .execute();
}

function modulesOf(db: Db, slug: string) {
  return db
    .selectFrom('modules')
    .innerJoin('subchapters', 'subchapters.pk', 'modules.subchapter_pk')
    .leftJoin('labs', (join) => join.on(sql<boolean>`labs.slug = modules.data->>'lab'`).on('labs.hidden', '=', false))
    .leftJoin('poll_questions', 'poll_questions.module_pk', 'modules.pk')
    .select(['modules.kind', 'modules.id', 'modules.data', 'labs.name as lab_name'])
    .select('poll_questions.pk as question_pk')
    .where('subchapters.slug', '=', slug)
    .where('subchapters.hidden', '=', false)
    .where('modules.hidden', '=', false)
    .orderBy('modules.position')
    .execute();
}
