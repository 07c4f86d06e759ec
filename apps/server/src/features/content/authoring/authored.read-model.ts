import { headSize } from '@hexpedition/curriculum/source/source-tree';
import { sql } from 'kysely';
import { anyOf, type Db, type Tx } from '#platform/db/db';

/** The current version of a file of the curriculum. */
export interface AuthoredFile {
  pk: number;
  path: string;
  text: string;
  revision: number;
  changed_at: Date;
  /** Null for an import and for a deleted account. */
  by: string | null;
}

const trainingFile = '^[^/]+/[^/]+/training\\.yaml$';
const continentFile = '^[^/]+/continent\\.yaml$';
const lessonFile = '^[^/]+/[^/]+/\\d{2,3}-[^/]+/\\d{2,3}-[^/]+\\.md$';

const currentFiles = (db: Db | Tx) =>
  db
    .selectFrom('source_files')
    .leftJoin('users', 'users.pk', 'source_files.changed_by')
    .select(['source_files.pk', 'source_files.path', 'source_files.revision', 'source_files.changed_at'])
    .select(['users.username as by', sql<string>`coalesce(source_files.text, '')`.as('text')])
    .where('source_files.hash', 'is not', null)
    .orderBy('source_files.path');

/** Reads every `training.yaml`. */
export const readTrainingFiles = (db: Db | Tx): Promise<AuthoredFile[]> =>
  currentFiles(db).where('source_files.path', '~', trainingFile).execute();

/** Reads every `continent.yaml`. */
export const readContinentFiles = (db: Db | Tx): Promise<AuthoredFile[]> =>
  currentFiles(db).where('source_files.path', '~', continentFile).execute();

/** Reads all files in a folder, at any depth. */
export const readFolder = (db: Db | Tx, folder: string): Promise<AuthoredFile[]> =>
  currentFiles(db)
    .where(sql<boolean>`starts_with(source_files.path, ${`${folder}/`})`)
    .execute();

export const findFile = (db: Db | Tx, path: string): Promise<AuthoredFile | undefined> =>
  currentFiles(db).where('source_files.path', '=', path).executeTakeFirst();

/** @param slug slug of a lesson: lowercase letters, digits and hyphens */
export const findLessonFile = (db: Db | Tx, slug: string): Promise<AuthoredFile | undefined> =>
  currentFiles(db).where('source_files.path', '~', pathOfSlug(slug)).executeTakeFirst();

const pathOfSlug = (slug: string): string => `^[^/]+/[^/]+/\\d{2,3}-[^/]+/\\d{2,3}-${slug}\\.md$`;

/** A withdrawn lesson with its last text. */
export interface WithdrawnFile {
  pk: number;
  path: string;
  text: string;
  revision: number;
}

