import { createHash } from 'node:crypto';
import { headSize, textLimit } from '@hexpedition/curriculum/source/source-tree';
import { sql } from 'kysely';
import { anyOf, type Db, type Tx } from '#platform/db/db';
import type { PackedFile } from './source-reader.ts';

/** A row of the sources without its contents. */
export interface StoredFile {
  pk: number;
  path: string;
  /** Null when the file was removed in the browser or by an import. */
  hash: string | null;
  size: number;
  revision: number;
}

export type LiveFile = StoredFile & { hash: string };

/** A file of the last import of a source. */
export interface ImportedFile {
  source: string;
  /** Path in the source. */
  path: string;
  file_pk: number;
  hash: string;
}

/** All sources at one moment, without their contents. */
export class StoredSources {
  readonly files: readonly StoredFile[];
  /** Existing files, by path. */
  readonly live: ReadonlyMap<string, LiveFile>;
  /** Pk of the last removed file, by path. */
  readonly gone: ReadonlyMap<string, number>;
  readonly imports: readonly ImportedFile[];

  constructor(files: readonly StoredFile[], imports: readonly ImportedFile[]) {
    this.files = files;
    this.imports = imports;
    this.live = new Map(files.filter(isLive).map((file) => [file.path, file]));
    this.gone = new Map(files.filter((file) => !isLive(file)).map(({ path, pk }) => [path, pk]));
  }

  /** Reads the files of a folder, without imports. @param folder includes files at any depth */
  static async readFolders(db: Db, folders: readonly string[]): Promise<StoredSources> {
    const prefixes = folders.map((folder) => `${folder}/`);
    const files = await selectFiles(db)
      .where((where) => where.or(prefixes.map((prefix) => sql<boolean>`starts_with(path, ${prefix})`)))
      .execute();
    return new StoredSources(files, []);
  }

  static async read(db: Db | Tx): Promise<StoredSources> {
    const files = await selectFiles(db).execute();
    const imports = await db.selectFrom('source_imports').selectAll().orderBy('source').orderBy('path').execute();
    return new StoredSources(files, imports);
  }

  /** Differs after every change. */
  get etag(): string {
    const state = [
      this.files.map(({ pk, revision }) => [pk, revision]),
      this.imports.map(({ source, path, hash }) => [source, path, hash]),
    ];
    return createHash('sha256').update(JSON.stringify(state)).digest('hex');
  }
}

const selectFiles = (db: Db | Tx) =>
  db.selectFrom('source_files').select(['pk', 'path', 'hash', 'size', 'revision']).orderBy('pk');

const isLive = (file: StoredFile): file is LiveFile => file.hash !== null;

/** Reads the contents of files as a reader needs them: the text, or the first bytes of binary files. */
export async function packStored(db: Db | Tx, files: readonly LiveFile[]): Promise<PackedFile[]> {
  if (files.length === 0) return [];
  const rows = await db
    .selectFrom('source_files')
    .leftJoin('media', 'media.hash', 'source_files.media_hash')
    .leftJoin('media_chunks', (join) =>
      join.onRef('media_chunks.hash', '=', 'source_files.media_hash').on('media_chunks.n', '=', 0),
    )
    .select(['source_files.pk', 'source_files.text'])
    .select(sql<Buffer | null>`substring(coalesce(media.head, media_chunks.bytes) from 1 for ${headSize})`.as('head'))
    .where('source_files.pk', '=', anyOf(files.map(({ pk }) => pk)))
    .execute();
  const byPk = new Map(rows.map((row) => [row.pk, row]));
  return files.map(({ pk, path, hash, size }) => {
    const row = byPk.get(pk);
    const text = row?.text ?? undefined;
    return { path, hash, size, text, head: row?.head ?? (text === undefined ? undefined : headOf(text)) };
  });
}

const headOf = (text: string): Uint8Array => Buffer.from(text.slice(0, headSize)).subarray(0, headSize);

/** Reads the current text of a file; undefined for a binary or removed file. */
export async function findText(db: Db | Tx, pk: number): Promise<string | undefined> {
  const row = await db.selectFrom('source_files').select('text').where('pk', '=', pk).executeTakeFirst();
  return row?.text ?? undefined;
}

/** Reads the first characters of all existing files that have an id, by pk. */
export async function findHeads(db: Db | Tx): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('source_files')
    .select(['pk', sql<string>`left(text, 2000)`.as('head')])
    .where('hash', 'is not', null)
    .where('text', 'is not', null)
    .where(sql<boolean>`path ~ '\.md$|/(chapter|training)\.yaml$'`)
    .execute();
  return new Map(rows.map(({ pk, head }) => [pk, head]));
}

/** Finds the pks of the files of a source's last import. */
export async function findImportedFiles(db: Db, source: string): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('source_imports').select('file_pk').where('source', '=', source).execute();
  return new Set(rows.map(({ file_pk }) => file_pk));
}

/** Checks whether a file is stored as text. All others are stored as bytes in `media`. */
export const isTextFile = (path: string, size: number): boolean =>
  size <= textLimit && /\.(md|yaml|svg|vtt|html|json|txt)$/.test(path);

/** Reads the stored facts of each compiled folder, which suffice to check the other folders. */
export async function readCompiledFacts(db: Db | Tx) {
  return db.selectFrom('compiled_trainings').select(['folder', 'fingerprint', 'facts']).execute();
}

/** Reads the compiled trainings, which are large. */
export async function readCompiledTrainings(tx: Tx, folders: readonly string[]) {
  return tx
    .selectFrom('compiled_trainings')
    .select(['folder', 'fingerprint', 'training'])
    .where('folder', '=', anyOf(folders))
    .execute();
}

/** Finds the current file at a path; undefined if there is none. */
export async function findSource(db: Db, path: string) {
  return db
    .selectFrom('source_files')
    .select(['path', 'hash', 'size', 'revision'])
    .where('path', '=', path)
    .where('hash', 'is not', null)
    .executeTakeFirst();
}

/** Finds a file whose path differs only by letter case. On many systems both would be the same file. */
export async function findSameName(db: Db, path: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('source_files')
    .select('path')
    .where(sql<boolean>`lower(path) = lower(${path})`)
    .where('path', '<>', path)
    .where('hash', 'is not', null)
    .executeTakeFirst();
  return row?.path;
}
