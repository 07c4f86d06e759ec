import type { MapDocument } from '@hexpedition/contract';
import { parseMapDocument } from '@hexpedition/hexkit';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanFlag, hashFlag } from '#features/flags/flags.public';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import {
  createTestFolder,
  type Files,
  lesson,
  type TestFolder,
  testLabs,
  validFiles,
} from '../testing/curriculum-files.ts';
import { syncCurriculum } from './curriculum.sync.ts';
import { importCurriculum } from './import-curriculum.ts';

let database: TestDatabase;
let folder: TestFolder;
beforeEach(async () => {
  [database, folder] = await Promise.all([createTestDatabase(), createTestFolder(validFiles())]);
});
afterEach(() => Promise.all([database.drop(), folder.remove()]));

async function run(files?: Files, dryRun = false) {
  if (files) await folder.write(files);
  const report = await importCurriculum({ db: database.db, root: folder.root, labs: testLabs, dryRun });
  return {
    ...report,
    list: report.changes.map(({ change, kind, id, what }) => [change, kind, id, ...what].join(' ')),
  };
}

const tables = [
  'continents',
  'trainings',
  'chapters',
  'subchapters',
  'modules',
  'flags',
  'hexmap_versions',
  'hexmap_pointers',
  'audit_events',
];

/** Every row with the transaction that wrote it. */
async function snapshot() {
  const rows = await Promise.all(
    tables.map(async (table) => {
      const { rows } =
        await sql`select xmin::text, ctid::text, t::text from ${sql.table(table)} t order by ctid`.execute(database.db);
      return [table, rows];
    }),
  );
  return Object.fromEntries(rows) as Record<string, unknown[]>;
}

const lessons = async () => {
  const rows = await database.db
    .selectFrom('subchapters')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .select(['subchapters.pk', 'subchapters.uid', 'subchapters.slug', 'subchapters.revision', 'subchapters.hidden'])
    .select('chapters.slug as chapter')
    .orderBy('subchapters.pk')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.uid, row]));
};

const firstFile = 'web/http/01-requests/01-first.md';
const secondFile = 'web/http/01-requests/02-second.md';

function edit(file: string, from: string | RegExp, to: string): Files {
  const files = validFiles();
  const before = files[file] ?? '';
  files[file] = before.replace(from, to);
  if (files[file] === before) throw new Error(`${file} does not hold ${from}`);
  return files;
}

function move(from: string, to: string, files = validFiles()): Files {
  const { [from]: text = '', ...rest } = files;
  return { ...rest, [to]: text };
}

describe('the first import', () => {
  it('brings in everything and says so', async () => {
    const report = await run();
    expect(report).toMatchObject({ applied: true, dry_run: false, diagnostics: [] });
    expect(report.counts.subchapter).toEqual({ new: 3, changed: 0, returned: 0, gone: 0, unchanged: 0 });
    expect(report.pages).toEqual(
      expect.arrayContaining(['/api/config/features*', '/api/config/hexmap*', '/api/training/http', '/api/trainings']),
    );
    const pointers = await database.db.selectFrom('hexmap_pointers').select(['version']).orderBy('version').execute();
    expect(pointers).toEqual([{ version: '2' }, { version: 'beta' }]);
  });

  it('stores the answer of a flag as a salted hash and nowhere else', async () => {
    await run();
    const flag = await database.db.selectFrom('flags').selectAll().executeTakeFirstOrThrow();
    expect(flag).toMatchObject({ id: 'signal', name: 'Decode it', points: 10, hidden: false });
    expect(hashFlag(cleanFlag(' flag{one} '), flag.salt ?? undefined)).toEqual(flag.hash);
    expect(JSON.stringify(await snapshot())).not.toContain('flag{one}');
  });

  it('only tells what it would do as a dry run', async () => {
    const before = await snapshot();
    const report = await run(undefined, true);
    expect(report).toMatchObject({ applied: false, dry_run: true });
    expect(report.counts.training.new).toBe(1);
    expect(await snapshot()).toEqual(before);
  });

  it('does nothing at all when one file has an error', async () => {
    const before = await snapshot();
    const report = await run(edit(secondFile, '## A', '# A'));
    expect(report).toMatchObject({
      applied: false,
      changes: [],
      pages: [],
      diagnostics: [{ file: secondFile, line: 7 }],
    });
    expect(await snapshot()).toEqual(before);
  });
});

