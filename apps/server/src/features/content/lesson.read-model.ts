import type { Subchapter, Tier } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Reader } from '#platform/http/viewer';
import { presentModule } from './lesson.presenter.ts';
import { lockOf } from './reach.public.ts';
import { missingSteps, offeredTier } from './reach.read-model.ts';

/** A shown lesson as someone sees it, or undefined. One that is locked for them comes without its modules. */
export async function findSubchapter(db: Db, slug: string, reader: Reader): Promise<Subchapter | undefined> {
  const [lines, modules, missing] = await Promise.all([
    linesAround(db, slug, reader),
    modulesOf(db, slug),
    findMissing(db, slug, reader.pk),
  ]);
  const at = lines.findIndex((line) => line.slug === slug);
  const here = lines[at];
  if (!here) return undefined;
  const tier = here.tier as Tier;
  const lock = lockOf(reader, { tier, missing });
  return {
    slug: here.slug,
    name: here.name,
    summary: here.summary,
    minutes: here.minutes,
    revision: here.revision,
    training: {
      slug: here.training_slug,
      name: here.training_name,
      tier,
      continent: here.continent,
      continent_name: here.continent_name,
    },
    chapter: { slug: here.chapter_slug, name: here.chapter_name },
    place: { at: at + 1, of: lines.length },
    previous: neighbour(lines[at - 1]),
    next: neighbour(lines[at + 1]),
    locked: lock && { ...lock, tier },
    modules: lock ? [] : modules.map(presentModule),
  };
}

type Line = Awaited<ReturnType<typeof linesAround>>[number];

const neighbour = (line: Line | undefined): Subchapter['next'] =>
  line ? { chapter: line.chapter_slug, slug: line.slug, name: line.name } : null;

/** Every lesson of the training that the given one belongs to, in order. */
function linesAround(db: Db, slug: string, reader: Reader) {
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

async function findMissing(db: Db, slug: string, userPk: number | undefined) {
  const row = await db
    .selectFrom('subchapters')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .select(missingSteps(userPk, 'trainings').as('missing'))
    .where('subchapters.slug', '=', slug)
    .where('subchapters.hidden', '=', false)
    .executeTakeFirst();
  return row?.missing ?? [];
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
