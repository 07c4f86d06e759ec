import type { Chapter, Curriculum, Training } from '@hexpedition/curriculum/source/curriculum-types';
import { sql } from 'kysely';
import { anyOf } from '#platform/db/db';
import { differences, diffRows, findMoved, rowsToPark } from './diff-rows.ts';
import { pageTags } from './page-tags.ts';
import type { SyncContext } from './sync-context.ts';

/** The pks of written rows by uid or slug, for their child rows. */
export type Pks = ReadonlyMap<string, number>;

/** Continents are matched by slug and never removed; a continent without trainings is invisible. */
export async function syncContinents(
  { continents, trainings }: Curriculum,
  { tx, log, tags }: SyncContext,
): Promise<Pks> {
  const rows = await tx.selectFrom('continents').selectAll().execute();
  const pks = new Map(rows.map((row) => [row.slug, row.pk]));
  const existing = continents.flatMap(({ slug, position: after }) => {
    const before = rows.find((row) => row.slug === slug)?.position;
    return before === undefined ? [] : [{ slug, before, after }];
  });
  const moved = new Set([...findMoved(existing)].map(({ slug }) => slug));
  for (const continent of continents) {
    const row = rows.find(({ slug }) => slug === continent.slug);
    const differing = row ? differences(row, continent) : [];
    const what = differing.filter((column) => column !== 'position' || moved.has(continent.slug));
    if (row && what.length === 0) log.unchanged('continent');
    else
      log.add({ kind: 'continent', change: row ? 'changed' : 'new', id: continent.slug, name: continent.name, what });
    if (row && differing.length === 0) continue;
    for (const { slug } of trainings.filter((training) => training.continent === continent.slug))
      tags.add(pageTags.training(slug));
    for (const tag of [pageTags.trainings, pageTags.features]) tags.add(tag);
    const { pk } = row
      ? await tx
          .updateTable('continents')
          .set(continent)
          .where('pk', '=', row.pk)
          .returning('pk')
          .executeTakeFirstOrThrow()
      : await tx.insertInto('continents').values(continent).returning('pk').executeTakeFirstOrThrow();
    pks.set(continent.slug, pk);
  }
  return pks;
}

/** @returns pks by uid */
export async function syncTrainings({ trainings }: Curriculum, continents: Pks, context: SyncContext): Promise<Pks> {
  const { tx, tags } = context;
  const rows = await tx.selectFrom('trainings').selectAll().execute();
  const wanted = trainings.map((training) => ({
    ...trainingValues(training),
    continent_pk: pkOf(continents, training.continent),
  }));
  const diff = diffRows(rows, wanted);
  const labels = { continent_pk: 'place', position: 'place', description_html: 'description' };
  context.recordDiff('training', diff, labels, () => null);
  for (const { slug } of [...diff.inserts, ...diff.updates.flatMap(({ row, values }) => [row, values]), ...diff.gone]) {
    for (const tag of [pageTags.training(slug), pageTags.trainings, pageTags.features]) tags.add(tag);
  }

  const parked = rowsToPark(diff, ['slug']);
  if (parked.length > 0)
    await tx.updateTable('trainings').set({ hidden: true }).where('pk', '=', anyOf(parked)).execute();
  const pks = new Map(rows.map((row) => [row.uid, row.pk]));
  // On a new site every training is new, so none is marked as new.
  const added_at = rows.length > 0 ? sql<Date>`now()` : null;
  for (const values of diff.inserts) {
    const { pk } = await tx
      .insertInto('trainings')
      .values({ ...values, added_at })
      .returning('pk')
      .executeTakeFirstOrThrow();
    pks.set(values.uid, pk);
  }
  for (const { row, values } of diff.updates) {
    await tx.updateTable('trainings').set(values).where('pk', '=', row.pk).execute();
  }
  return pks;
}

/** Returns the columns of a training, without its continent. */
export const trainingValues = ({ continent: _, chapters: __, test_out: ___, ...training }: Training) => training;

/** @returns pks by uid */
export async function syncChapters({ trainings }: Curriculum, trainingPks: Pks, context: SyncContext): Promise<Pks> {
  const { tx, tags } = context;
  const rows = await tx.selectFrom('chapters').selectAll().execute();
  const wanted = trainings.flatMap((training) =>
    training.chapters.map((chapter) => chapterValues(chapter, pkOf(trainingPks, training.uid))),
  );
  const diff = diffRows(rows, wanted);
  const labels = { training_pk: 'place', position: 'place' };
  context.recordDiff('chapter', diff, labels, ({ training_pk }) => training_pk);
  const touched = [...diff.inserts, ...diff.updates.flatMap(({ row, values }) => [row, values]), ...diff.gone];
  for (const training of trainings) {
    const pk = trainingPks.get(training.uid);
    if (!touched.some((chapter) => chapter.training_pk === pk)) continue;
    for (const tag of [pageTags.training(training.slug), pageTags.trainings]) tags.add(tag);
  }

  const parked = rowsToPark(diff, ['slug', 'training_pk']);
  if (parked.length > 0)
    await tx.updateTable('chapters').set({ hidden: true }).where('pk', '=', anyOf(parked)).execute();
  const pks = new Map(rows.map((row) => [row.uid, row.pk]));
  for (const values of diff.inserts) {
    const { pk } = await tx.insertInto('chapters').values(values).returning('pk').executeTakeFirstOrThrow();
    pks.set(values.uid, pk);
  }
  for (const { row, values } of diff.updates) {
    await tx.updateTable('chapters').set(values).where('pk', '=', row.pk).execute();
  }
  return pks;
}

/** Returns the columns of a chapter. */
export const chapterValues = ({ subchapters: _, ...chapter }: Chapter, training_pk: number) => ({
  ...chapter,
  training_pk,
  hidden: false,
});

/** Returns the pk of a parent that was written before. */
export function pkOf(pks: Pks, key: string): number {
  const pk = pks.get(key);
  if (pk === undefined) throw new Error(`${key} has not been written.`);
  return pk;
}