describe('another import', () => {
  it('of the same files writes nothing', async () => {
    await run();
    const before = await snapshot();
    const report = await run(validFiles());
    expect(report).toMatchObject({ applied: true, changes: [], pages: [] });
    expect(report.counts.subchapter.unchanged).toBe(3);
    expect(await snapshot()).toEqual(before);
  });

  it('at the same time waits and then has nothing to do', async () => {
    const reports = await Promise.all([run(), run(), run()]);
    expect(reports.map(({ changes }) => changes.length > 0).filter(Boolean)).toHaveLength(1);
    expect(await database.db.selectFrom('subchapters').selectAll().execute()).toHaveLength(3);
    expect(await database.db.selectFrom('hexmap_versions').selectAll().execute()).toHaveLength(1);
  });

  it('keeps the pk of what was renamed, and its revision', async () => {
    await run();
    const before = (await lessons())['sub-third'];
    const report = await run(
      move(
        'web/http/02-answers/01-third.md',
        'web/http/02-answers/01-status.md',
        edit('web/http/02-answers/01-third.md', 'name: Third', 'name: Status'),
      ),
    );
    expect(report.list).toEqual(['changed subchapter sub-third name slug']);
    expect(report.pages).toEqual([
      '/api/subchapter/status',
      '/api/subchapter/third',
      '/api/training/http',
      '/api/trainings',
    ]);
    expect((await lessons())['sub-third']).toEqual({ ...before, slug: 'status' });
  });

  it('keeps the pk of what was moved to another chapter', async () => {
    await run();
    const before = (await lessons())['sub-third'];
    const report = await run(move('web/http/02-answers/01-third.md', 'web/http/01-requests/03-third.md'));
    expect(report.list).toEqual(['changed subchapter sub-third place']);
    expect((await lessons())['sub-third']).toEqual({ ...before, chapter: 'requests' });
  });

  it('lets two lessons swap their slugs', async () => {
    await run();
    const before = await lessons();
    const files = validFiles();
    await run({ ...files, [firstFile]: files[secondFile] ?? '', [secondFile]: files[firstFile] ?? '' });
    const after = await lessons();
    expect(after['sub-first']).toMatchObject({ pk: before['sub-first']?.pk, slug: 'second', revision: 1 });
    expect(after['sub-second']).toMatchObject({ pk: before['sub-second']?.pk, slug: 'first', revision: 1 });
  });

  it('moves a training and a chapter without losing them', async () => {
    await run();
    const files = Object.fromEntries(
      Object.entries(validFiles()).map(([path, text]) => [path.replace('web/http', 'web/other-folder'), text]),
    );
    expect((await run(files)).changes).toEqual([]);
    const renamed = edit('web/http/training.yaml', 'slug: http', 'slug: hypertext');
    renamed[secondFile] = (renamed[secondFile] ?? '').replace('/courses/http', '/courses/hypertext');
    renamed['map.json'] = (renamed['map.json'] ?? '').replaceAll('http', 'hypertext');
    const report = await run(renamed);
    expect(report.list).toEqual([
      'changed training tr-http slug',
      'changed subchapter sub-second details',
      'changed map main',
    ]);
    expect(report.pages).toEqual(
      expect.arrayContaining(['/api/training/http', '/api/training/hypertext', '/api/config/hexmap*']),
    );
    expect((await lessons())['sub-second']?.revision).toBe(1);
  });

  it('hides what is gone and shows it again with the same pk', async () => {
    await run();
    const before = await lessons();
    const { [firstFile]: gone = '', ...rest } = edit(secondFile, /\[first\]\(.*\)/, 'first');
    const report = await run(rest);
    expect(report.list).toContain('gone subchapter sub-first');
    expect(report.pages).toContain('/api/subchapter/first');
    expect((await lessons())['sub-first']).toEqual({ ...before['sub-first'], hidden: true });

    const flag = await database.db.selectFrom('flags').selectAll().executeTakeFirstOrThrow();
    expect((await run({ ...rest, [firstFile]: gone })).list).toContain('returned subchapter sub-first hidden');
    expect((await lessons())['sub-first']).toEqual(before['sub-first']);
    expect(await database.db.selectFrom('flags').selectAll().executeTakeFirstOrThrow()).toEqual(flag);
  });

  it('lets another lesson take the slug of one that is gone', async () => {
    await run();
    const { [firstFile]: first = '', ...rest } = validFiles();
    await run({ ...rest, [firstFile]: first.replace('sub-first', 'sub-other') });
    const after = await lessons();
    expect(after['sub-first']).toMatchObject({ slug: 'first', hidden: true });
    expect(after['sub-other']).toMatchObject({ slug: 'first', hidden: false });
  });
});

describe('the revision', () => {
  it.each<[string, Files, number]>([
    ['grows with a word', edit(firstFile, 'Text.', 'Other text.'), 2],
    ['grows with an option', edit(firstFile, 'The path', 'The query'), 2],
    ['grows with the right answer', edit(firstFile, '- [ ] The path\n- [x]', '- [x] The path\n- [ ]'), 2],
    ['grows with an explanation', edit(firstFile, 'The browser keeps it.', 'It stays.'), 2],
    ['grows with the answer of a flag', edit(firstFile, 'flag{one}', 'flag{two}'), 2],
    ['grows with a drawing', edit('web/http/figures/wire.svg', 'width="10"', 'width="20"'), 2],
    ['stays when a paragraph is wrapped', edit(firstFile, 'Look *closely*.', 'Look\n*closely*.'), 1],
    ['stays when a flag is worth more', edit(firstFile, 'points=10', 'points=20'), 1],
    ['stays with another name', edit(firstFile, 'name: First', 'name: The first'), 1],
    ['stays with a reply to a wrong answer', edit(firstFile, 'The path', 'The path\n  > It is sent.'), 1],
    ['stays with other minutes', edit(firstFile, 'minutes: 3', 'minutes: 4'), 1],
  ])('%s', async (_, files, revision) => {
    await run();
    const report = await run(files);
    expect(report.list).toHaveLength(1);
    expect((await lessons())['sub-first']?.revision).toBe(revision);
    expect(report.pages).toContain('/api/subchapter/first');
    expect((await run(files)).changes).toEqual([]);
  });

  it('stays when a link in the text leads elsewhere', async () => {
    await run();
    expect((await run(edit(secondFile, 'requests/first', 'answers/third'))).list).toEqual([
      'changed subchapter sub-second details',
    ]);
    expect((await lessons())['sub-second']?.revision).toBe(1);
  });
});

