import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BundleFiles, textFile } from '@hexpedition/curriculum/bundles/bundle-files';
import { withTemporaryFolder } from '@hexpedition/curriculum/bundles/unpack';
import { writeFolder } from '@hexpedition/curriculum/bundles/write-folder';
import { readFolder } from '@hexpedition/curriculum/source/curriculum-folder';
import { fileOf, type IncomingFile } from '@hexpedition/curriculum/source/source-tree';
import { drawing, type Files, lesson, testLabs, validFiles } from '@hexpedition/curriculum/testing/curriculum-files';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readLiveMaps } from '#features/maps/maps.public';
import { TaskLimitError } from '#platform/worker-thread';
import {
  createDatabaseTemplate,
  createTestDatabase,
  type DatabaseTemplate,
  type TestDatabase,
} from '#testing/test-database';
import { previewSources } from '../authoring/preview.service.ts';
import { importBundleFromDisk } from '../import/import-bundle.ts';
import { importFiles } from '../import/import-files.ts';
import { synchronise } from '../import/synchronise.ts';
import { changeSources } from './change-sources.ts';
import { compileSources, trainingsOf } from './compile-sources.ts';
import { exportToDisk } from './export-to-disk.ts';
import { inProcessReader } from './in-process-reader.ts';
import type { SourceChange } from './source-plan.ts';
import type { ReadTask, SourceReader } from './source-reader.ts';
import { StoredSources } from './sources.read-model.ts';

let imported: DatabaseTemplate;
beforeAll(async () => {
  imported = await createDatabaseTemplate((db) =>
    importFiles(db, incoming(validFiles()), { source: 'curriculum', labs: testLabs }),
  );
});
afterAll(() => imported.drop());

let database: TestDatabase;
/** Each test begins with the imported courses. */
beforeEach(async () => {
  database = await createTestDatabase(imported);
});
afterEach(() => database.drop());

async function useEmptyDatabase(): Promise<void> {
  await database.drop();
  database = await createTestDatabase();
}

const firstFile = 'web/http/01-requests/01-first.md';
const secondFile = 'web/http/01-requests/02-second.md';
const thirdFile = 'web/http/02-answers/01-third.md';

const incoming = (files: Files): Map<string, IncomingFile> =>
  new Map(Object.entries(files).map(([path, text]) => [path, fileOf(Buffer.from(text))]));

const runImport = (files: Files, options: Partial<Parameters<typeof importFiles>[2]> = {}) =>
  importFiles(database.db, incoming(files), { source: 'curriculum', labs: testLabs, ...options });

const change = (changes: SourceChange[], options: Partial<Parameters<typeof changeSources>[2]> = {}) =>
  changeSources({ db: database.db, reader: inProcessReader }, changes, { by: null, act: 'published', ...options });

const write = (path: string, content: string): SourceChange => ({ kind: 'write', path, content });

/** Stored texts, by path. */
async function stored(): Promise<Files> {
  const rows = await database.db
    .selectFrom('source_files')
    .select(['path', 'text'])
    .where('hash', 'is not', null)
    .orderBy('path')
    .execute();
  return Object.fromEntries(rows.map(({ path, text }) => [path, text ?? '(bytes)']));
}

const { 'map.json': map = '', ...texts } = validFiles();
const appendWord = (text: string | undefined, word: string): string => `${text}\n${word}.\n`;
const problemsOf = ({ diagnostics }: { diagnostics: { file: string; line: number; code: string }[] }) =>
  diagnostics.map(({ file, line, code }) => `${file}:${line} ${code}`);
/** The warnings of an import about files that it does not apply. */
const editWarningsOf = (report: Parameters<typeof problemsOf>[0]) =>
  problemsOf(report).filter((problem) => problem.endsWith(' file-edited'));