const withdrawnLessons = (db: Db | Tx) =>
  db
    .selectFrom('source_files')
    .innerJoinLateral(
      (inner) =>
        inner
          .selectFrom('source_revisions')
          .select('source_revisions.text')
          .whereRef('source_revisions.file_pk', '=', 'source_files.pk')
          .where('source_revisions.text', 'is not', null)
          .orderBy('source_revisions.n', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['source_files.pk', 'source_files.path', 'source_files.revision'])
    .select(sql<string>`last.text`.as('text'))
    .where('source_files.hash', 'is', null)
    .where('source_files.path', '~', lessonFile)
    .orderBy('source_files.changed_at', 'desc');

export const readWithdrawnLessons = (db: Db | Tx, folder: string): Promise<WithdrawnFile[]> =>
  withdrawnLessons(db)
    .where(sql<boolean>`starts_with(source_files.path, ${`${folder}/`})`)
    .execute();

export const findWithdrawnLesson = (db: Db | Tx, slug: string): Promise<WithdrawnFile | undefined> =>
  withdrawnLessons(db).where('source_files.path', '~', pathOfSlug(slug)).executeTakeFirst();

/**
 * Reads the ids and slugs of all lessons and of everything else with an id. Includes hidden items, because they can
 * come back.
 */
export async function readNames(db: Db | Tx) {
  const [lessons, chapters, trainings, tests, places] = await Promise.all([
    db.selectFrom('subchapters').select(['uid', 'slug', 'hidden']).execute(),
    db.selectFrom('chapters').select('uid').execute(),
    db.selectFrom('trainings').select(['uid', 'slug']).execute(),
    db.selectFrom('test_outs').select('uid').execute(),
    db.selectFrom('unpublished_lessons').select(['uid', 'slug', 'training']).execute(),
  ]);
  return { lessons, chapters, trainings, tests, places };
}

/** Reads the number of lessons in each training's folder and its last change. */
export const readFolders = (db: Db) =>
  db
    .selectFrom('source_files')
    .leftJoin('users', 'users.pk', 'source_files.changed_by')
    .select([
      sql<string>`split_part(source_files.path, '/', 1) || '/' || split_part(source_files.path, '/', 2)`.as('folder'),
      sql<number>`(count(*) filter (where source_files.hash is not null and source_files.path ~ ${lessonFile}))::int`.as(
        'lessons',
      ),
      sql<Date>`max(source_files.changed_at)`.as('changed_at'),
      sql<string | null>`(array_agg(users.username order by source_files.changed_at desc, source_files.pk desc))[1]`.as(
        'changed_by',
      ),
    ])
    .where('source_files.path', 'like', '%/%/%')
    .groupBy('folder')
    .execute();

const revisionsOf = (db: Db | Tx, pk: number) =>
  db
    .selectFrom('source_revisions')
    .leftJoin('users', 'users.pk', 'source_revisions.by_pk')
    .select(['source_revisions.n', 'source_revisions.at', 'source_revisions.act', 'source_revisions.note'])
    .select('users.username as by')
    .where('source_revisions.file_pk', '=', pk);

/** Reads revisions, newest first. @param before returns only older revisions */
export const readRevisions = (db: Db, pk: number, before: number, limit: number) =>
  revisionsOf(db, pk)
    .where('source_revisions.n', '<', before)
    .orderBy('source_revisions.n', 'desc')
    .limit(limit)
    .execute();

/**
 * Finds a revision with the text of the file at that time. A revision that removed the file has the text before the
 * removal.
 */
export async function findRevision(db: Db | Tx, pk: number, n: number) {
  const [revision, last] = await Promise.all([
    revisionsOf(db, pk).where('source_revisions.n', '=', n).executeTakeFirst(),
    db
      .selectFrom('source_revisions')
      .select('text')
      .where('file_pk', '=', pk)
      .where('n', '<=', n)
      .where('text', 'is not', null)
      .orderBy('n', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return revision && { ...revision, text: last?.text ?? '' };
}

/** Reads the media files of a training, with the first bytes of binary files. */
export const readMediaRows = (db: Db, folder: string) =>
  db
    .selectFrom('source_files')
    .leftJoin('media_chunks', (join) =>
      join.onRef('media_chunks.hash', '=', 'source_files.media_hash').on('media_chunks.n', '=', 0),
    )
    .select(['source_files.path', 'source_files.size', 'source_files.hash', 'source_files.text'])
    .select(sql<Buffer | null>`substring(media_chunks.bytes from 1 for ${headSize})`.as('head'))
    .where('source_files.hash', 'is not', null)
    .where('source_files.path', '~', '^[^/]+/[^/]+/(figures|videos|files|demos)/[^/]+$')
    .where(sql<boolean>`starts_with(source_files.path, ${`${folder}/`})`)
    .orderBy('source_files.path')
    .execute();

/** Reads the names of labs, for previews of lessons that reference them. */
export async function readLabNames(db: Db, slugs: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('labs').select(['slug', 'name']).where('slug', '=', anyOf(slugs)).execute();
  return new Map(rows.map(({ slug, name }) => [slug, name]));
}

/** Returns the slug of a lesson that is published or has a place; else undefined. */
export async function findLessonSlug(db: Db, uid: string): Promise<string | undefined> {
  const [lesson, place] = await Promise.all([
    db.selectFrom('subchapters').select('slug').where('uid', '=', uid).executeTakeFirst(),
    db.selectFrom('unpublished_lessons').select('slug').where('uid', '=', uid).executeTakeFirst(),
  ]);
  return lesson?.slug ?? place?.slug;
}
