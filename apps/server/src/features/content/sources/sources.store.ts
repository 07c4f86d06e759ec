import { sql } from 'kysely';
import { anyOf, type Tx } from '#platform/db/db';
import type { CompiledSources } from './compile-sources.ts';
import { storedRecordsOf } from './lesson-records.read-model.ts';
import type { ImportedFile } from './sources.read-model.ts';

export type SourceAct = 'imported' | 'published' | 'scheduled' | 'moved' | 'withdrawn';

/** The planned change of one file. */
export interface FileWrite {
  /** Null for a file that has no row yet. */
  pk: number | null;
  /** Its new path. */
  path: string;
  act: SourceAct;
  /** Omitted when only its path changes; null to remove it. */
  content?: FileContent | null;
}

interface FileContent {
  /** Null for a file that is stored as bytes. */
  text: string | null;
  hash: string;
  size: number;
}

interface WriteNote {
  by: number | null;
  note: string;
}

/** Writes files and appends a revision of each. @returns pks by path */
export async function writeFiles(tx: Tx, writes: readonly FileWrite[], given: WriteNote): Promise<Map<string, number>> {
  if (writes.length === 0) return new Map();
  const known = writes.flatMap(({ pk }) => pk ?? []);
  // Files may swap their paths; the unique index checks each row, so the paths are freed first.
  await tx.updateTable('source_files').set({ path: sql`'moving/' || pk` }).where('pk', '=', anyOf(known)).execute();
  const rows = writes.map(({ pk, path, content }) => ({
    pk,
    path,
    is_moved: content === undefined,
    text: content?.text ?? null,
    media_hash: content && content.text === null ? content.hash : null,
    hash: content?.hash ?? null,
    size: content?.size ?? 0,
  }));
  const given_rows = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given
    (pk integer, path text, is_moved boolean, text text, media_hash text, hash text, size integer)`;
  await sql`
    update source_files set
      path = given.path,
      text = case when given.is_moved then source_files.text else given.text end,
      media_hash = case when given.is_moved then source_files.media_hash else given.media_hash end,
      hash = case when given.is_moved then source_files.hash else given.hash end,
      size = case when given.is_moved then source_files.size else given.size end,
      revision = source_files.revision + 1, changed_at = now(), changed_by = ${given.by}
    from ${given_rows} where source_files.pk = given.pk`.execute(tx);
  const made = await sql<{ pk: number; path: string }>`
    insert into source_files (path, text, media_hash, hash, size, changed_by)
    select path, text, media_hash, hash, size, ${given.by}::integer from ${given_rows} where pk is null
    returning pk, path`.execute(tx);
  const pks = new Map(writes.flatMap(({ pk, path }) => (pk === null ? [] : [[path, pk] as const])));
  for (const { pk, path } of made.rows) pks.set(path, pk);
  const acts = writes.map(({ pk, path, act }) => ({ pk: pk ?? pks.get(path), act }));
  await sql`
    insert into source_revisions (file_pk, n, path, text, media_hash, act, by_pk, note)
    select source_files.pk, revision, path, text, media_hash, given.act, ${given.by}::integer, ${given.note}
    from source_files
    join jsonb_to_recordset(${JSON.stringify(acts)}::jsonb) as given (pk integer, act text) using (pk)`.execute(tx);
  return pks;
}

/** Stores the files of an import of a source, replacing those of its last import. */
export async function storeImport(tx: Tx, source: string, files: readonly Omit<ImportedFile, 'source'>[]) {
  const rows = JSON.stringify(files);
  await sql`
    delete from source_imports where source = ${source} and path not in (
      select path from jsonb_to_recordset(${rows}::jsonb) as given (path text))`.execute(tx);
  await sql`
    insert into source_imports (source, path, file_pk, hash)
    select ${source}, path, file_pk, hash
    from jsonb_to_recordset(${rows}::jsonb) as given (path text, file_pk integer, hash text)
    on conflict (source, path) do update set file_pk = excluded.file_pk, hash = excluded.hash
    where (source_imports.file_pk, source_imports.hash) <> (excluded.file_pk, excluded.hash)`.execute(tx);
}

/** Stores compiled trainings and deletes those of folders that no longer exist. */
export async function storeCompiled(
  tx: Tx,
  { reading, fingerprints, lessonFingerprints }: CompiledSources,
): Promise<void> {
  await tx
    .deleteFrom('compiled_trainings')
    .where('folder', '<>', sql<string>`all(${[...fingerprints.keys()]})`)
    .execute();
  for (const [folder, trainingReading] of reading.read) {
    const { training, facts } = trainingReading;
    const row = {
      fingerprint: fingerprints.get(folder) ?? '',
      training: JSON.stringify(training),
      facts: JSON.stringify(facts),
      lessons: JSON.stringify(storedRecordsOf(trainingReading, lessonFingerprints)),
    };
    await tx
      .insertInto('compiled_trainings')
      .values({ folder, ...row })
      .onConflict((conflict) => conflict.column('folder').doUpdateSet(row))
      .execute();
  }
}