describe('import', () => {
  it('stores every text with a first revision', async () => {
    expect(await stored()).toEqual(texts);
    const revisions = await database.db.selectFrom('source_revisions').select(['n', 'act', 'text']).execute();
    expect(revisions).toHaveLength(Object.keys(texts).length);
    expect(new Set(revisions.map(({ n, act }) => `${n} ${act}`))).toEqual(new Set(['1 imported']));
  });

  it('applies changes of the import and keeps changes of authors', async () => {
    await change([write(firstFile, appendWord(texts[firstFile], 'Here'))]);
    const report = await runImport({ ...validFiles(), [secondFile]: appendWord(texts[secondFile], 'There') });
    expect(report).toMatchObject({ applied: true, diagnostics: [] });
    expect(await stored()).toEqual({
      ...texts,
      [firstFile]: appendWord(texts[firstFile], 'Here'),
      [secondFile]: appendWord(texts[secondFile], 'There'),
    });
  });

  it('keeps a file that both changed, and warns once with the line', async () => {
    await change([write(secondFile, appendWord(texts[secondFile], 'Here'))]);
    const both = { ...validFiles(), [secondFile]: appendWord(texts[secondFile], 'There') };
    expect(problemsOf(await runImport(both))).toEqual([`${secondFile}:11 file-edited`]);
    expect((await stored())[secondFile]).toBe(appendWord(texts[secondFile], 'Here'));
    expect(problemsOf(await runImport(both))).toEqual([]);
    expect((await stored())[secondFile]).toBe(appendWord(texts[secondFile], 'Here'));
  });

  it('replaces files with overwrite', async () => {
    await change([write(secondFile, appendWord(texts[secondFile], 'Here')), { kind: 'remove', path: thirdFile }]);
    expect((await runImport(validFiles(), { overwrite: true })).diagnostics).toEqual([]);
    expect(await stored()).toEqual(texts);
  });

  it('removes only unchanged files of its own source', async () => {
    const own = 'web/http/02-answers/02-own.md';
    await change([write(own, lesson('sub-own', 'Own.'))]);
    const { [thirdFile]: _, [secondFile]: __, ...rest } = validFiles();
    await change([write(secondFile, appendWord(texts[secondFile], 'Here'))]);
    const report = await runImport(rest);
    expect(problemsOf(report)).toEqual([`${secondFile}:1 file-edited`]);
    const files = await stored();
    expect(Object.keys(files)).toContain(own);
    expect(Object.keys(files)).toContain(secondFile);
    expect(Object.keys(files)).not.toContain(thirdFile);
  });

  it('keeps files of other sources', async () => {
    const other = Object.fromEntries(
      Object.entries(texts).map(([path, text]) => [
        path.replace('web/', 'other/'),
        text
          .replace(/(tr|ch|sub)-/g, '$1-o-')
          .replace(/slug: (web|http)/, 'slug: o-$1')
          .replaceAll('/courses/http', '/courses/o-http'),
      ]),
    );
    const renamed = Object.fromEntries(
      Object.entries(other).map(([path, text]) => [
        path.replace(/(\d\d)-([a-z]+\.md)$/, '$1-o-$2'),
        text.replace('requests/first', 'requests/o-first'),
      ]),
    );
    expect(problemsOf(await runImport(renamed, { source: 'bundle:other' }))).toEqual([]);
    await runImport(validFiles());
    expect(await stored()).toEqual({ ...texts, ...renamed });
    await runImport({ 'README.md': 'Nothing left.' }, { source: 'bundle:other' });
    expect(await stored()).toEqual({ ...texts, 'README.md': 'Nothing left.' });
  });

  it('does not restore a file that an author removed', async () => {
    await change([{ kind: 'remove', path: thirdFile }]);
    expect(editWarningsOf(await runImport(validFiles()))).toEqual([]);
    const changed = { ...validFiles(), [thirdFile]: appendWord(texts[thirdFile], 'There') };
    expect(editWarningsOf(await runImport(changed))).toEqual([`${thirdFile}:1 file-edited`]);
    expect(Object.keys(await stored())).not.toContain(thirdFile);
  });

  it('follows a lesson that the source renamed, and keeps an author’s changes in it', async () => {
    await change([write(thirdFile, appendWord(texts[thirdFile], 'Here'))]);
    const { [thirdFile]: third = '', ...rest } = validFiles();
    expect(problemsOf(await runImport({ ...rest, 'web/http/02-answers/03-status.md': third }))).toEqual([]);
    expect((await stored())['web/http/02-answers/03-status.md']).toBe(appendWord(texts[thirdFile], 'Here'));
    const acts = await database.db
      .selectFrom('source_revisions')
      .innerJoin('source_files', 'source_files.pk', 'source_revisions.file_pk')
      .select('act')
      .where('source_files.path', 'like', '%status.md')
      .orderBy('n')
      .execute();
    expect(acts.map(({ act }) => act)).toEqual(['imported', 'published', 'moved']);
  });

  it('compiles maps in its reader and holds back a map that takes too long', async () => {
    await useEmptyDatabase();
    let drawn = 0;
    const reader: SourceReader = {
      ...inProcessReader,
      compileMap: (task) => {
        drawn += 1;
        return inProcessReader.compileMap(task);
      },
    };
    await runImport(validFiles(), { reader });
    expect(drawn).toBeGreaterThan(0);
    const slow: SourceReader = { ...inProcessReader, compileMap: () => Promise.reject(new TaskLimitError('60 s')) };
    const other = { ...validFiles(), 'map.json': map.replace('"zoom": 0.5', '"zoom": 0.6') };
    expect(problemsOf(await runImport(other, { reader: slow }))).toEqual(['map.json:1 map-held-back']);
    expect((await readLiveMaps(database.db))[0]?.initial.zoom).toBe(0.5);
  });

  it('continues when an author has hidden a training that its map places', async () => {
    const head = 'web/http/training.yaml';
    await change([write(head, `${texts[head]}hidden: true\n`)]);
    const report = await runImport({ ...validFiles(), [secondFile]: appendWord(texts[secondFile], 'There') });
    expect(problemsOf(report).filter((problem) => problem.includes('map-not-shown'))).toEqual([
      'map.json:39 map-not-shown',
    ]);
    expect(report.applied).toBe(true);
    expect((await stored())[secondFile]).toBe(appendWord(texts[secondFile], 'There'));
  });

  it('finds moved files by id at its first import', async () => {
    const moved = 'web/http/02-answers/02-second.md';
    await change([{ kind: 'move', from: secondFile, to: moved }]);
    // The export from before the move.
    const same = await runImport(validFiles(), { source: 'bundle:backup' });
    expect([problemsOf(same), same.changes]).toEqual([[], []]);
    expect(Object.keys(await stored())).toContain(moved);
    const changed = await runImport(
      { ...validFiles(), [secondFile]: appendWord(texts[secondFile], 'There') },
      { source: 'bundle:x' },
    );
    expect(problemsOf(changed)).toEqual([]);
    expect((await stored())[moved]).toBe(appendWord(texts[secondFile], 'There'));
  });

  it('finds the folder of a chapter that was moved before', async () => {
    const chapter = ['chapter.yaml', '01-third.md'];
    await change(
      chapter.map((name) => ({ kind: 'move', from: `web/http/02-answers/${name}`, to: `web/http/05-answers/${name}` })),
    );
    const own = lesson('sub-own', 'Own.');
    const report = await runImport(
      { ...validFiles(), 'web/http/02-answers/02-own.md': own },
      { source: 'bundle:backup' },
    );
    expect([problemsOf(report), report.counts.subchapter.new]).toEqual([[], 1]);
    expect((await stored())['web/http/05-answers/02-own.md']).toBe(own);
  });

  it('finds moved files, and a path for new files in a moved folder', async () => {
    await change([
      { kind: 'move', from: secondFile, to: 'web/http/01-requests/03-second.md' },
      { kind: 'move', from: 'web/http/02-answers/chapter.yaml', to: 'web/http/04-answers/chapter.yaml' },
      { kind: 'move', from: thirdFile, to: 'web/http/04-answers/01-third.md' },
    ]);
    const report = await runImport({
      ...validFiles(),
      [secondFile]: appendWord(texts[secondFile], 'There'),
      'web/http/01-requests/03-new.md': lesson('sub-new', 'New.'),
      'web/http/02-answers/02-newer.md': lesson('sub-newer', 'Newer.'),
    });
    expect(problemsOf(report)).toEqual([]);
    expect(Object.keys(await stored()).filter((path) => path.endsWith('.md'))).toEqual([
      firstFile,
      'web/http/01-requests/03-second.md',
      'web/http/01-requests/04-new.md',
      'web/http/04-answers/01-third.md',
      'web/http/04-answers/02-newer.md',
    ]);
    expect((await stored())['web/http/01-requests/03-second.md']).toBe(appendWord(texts[secondFile], 'There'));
  });
});