describe('flags', () => {
  const stored = () => database.db.selectFrom('flags').selectAll().executeTakeFirstOrThrow();

  it('keep salt and hash while the answer is the same', async () => {
    await run();
    const before = await stored();
    await run(edit(firstFile, 'points=10', 'points=25'));
    expect(await stored()).toEqual({ ...before, points: 25 });
    await run(edit(firstFile, 'flag{one}', 'flag{two}'));
    expect((await stored()).salt).not.toEqual(before.salt);
    expect((await stored()).pk).toBe(before.pk);
  });

  it('are hidden with their module and keep their solves', async () => {
    await run();
    await run(edit(firstFile, /:::flag[\s\S]*/, ''));
    const module = await database.db
      .selectFrom('modules')
      .select('hidden')
      .where('id', '=', 'signal')
      .executeTakeFirstOrThrow();
    expect(module.hidden).toBe(true);
    await run(validFiles());
    expect(await stored()).toMatchObject({ hidden: false, points: 10 });
  });
});

describe('at the start of the server', () => {
  it('imports once and again only when a file is different', async () => {
    const sync = () => syncCurriculum({ db: database.db, root: folder.root });
    expect((await sync())?.counts.training.new).toBe(1);
    expect(await sync()).toBeNull();
    await folder.write(edit(firstFile, 'Text.', 'Words.'));
    expect((await sync())?.counts.subchapter.changed).toBe(1);
    await folder.write(edit(secondFile, '## A', '# A'));
    expect(await sync()).toMatchObject({ applied: false });
    // What could not be imported is tried again at the next start.
    expect(await sync()).toMatchObject({ applied: false });
  });
});

describe('automatic placement', () => {
  const another = {
    'web/more/training.yaml': `id: tr-more\nslug: more\nname: More\ntier: 0\nicon: key\nsummary: More.\ndescription: More.\n`,
    'web/more/01-one/chapter.yaml': 'id: ch-more\nname: One\n',
    'web/more/01-one/01-page.md': lesson('sub-more', 'More.', { name: 'Page' }),
  };
  const mapNow = async (kind: 'trainings' | 'videos' = 'trainings') => {
    const { source } = await database.db
      .selectFrom('hexmap_versions')
      .select('source')
      .where('kind', '=', kind)
      .orderBy('pk', 'desc')
      .executeTakeFirstOrThrow();
    return parseMapDocument(source);
  };
  const placesOf = (map: MapDocument) => map.continents.flatMap(({ trainings }) => trainings.map(({ slug }) => slug));

  it('gives a training without a place its hex, and leaves what stands', async () => {
    await run();
    const before = (await mapNow()).continents[0]?.trainings[0];
    const report = await run({ ...validFiles(), ...another });
    expect(report.list).toContain('changed map main placed more');
    expect(report.diagnostics).toEqual([]);
    const map = await mapNow();
    expect(placesOf(map)).toEqual(['http', 'more']);
    expect(map.continents[0]?.trainings[0]).toEqual(before);
    expect((await run()).changes).toEqual([]);
  });

  it('notes when a training came, unless it came with the first ones', async () => {
    const addedOf = async () => {
      const rows = await database.db.selectFrom('trainings').select(['slug', 'added_at']).execute();
      return Object.fromEntries(rows.map(({ slug, added_at }) => [slug, added_at]));
    };
    await run();
    expect(await addedOf()).toEqual({ http: null });
    await run({ ...validFiles(), ...another });
    const added = await addedOf();
    expect(added).toEqual({ http: null, more: expect.any(Date) });
    // It keeps its date when it changes, and when it comes back.
    await run({
      ...validFiles(),
      'web/more/training.yaml': another['web/more/training.yaml'].replace('More.', 'Less.'),
    });
    await run(validFiles());
    await run({ ...validFiles(), ...another });
    expect(await addedOf()).toEqual(added);
  });

  it('draws a map where there is none, of videos too', async () => {
    const { 'map.json': _, ...files }: Files = { ...validFiles(), ...another };
    files['web/more/training.yaml'] += 'kind: video\n';
    const report = await run(files);
    expect(report).toMatchObject({ applied: true, diagnostics: [] });
    expect(placesOf(await mapNow())).toEqual(['http']);
    expect(await mapNow('videos')).toMatchObject({ recommended_start: 'training:more', continents: [{ name: 'Web' }] });
    expect((await run()).changes).toEqual([]);
  });
});
