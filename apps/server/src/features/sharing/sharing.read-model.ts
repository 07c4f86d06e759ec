import type { MapDocument } from '@hexpedition/contract';
import type { Db } from '#platform/db/db';

/** The subject of a share picture. */
export interface Subject {
  /** Category, for example "Course · Web". */
  label: string;
  name: string;
  text: string;
  facts: string[];
  /** The highlighted node of the map; null for a picture of the whole map. */
  ref: string | null;
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Finds a visible training. */
export async function findTrainingSubject(db: Db, slug: string): Promise<Subject | undefined> {
  const row = await db
    .selectFrom('trainings')
    .innerJoin('continents', 'continents.pk', 'trainings.continent_pk')
    .select(['trainings.name', 'trainings.term', 'trainings.summary', 'continents.name as continent'])
    .select(({ selectFrom, fn }) => [
      selectFrom('subchapters')
        .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
        .select(fn.countAll<string>().as('count'))
        .whereRef('chapters.training_pk', '=', 'trainings.pk')
        .where('chapters.hidden', '=', false)
        .where('subchapters.hidden', '=', false)
        .as('lessons'),
    ])
    .where('trainings.slug', '=', slug)
    .where('trainings.hidden', '=', false)
    .executeTakeFirst();
  return (
    row && {
      label: `Course · ${row.continent}`,
      name: row.name,
      text: row.term || row.summary,
      facts: [plural(Number(row.lessons), 'lesson')],
      ref: `training:${slug}`,
    }
  );
}

/** Finds a visible lab. */
export async function findLabSubject(db: Db, slug: string): Promise<Subject | undefined> {
  const row = await db
    .selectFrom('labs')
    .select(['labs.name', 'labs.summary', 'labs.difficulty', 'labs.minutes'])
    .where('labs.slug', '=', slug)
    .where('labs.hidden', '=', false)
    .executeTakeFirst();
  return (
    row && {
      label: 'Lab',
      name: row.name,
      text: row.summary,
      facts: [row.difficulty, `${row.minutes} min`],
      ref: `lab:${slug}`,
    }
  );
}

/** Reads the published map document with its pk. Returns undefined if no map is published. */
export async function findMapDocument(db: Db): Promise<{ pk: number; map: MapDocument } | undefined> {
  const row = await db
    .selectFrom('hexmap_pointers')
    .innerJoin('hexmap_versions', 'hexmap_versions.pk', 'hexmap_pointers.hexmap_pk')
    .select(['hexmap_versions.pk', 'hexmap_versions.source'])
    .where('hexmap_pointers.kind', '=', 'trainings')
    .where('hexmap_pointers.version', '=', '2')
    .executeTakeFirst();
  // The document was validated when it was published.
  return row && { pk: row.pk, map: row.source as unknown as MapDocument };
}
