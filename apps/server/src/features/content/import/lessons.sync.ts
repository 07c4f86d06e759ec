import { isDeepStrictEqual } from 'node:util';
import type { MapDocument } from '@hexpedition/contract';
import type { Chapter, MediaFile, Training } from '@hexpedition/curriculum/source/curriculum-types';
import { sortByMapOrder } from '@hexpedition/curriculum/source/map-order';
import { readLiveMaps } from '#features/maps/maps.public';
import { markMedia } from '#features/media/media.public';
import { refreshSearchOfLessons } from '#features/search/search.public';
import { anyOf, type Tx } from '#platform/db/db';
import { announcePageChange } from '#platform/db/page-changes';
import { serverModules } from '../modules/module-kinds.ts';
import { differences } from './diff-rows.ts';
import { syncModules } from './modules.sync.ts';
import { tagDependents } from './page-tags.ts';
import { StoredModules } from './stored-modules.read-model.ts';
import { readSubchapterRows, syncSubchapters } from './subchapters.sync.ts';
import { SyncContext } from './sync-context.ts';
import { isTestCurrent } from './test-outs.sync.ts';
import { chapterValues, trainingValues } from './trainings.sync.ts';

interface LessonsInput {
  /** The trainings whose folders were read again, each with all its lessons. */
  trainings: readonly Training[];
  /** Files that all lessons use. */
  media: readonly MediaFile[];
  /** Whether files other than texts change, which may no longer be used. */
  hasFileChanges: boolean;
}

/**
 * Checks whether only lessons of these trainings have changed. If so, the returned function does the same as
 * `synchronise`, but reads and writes only these lessons.
 * @returns undefined if something else has changed too
 */
export async function prepareLessonSync(
  tx: Tx,
  input: LessonsInput,
): Promise<(() => Promise<SyncContext>) | undefined> {
  const { trainings } = input;
  const stored = await readTrainingRows(tx);
  const pks = new Map(stored.map(({ uid, pk }) => [uid, pk]));
  const trainingPks = anyOf(trainings.flatMap(({ uid }) => pks.get(uid) ?? []));
  const chapters = await tx
    .selectFrom('chapters')
    .selectAll()
    .where('training_pk', '=', trainingPks)
    .where('hidden', '=', false)
    .execute();
  const tests = await tx.selectFrom('test_outs').selectAll().where('training_pk', '=', trainingPks).execute();
  const maps = await readLiveMaps(tx);
  const isOnlyLessons =
    trainings.every((training) => isSameTraining(training, { stored, chapters, tests })) && isInMapOrder(stored, maps);
  return isOnlyLessons ? () => synchroniseLessons(tx, input, { stored, chapters }) : undefined;
}

async function synchroniseLessons(
  tx: Tx,
  { trainings, media, hasFileChanges }: LessonsInput,
  { stored, chapters }: Pick<Stored, 'stored' | 'chapters'>,
): Promise<SyncContext> {
  const context = new SyncContext(tx);
  const curriculum = { continents: [], trainings: [...trainings] };
  const chapterPks = new Map(chapters.map(({ uid, pk }) => [uid, pk]));
  const lessons = trainings.flatMap((training) => training.chapters.flatMap(({ subchapters }) => subchapters));
  const uids = lessons.map(({ uid }) => uid);
  const rows = await readSubchapterRows(tx, { chapters: [...chapterPks.values()], uids });
  const rowPks = rows.map(({ pk }) => pk);
  const modules = await StoredModules.read(tx, rowPks);
  const lessonPks = await syncSubchapters(curriculum, chapterPks, modules, context, rows);
  await syncModules(curriculum, lessonPks, modules, context);
  const changed = [...context.lessons];
  for (const module of Object.values(serverModules)) await module.sync?.(context, changed);
  const isMediaAffected =
    hasFileChanges ||
    context.log.changes.some(({ kind, change }) => kind === 'subchapter' && change !== 'changed') ||
    !isDeepStrictEqual(mediaPaths(modules.all()), mediaPaths(lessons.flatMap((lesson) => lesson.modules)));
  if (isMediaAffected) await markMedia(tx, new Map(media.map(({ hash, contentType }) => [hash, contentType])));
  tagDependents(stored, context);
  await refreshSearchOfLessons(tx, changed);
  if (context.log.changes.length > 0) await announcePageChange(tx, [...context.tags].sort());
  return context;
}

type TrainingRow = Awaited<ReturnType<typeof readTrainingRows>>[number];

/** Reads all trainings in the order of learners' pages. */
const readTrainingRows = (tx: Tx) =>
  tx
    .selectFrom('trainings')
    .innerJoin('continents', 'continents.pk', 'trainings.continent_pk')
    .selectAll('trainings')
    .select(['continents.slug as continent', 'continents.position as continent_position'])
    .orderBy('trainings.position')
    .execute();

interface Stored {
  stored: readonly TrainingRow[];
  chapters: readonly { pk: number; uid: string; training_pk: number }[];
  tests: readonly { training_pk: number; hidden: boolean }[];
}

/** Checks whether the training, its test and its chapters are as they are stored. Its position depends on the maps. */
function isSameTraining(training: Training, { stored, chapters, tests }: Stored): boolean {
  const row = stored.find(({ uid }) => uid === training.uid);
  if (!row) return false;
  const { position: _, ...values } = trainingValues(training);
  const own = chapters.filter(({ training_pk }) => training_pk === row.pk);
  return (
    row.continent === training.continent &&
    differences(row, values).length === 0 &&
    isTestCurrent(
      training.test_out,
      tests.find(({ training_pk }) => training_pk === row.pk),
    ) &&
    own.length === training.chapters.length &&
    training.chapters.every((chapter) => isSameChapter(chapter, own, row.pk))
  );
}

function isSameChapter(chapter: Chapter, stored: Stored['chapters'], trainingPk: number): boolean {
  const row = stored.find(({ uid }) => uid === chapter.uid);
  return row !== undefined && differences(row, chapterValues(chapter, trainingPk)).length === 0;
}

/** Checks whether the positions follow the maps. A published map reorders the trainings at the next `synchronise`. */
function isInMapOrder(stored: readonly TrainingRow[], maps: readonly MapDocument[]): boolean {
  const continents = [...new Map(stored.map((row) => [row.continent, row])).values()]
    .map(({ continent, continent_position }) => ({ slug: continent, position: continent_position }))
    .sort((a, b) => a.position - b.position);
  const sorted = sortByMapOrder({ continents, trainings: stored }, maps);
  return (
    isDeepStrictEqual(slugsOf(sorted.continents), slugsOf(continents)) &&
    isDeepStrictEqual(slugsOf(sorted.trainings), slugsOf(stored))
  );
}

const slugsOf = (items: readonly { slug: string }[]): string[] => items.map(({ slug }) => slug);

/** Returns the addresses of the files that modules show, sorted. */
function mediaPaths(modules: Iterable<{ data: object; hidden?: boolean }>): string[] {
  const visible = [...modules].filter(({ hidden }) => !hidden);
  const texts = visible.map(({ data }) => JSON.stringify(data));
  return [...new Set(texts.flatMap((text) => text.match(/\/media\/[0-9a-f]{64}\//g) ?? []))].sort();
}
