import type { Curriculum, Subchapter } from '@hexpedition/curriculum/source/curriculum-types';
import { anyOf, type Tx } from '#platform/db/db';
import { diffRows, rowsToPark } from './diff-rows.ts';
import { pageTags } from './page-tags.ts';
import type { StoredModules } from './stored-modules.read-model.ts';
import type { SyncContext } from './sync-context.ts';
import { type Pks, pkOf } from './trainings.sync.ts';

const structure = ['slug', 'name', 'chapter_pk', 'position', 'minutes', 'hidden'];

/** Reads all lessons, or those of some chapters and those with some ids. */
export async function readSubchapterRows(tx: Tx, only?: { chapters: readonly number[]; uids: readonly string[] }) {
  return tx
    .selectFrom('subchapters')
    .selectAll()
    .$if(only !== undefined, (query) =>
      query.where(({ or, eb }) =>
        or([eb('chapter_pk', '=', anyOf(only?.chapters ?? [])), eb('uid', '=', anyOf(only?.uids ?? []))]),
      ),
    )
    .execute();
}

/**
 * Writes the lessons of a curriculum.
 * @param rows the stored lessons that it describes
 * @returns pks by uid
 */
export async function syncSubchapters(
  { trainings }: Curriculum,
  chapterPks: Pks,
  modules: StoredModules,
  context: SyncContext,
  rows: Awaited<ReturnType<typeof readSubchapterRows>>,
): Promise<Pks> {
  const { tx, tags } = context;
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  const trainingOf = new Map<string, string>();
  const wanted = trainings.flatMap((training) =>
    training.chapters.flatMap((chapter) =>
      chapter.subchapters.map((subchapter) => {
        trainingOf.set(subchapter.uid, training.slug);
        const { modules: now, ...values } = subchapter;
        const row = byUid.get(subchapter.uid);
        const isChanged = row && (row.content_hash !== values.content_hash || modules.hasNewAnswer(row.pk, now));
        const revision = (row?.revision ?? 1) + (isChanged ? 1 : 0);
        return { ...values, chapter_pk: pkOf(chapterPks, chapter.uid), revision, hidden: false };
      }),
    ),
  );
  const diff = diffRows(rows, wanted);
  const labels = { chapter_pk: 'place', position: 'place', content_hash: 'content', revision: 'content' };
  context.recordDiff('subchapter', diff, labels, ({ chapter_pk }) => chapter_pk);

  const tagTraining = (uid: string): void => {
    const slug = trainingOf.get(uid);
    if (slug) for (const tag of [pageTags.training(slug), pageTags.trainings]) tags.add(tag);
  };
  for (const { uid } of diff.inserts) tagTraining(uid);
  for (const { row, values, differing } of diff.updates) {
    for (const { slug } of [row, values]) tags.add(pageTags.subchapter(slug));
    if (differing.some((column) => structure.includes(column))) tagTraining(values.uid);
  }
  for (const { slug, chapter_pk } of diff.gone) {
    tags.add(pageTags.subchapter(slug)).add(pageTags.trainings);
    const home = trainings.find(({ chapters }) =>
      chapters.some((chapter) => chapterPks.get(chapter.uid) === chapter_pk),
    );
    if (home) tags.add(pageTags.training(home.slug));
  }

  const parked = rowsToPark(diff, ['slug']);
  if (parked.length > 0)
    await tx.updateTable('subchapters').set({ hidden: true }).where('pk', '=', anyOf(parked)).execute();
  const pks = new Map(rows.map((row) => [row.uid, row.pk]));
  for (const values of diff.inserts) {
    const { pk } = await tx.insertInto('subchapters').values(values).returning('pk').executeTakeFirstOrThrow();
    pks.set(values.uid, pk);
  }
  for (const { row, values } of diff.updates) {
    await tx.updateTable('subchapters').set(values).where('pk', '=', row.pk).execute();
  }
  for (const { uid } of [...diff.inserts, ...diff.updates.map(({ values }) => values), ...diff.gone])
    context.lessons.add(pkOf(pks, uid));
  return pks;
}

/** Every lesson of a curriculum with its training, in order. */
export function* subchaptersOf({ trainings }: Curriculum): Generator<{ subchapter: Subchapter; training: string }> {
  for (const training of trainings) {
    for (const chapter of training.chapters) {
      for (const subchapter of chapter.subchapters) yield { subchapter, training: training.slug };
    }
  }
}