describe('export', () => {
  it('contains every byte, and importing it changes nothing on this server or another', async () => {
    await useEmptyDatabase();
    const files = incoming({ ...validFiles(), 'web/http/files/notes.txt': '\ufeffWith a mark.\r\n' });
    const bytes = Buffer.from([0, 255, 7, 0]);
    files.set('web/http/files/blob.bin', fileOf(bytes));
    await importFiles(database.db, files, { source: 'curriculum', labs: testLabs });
    await change([write(firstFile, appendWord(texts[firstFile], 'Here'))]);
    const folder = await mkdtemp(join(tmpdir(), 'hexpedition-export-'));
    const elsewhere = await createTestDatabase();
    try {
      await exportToDisk(database.db, join(folder, 'export'));
      const out = await readFolder(join(folder, 'export'));
      expect([...out.files.keys()].sort()).toEqual([...files.keys()].sort());
      for (const [path, { hash }] of files)
        if (path !== firstFile && path !== 'map.json') expect([path, out.files.get(path)?.hash]).toEqual([path, hash]);

      const before = await shown(database);
      const again = await importFiles(database.db, out.files, { source: 'bundle:export', labs: testLabs });
      expect(again).toMatchObject({ applied: true, changes: [] });
      expect(editWarningsOf(again)).toEqual([]);
      expect(await shown(database)).toEqual(before);

      // The other server already has the courses that ship with the product.
      await importFiles(elsewhere.db, incoming(validFiles()), { source: 'curriculum', labs: testLabs });
      const options = { source: 'bundle:export', labs: testLabs };
      expect(editWarningsOf(await importFiles(elsewhere.db, out.files, options))).toEqual([]);
      expect((await shown(elsewhere)).files).toEqual(before.files);
      expect((await importFiles(elsewhere.db, out.files, options)).changes).toEqual([]);
      // The next server start keeps what the export brought.
      const start = await importFiles(elsewhere.db, incoming(validFiles()), { source: 'curriculum', labs: testLabs });
      expect(start.changes).toEqual([]);
      expect(editWarningsOf(start)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
      await elsewhere.drop();
    }
  });

  async function shown({ db }: TestDatabase) {
    const files = await db.selectFrom('source_files').select(['path', 'hash', 'size']).orderBy('path').execute();
    const { rows } = await sql`select subchapters.xmin::text, subchapters.* from subchapters order by pk`.execute(db);
    return { files, rows };
  }
});

describe('change by an author', () => {
  it('is published at once, with a revision and an event', async () => {
    const report = await change([write(firstFile, appendWord(texts[firstFile], 'Here'))], { note: 'A word.' });
    expect(report).toMatchObject({ applied: true, pages: ['/api/subchapter/first'] });
    const revisions = await database.db
      .selectFrom('source_revisions')
      .select(['n', 'act', 'note'])
      .where('path', '=', firstFile)
      .orderBy('n')
      .execute();
    expect(revisions).toEqual([
      { n: 1, act: 'imported', note: '' },
      { n: 2, act: 'published', note: 'A word.' },
    ]);
    const events = await database.db.selectFrom('audit_events').select('action').orderBy('pk').execute();
    expect(events.map(({ action }) => action)).toEqual(['content.imported']);
  });

  it('is rejected when another author was faster, and one of two concurrent changes wins', async () => {
    const expected = new Map([[firstFile, 1]]);
    const results = await Promise.allSettled(
      ['one', 'two', 'three'].map((word) =>
        change([write(firstFile, appendWord(texts[firstFile], word))], { expected }),
      ),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(change([write(firstFile, 'x')], { expected })).rejects.toMatchObject({ code: 'conflict' });
    await expect(change([write('web/new.md', 'x')], { expected: new Map([['web/new.md', 1]]) })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('to several files by several authors at once loses none', async () => {
    const paths = [firstFile, secondFile, thirdFile];
    const reports = await Promise.all(
      paths.map((path) => change([write(path, appendWord(texts[path], 'Here'))], { expected: new Map([[path, 1]]) })),
    );
    expect(reports.map(({ applied }) => applied)).toEqual([true, true, true]);
    const after = await stored();
    for (const path of paths) expect(after[path]).toBe(appendWord(texts[path], 'Here'));
  });

  it('writes nothing when a file has an error', async () => {
    const before = await stored();
    const report = await change([write(firstFile, texts[firstFile]?.replace('Text.', '# One') ?? '')]);
    expect(report).toMatchObject({
      applied: false,
      diagnostics: [{ file: firstFile, line: 7, code: 'heading-level' }],
    });
    const broken = await change([{ kind: 'remove', path: firstFile }]);
    expect(problemsOf(broken)).toEqual([`${secondFile}:9 link-broken`, 'web/http/figures/wire.svg:1 figure-unused']);
    expect(await stored()).toEqual(before);
    expect(await database.db.selectFrom('source_revisions').where('n', '>', 1).selectAll().execute()).toEqual([]);
  });

  it('swaps the positions of two lessons and restores a lesson with its history', async () => {
    const swapped = await change([
      { kind: 'move', from: firstFile, to: 'web/http/01-requests/02-first.md' },
      { kind: 'move', from: secondFile, to: 'web/http/01-requests/01-second.md' },
    ]);
    expect(swapped.changes.map(({ id, what }) => [id, what])).toEqual([['sub-second', ['place']]]);
    const order = await database.db
      .selectFrom('subchapters')
      .select('uid')
      .orderBy('chapter_pk')
      .orderBy('position')
      .execute();
    expect(order.map(({ uid }) => uid)).toEqual(['sub-second', 'sub-first', 'sub-third']);
    await change([{ kind: 'remove', path: thirdFile }]);
    await change([write(thirdFile, texts[thirdFile] ?? '')]);
    const acts = await database.db
      .selectFrom('source_revisions')
      .select(['n', 'act'])
      .where('path', '=', thirdFile)
      .orderBy('n')
      .execute();
    expect(acts.map(({ act }) => act)).toEqual(['imported', 'withdrawn', 'published']);
  });

  it('of one lesson reads this lesson only, unless a figure changes', async () => {
    const tasks: ReadTask[] = [];
    const reader: SourceReader = {
      ...inProcessReader,
      read: (task) => {
        tasks.push(task);
        return inProcessReader.read(task);
      },
    };
    const publish = (changes: SourceChange[]) =>
      changeSources({ db: database.db, reader }, changes, { by: null, act: 'published' });
    const lessonsRead = () =>
      (tasks.at(-1)?.files ?? []).flatMap(({ path, text }) => (path.endsWith('.md') && text !== undefined ? path : []));
    await publish([write(secondFile, appendWord(texts[secondFile], 'Other'))]);
    expect(lessonsRead()).toEqual([secondFile]);
    // A moved lesson has other links, and all lessons can show a figure.
    const moved = 'web/http/02-answers/02-second.md';
    await publish([{ kind: 'move', from: secondFile, to: moved }]);
    expect(lessonsRead()).toEqual([moved]);
    await publish([write('web/http/figures/wire.svg', drawing.replace('width="10"', 'width="20"'))]);
    expect(lessonsRead().sort()).toEqual([firstFile, thirdFile, moved].sort());
  });

  it('of one lesson does not update the tables of other lessons', async () => {
    await sql`create or replace function refresh_search() returns integer language plpgsql as $$
      begin raise exception 'everything is updated'; end $$`.execute(database.db);
    const report = await change([write(secondFile, appendWord(texts[secondFile], 'Wombat'))]);
    expect(report).toMatchObject({ applied: true, changes: [{ kind: 'subchapter', change: 'changed' }] });
    const { rows } = await sql`select documents from search_words where word = 'wombat'`.execute(database.db);
    expect(rows).toEqual([{ documents: 1 }]);
    const renamed = (texts['web/http/training.yaml'] ?? '').replace('name: Training http', 'name: Other');
    await expect(change([write('web/http/training.yaml', renamed)])).rejects.toThrow('everything is updated');
  });

  it('reads only the affected training again', async () => {
    await change([
      write(
        'web/more/training.yaml',
        (texts['web/http/training.yaml'] ?? '').replace('tr-http', 'tr-more').replace('slug: http', 'slug: more'),
      ),
      write('web/more/01-one/chapter.yaml', 'id: ch-more\nname: One\n'),
      write('web/more/01-one/01-page.md', lesson('sub-more', 'More.')),
    ]);
    const tasks: ReadTask[] = [];
    const reader: SourceReader = {
      ...inProcessReader,
      read: (task) => {
        tasks.push(task);
        return inProcessReader.read(task);
      },
    };
    await changeSources(
      { db: database.db, reader },
      [write('web/more/01-one/01-page.md', lesson('sub-more', 'Other.'))],
      { by: null, act: 'published' },
    );
    expect([...(tasks[0]?.known.keys() ?? [])]).toEqual(['web/http']);
    expect(tasks[0]?.files.filter(({ path, text }) => path.startsWith('web/http/') && text !== undefined)).toEqual([]);
  });
});

it('previews a lesson with its drawings, line numbers and problems, and writes nothing', async () => {
  const text = `${texts[firstFile]}\n[x](javascript:x)\n\n::lab{slug=nowhere}\n`;
  const deps = { db: database.db, reader: inProcessReader };
  const { modules, blocks, diagnostics } = await previewSources(deps, [write(firstFile, text)], firstFile);
  expect(modules.map(({ id }) => id)).toEqual(['text-1', 'fragment', 'text-2', 'signal', 'text-3', 'lab-nowhere']);
  expect(JSON.stringify(modules[0]?.data)).toContain('figure-drawing');
  expect(blocks.slice(0, 3)).toEqual([
    { id: 'text-1', from: 7, to: 9 },
    { id: 'fragment', from: 11, to: 16 },
    { id: 'text-2', from: 18, to: 18 },
  ]);
  expect(diagnostics.length).toBeGreaterThan(0);
  expect(await stored()).toEqual(texts);
  const fresh = 'web/http/01-requests/09-fresh.md';
  const preview = await previewSources(deps, [write(fresh, lesson('sub-fresh', 'Fresh.'))], fresh);
  expect(preview).toMatchObject({ modules: [{ id: 'text-1' }], diagnostics: [] });
});

it('gives the same result with and without stored compilations, for random edits', async () => {
  const edits = fc.oneof(
    fc
      .record({ path: fc.constantFrom(firstFile, secondFile, thirdFile), word: fc.constantFrom('One', 'Two') })
      .map(({ path, word }) => write(path, appendWord(texts[path], word))),
    fc
      .constantFrom(10, 20)
      .map((width) => write('web/http/figures/wire.svg', drawing.replace('width="10"', `width="${width}"`))),
    fc
      .constantFrom('Web', 'The web')
      .map((name) =>
        write('web/continent.yaml', (texts['web/continent.yaml'] ?? '').replace('name: Web', `name: ${name}`)),
      ),
    fc
      .constantFrom('http', 'hyper')
      .map((name) =>
        write(
          'web/http/training.yaml',
          (texts['web/http/training.yaml'] ?? '').replace('name: Training http', `name: ${name}`),
        ),
      ),
    fc
      .constantFrom('First', 'Second', 'Wombat')
      .map((name) => write(secondFile, (texts[secondFile] ?? '').replace('name: Second', `name: ${name}`))),
    fc.constant<SourceChange>({ kind: 'remove', path: thirdFile }),
    fc.constant(write('web/http/02-answers/03-extra.md', lesson('sub-extra', 'Extra.'))),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 3 }), async (changes) => {
      await change(changes);
      const { live } = await StoredSources.read(database.db);
      const options = { reader: inProcessReader, labs: testLabs };
      const [cached, fresh] = [
        await compileSources(database.db, live, options),
        await compileSources(database.db, live, { ...options, isFresh: () => true }),
      ];
      const read = (compiled: typeof cached) => database.db.transaction().execute((tx) => trainingsOf(tx, compiled));
      const asJson = async (compiled: typeof cached): Promise<unknown> =>
        JSON.parse(JSON.stringify([await read(compiled), { ...compiled.reading, read: null }]));
      expect(cached.reading.read.size).toBe(0);
      expect(await asJson(cached)).toEqual(await asJson(fresh));
      const folders = await database.db.selectFrom('compiled_trainings').select('folder').execute();
      expect(folders).toEqual([{ folder: 'web/http' }]);
      await expectEverythingUpToDate(cached);
    }),
    { numRuns: 12 },
  );
});

/** Checks that updating all tables of learners' pages changes nothing. */
async function expectEverythingUpToDate(compiled: Awaited<ReturnType<typeof compileSources>>): Promise<void> {
  const { db } = database;
  const { continents, media } = compiled.reading;
  const readSearch = async () => [
    (await sql`select kind, ref, hash from search_documents order by kind, ref`.execute(db)).rows,
    (await sql`select word, documents, tier from search_words order by word`.execute(db)).rows,
    (await sql`select hash, unused_since is null as used from media order by hash`.execute(db)).rows,
  ];
  const before = await readSearch();
  const changes = await db.transaction().execute(async (tx) => {
    const curriculum = { continents, trainings: (await trainingsOf(tx, compiled)) ?? [] };
    const { compileMap } = inProcessReader;
    const source = 'curriculum';
    const context = await synchronise(tx, { source, curriculum, maps: [], media, labs: testLabs, compileMap });
    await sql`select refresh_search_words()`.execute(tx);
    return context.log.changes;
  });
  expect(changes).toEqual([]);
  expect(await readSearch()).toEqual(before);
}

describe('bundle', () => {
  const challenge = (name: string) =>
    `name: ${name}\ncategory: web\ndescription: Find it.\nvalue: 50\nflags:\n  - flag{${name}}\n`;
  const bundle = (...names: string[]): BundleFiles =>
    new Map(names.map((name) => [`event/${name}/challenge.yml`, textFile(challenge(name))]));
  const tryBundle = (files: BundleFiles, name: string) =>
    withTemporaryFolder(async (folder) => {
      await writeFolder(files, join(folder, name));
      return importBundleFromDisk(database.db, join(folder, name), { labs: testLabs });
    });
  const importBundle = async (files: BundleFiles, name: string) => {
    const report = await tryBundle(files, name);
    expect(report.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    return report;
  };
  const shown = async () => {
    const rows = await database.db.selectFrom('trainings').select('slug').where('hidden', '=', false).execute();
    return rows.map(({ slug }) => slug).sort();
  };
  const placed = async () => {
    const [live] = await readLiveMaps(database.db);
    return live?.continents.flatMap(({ trainings }) => trainings.map(({ slug, q, r }) => `${slug} ${q} ${r}`)) ?? [];
  };

  it('with foreign challenges is added to the shipped courses, is idempotent, and can be removed', async () => {
    const before = await placed();
    expect((await importBundle(bundle('one', 'two'), 'first')).counts.subchapter.new).toBe(2);
    await importBundle(bundle('three'), 'second');
    expect(await shown()).toHaveLength(3);
    expect(await placed()).toEqual(expect.arrayContaining(before));
    expect((await importBundle(bundle('one', 'two'), 'first')).changes).toEqual([]);
    await runImport(validFiles());
    expect(await shown()).toHaveLength(3);
    expect((await importBundle(bundle('one'), 'first')).counts.subchapter.gone).toBe(1);
    expect(await shown()).toHaveLength(3);
  });

  it('with only a part of the map removes nothing from the map', async () => {
    const before = await placed();
    const own = JSON.parse(map) as { continents: { trainings: unknown[]; labs: unknown[] }[]; recommended_start: null };
    own.recommended_start = null;
    for (const continent of own.continents) Object.assign(continent, { trainings: [], labs: [] });
    await runImport({ ...texts, 'map.json': JSON.stringify(own) }, { source: 'bundle:part' });
    expect(await placed()).toEqual(before);
    expect((await runImport(validFiles())).changes).toEqual([]);
  });

  it('with an unknown format is rejected', async () => {
    await useEmptyDatabase();
    const nothing = new Map([['notes.txt', textFile('Nothing.')]]);
    expect(await tryBundle(nothing, 'x')).toMatchObject({
      applied: false,
      diagnostics: [{ severity: 'error', file: '', code: 'format-unknown' }],
    });
  });
});
