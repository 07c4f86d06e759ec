import type { MapDocument } from '@hexpedition/contract';
import { cleanFlag, hashFlag } from '@hexpedition/curriculum/flag-hash';
import {
  createTestFolder,
  type Files,
  lesson,
  type TestFolder,
  testLabs,
  validFiles,
} from '@hexpedition/curriculum/testing/curriculum-files';
import { parseMapDocument } from '@hexpedition/hexkit';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
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

/** Every row with the id of the transaction that wrote it. */
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

describe('first import', () => {
  it('imports and reports everything', async () => {
    const report = await run();
    expect(report).toMatchObject({ applied: true, dry_run: false, diagnostics: [] });
    expect(report.counts.subchapter).toEqual({ new: 3, changed: 0, returned: 0, gone: 0, unchanged: 0 });
    expect(report.pages).toEqual(
      expect.arrayContaining(['/api/config/features*', '/api/config/hexmap*', '/api/training/http', '/api/trainings']),
    );
    const pointers = await database.db.selectFrom('hexmap_pointers').select(['version']).orderBy('version').execute();
    expect(pointers).toEqual([{ version: '2' }, { version: 'beta' }]);
  });

  it('stores the answer of a flag only as a salted hash', async () => {
    await run();
    const flag = await database.db.selectFrom('flags').selectAll().executeTakeFirstOrThrow();
    expect(flag).toMatchObject({ id: 'signal', name: 'Decode it', points: 10, hidden: false });
    expect(hashFlag(cleanFlag(' flag{one} '), flag.salt ?? undefined)).toEqual(flag.hash);
    expect(JSON.stringify(await snapshot())).not.toContain('flag{one}');
  });

  it('reports the changes without writing them in a dry run', async () => {
    const before = await snapshot();
    const report = await run(undefined, true);
    expect(report).toMatchObject({ applied: false, dry_run: true });
    expect(report.counts.training.new).toBe(1);
    expect(await snapshot()).toEqual(before);
  });

  it('writes nothing when one file has an error', async () => {
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

describe('later import', () => {
  it('writes nothing for the same files', async () => {
    await run();
    const before = await snapshot();
    const report = await run(validFiles());
    expect(report).toMatchObject({ applied: true, changes: [], pages: [] });
    expect(report.counts.subchapter.unchanged).toBe(3);
    expect(await snapshot()).toEqual(before);
  });

  it('waits for a concurrent import and then has nothing to do', async () => {
    const reports = await Promise.all([run(), run(), run()]);
    expect(reports.map(({ changes }) => changes.length > 0).filter(Boolean)).toHaveLength(1);
    expect(await database.db.selectFrom('subchapters').selectAll().execute()).toHaveLength(3);
    expect(await database.db.selectFrom('hexmap_versions').selectAll().execute()).toHaveLength(1);
  });

  it('keeps the pk and revision of renamed items', async () => {
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

  it('keeps the pk of a lesson that moved to another chapter', async () => {
    await run();
    const before = (await lessons())['sub-third'];
    const report = await run(move('web/http/02-answers/01-third.md', 'web/http/01-requests/03-third.md'));
    expect(report.list).toEqual(['changed subchapter sub-third place']);
    expect((await lessons())['sub-third']).toEqual({ ...before, chapter: 'requests' });
  });

  it('reports only the items that moved, not those after them', async () => {
    const page = (name: string) => lesson(`sub-${name}`, 'Text.', { name });
    const files: Files = {
      ...validFiles(),
      'web/http/01-requests/03-c.md': page('c'),
      'web/http/01-requests/04-d.md': page('d'),
    };
    await run(files);
    const { [firstFile]: first = '', [secondFile]: second = '', ...rest } = files;
    // The first lesson becomes the last: the others get new numbers and keep their order.
    const report = await run({ ...rest, [secondFile]: second, 'web/http/01-requests/05-first.md': first });
    expect(report.list).toEqual(['changed subchapter sub-first place']);
    const inserted = await run({
      ...files,
      'web/http/00-welcome/chapter.yaml': 'id: ch-welcome\nname: Welcome\n',
      'web/http/00-welcome/01-hello.md': page('hello'),
    });
    expect(inserted.list.filter((line) => line.includes('place'))).toEqual(['changed subchapter sub-first place']);
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

  it('moves a training and a chapter and keeps them', async () => {
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

  it('hides removed items and restores them with the same pk', async () => {
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

  it('lets another lesson use the slug of a removed one', async () => {
    await run();
    const { [firstFile]: first = '', ...rest } = validFiles();
    await run({ ...rest, [firstFile]: first.replace('sub-first', 'sub-other') });
    const after = await lessons();
    expect(after['sub-first']).toMatchObject({ slug: 'first', hidden: true });
    expect(after['sub-other']).toMatchObject({ slug: 'first', hidden: false });
  });
});

describe('revision of a lesson', () => {
  it.each<[string, Files, number]>([
    ['increases when a word changes', edit(firstFile, 'Text.', 'Other text.'), 2],
    ['increases when an option changes', edit(firstFile, 'The path', 'The query'), 2],
    ['increases when the right answer changes', edit(firstFile, '- [ ] The path\n- [x]', '- [x] The path\n- [ ]'), 2],
    ['increases when an explanation changes', edit(firstFile, 'The browser keeps it.', 'It stays.'), 2],
    ['increases when the answer of a flag changes', edit(firstFile, 'flag{one}', 'flag{two}'), 2],
    ['increases when a drawing changes', edit('web/http/figures/wire.svg', 'width="10"', 'width="20"'), 2],
    ['stays when a paragraph is rewrapped', edit(firstFile, 'Look *closely*.', 'Look\n*closely*.'), 1],
    ['stays when the points of a flag change', edit(firstFile, 'points=10', 'points=20'), 1],
    ['stays when the name changes', edit(firstFile, 'name: First', 'name: The first'), 1],
    ['stays when a reply to a wrong answer is added', edit(firstFile, 'The path', 'The path\n  > It is sent.'), 1],
    ['stays when the minutes change', edit(firstFile, 'minutes: 3', 'minutes: 4'), 1],
  ])('%s', async (_, files, revision) => {
    await run();
    const report = await run(files);
    expect(report.list).toHaveLength(1);
    expect((await lessons())['sub-first']?.revision).toBe(revision);
    expect(report.pages).toContain('/api/subchapter/first');
    expect((await run(files)).changes).toEqual([]);
  });

  it('stays when the target of a link changes', async () => {
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

describe('start of the server', () => {
  it('imports once, and again only after a file changed', async () => {
    const sync = () => syncCurriculum({ db: database.db, root: folder.root });
    expect((await sync())?.counts.training.new).toBe(1);
    expect(await sync()).toBeNull();
    await folder.write(edit(firstFile, 'Text.', 'Words.'));
    expect((await sync())?.counts.subchapter.changed).toBe(1);
    await folder.write(edit(secondFile, '## A', '# A'));
    expect(await sync()).toMatchObject({ applied: false });
    // A failed import is retried at the next start.
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

  it('gives a new training a hex and moves nothing', async () => {
    await run();
    const before = (await mapNow()).continents[0]?.trainings[0];
    const report = await run({ ...validFiles(), ...another });
    expect(report.list).toEqual([
      'new training tr-more',
      'new chapter ch-more',
      'new subchapter sub-more',
      'changed map main placed more',
    ]);
    expect(report.diagnostics).toEqual([]);
    const map = await mapNow();
    expect(placesOf(map)).toEqual(['http', 'more']);
    expect(map.continents[0]?.trainings[0]).toEqual(before);
    expect((await run()).changes).toEqual([]);
  });

  it('does not report courses whose number changed because another course was imported', async () => {
    const zoo = Object.fromEntries(
      Object.entries(another).map(([path, text]) => [
        path.replace('web/more', 'zoo/owls').replace('page', 'owl'),
        text.replace(/more/g, 'owls'),
      ]),
    );
    zoo['zoo/continent.yaml'] = 'slug: zoo\nname: Zoo\ncolour: blue\nsummary: Animals.\n';
    const files: Files = { ...validFiles(), ...zoo };
    await run(files);
    const positionOfOwls = async () => {
      const row = await database.db
        .selectFrom('trainings')
        .select('position')
        .where('slug', '=', 'owls')
        .executeTakeFirst();
      return row?.position;
    };
    expect(await positionOfOwls()).toBe(1);
    // The new course is on the first continent, so the course of the second one gets another number.
    const report = await run({ ...files, ...another });
    expect(await positionOfOwls()).toBe(2);
    expect(report.list).toEqual([
      'new training tr-more',
      'new chapter ch-more',
      'new subchapter sub-more',
      'changed map main placed more',
    ]);
  });

  it('records when a training was added, except on the first import', async () => {
    const addedOf = async () => {
      const rows = await database.db.selectFrom('trainings').select(['slug', 'added_at']).execute();
      return Object.fromEntries(rows.map(({ slug, added_at }) => [slug, added_at]));
    };
    await run();
    expect(await addedOf()).toEqual({ http: null });
    await run({ ...validFiles(), ...another });
    const added = await addedOf();
    expect(added).toEqual({ http: null, more: expect.any(Date) });
    // A training keeps its date when it changes and when it returns.
    await run({
      ...validFiles(),
      'web/more/training.yaml': another['web/more/training.yaml'].replace('More.', 'Less.'),
    });
    await run(validFiles());
    await run({ ...validFiles(), ...another });
    expect(await addedOf()).toEqual(added);
  });

  it('creates a missing map, also for videos', async () => {
    const { 'map.json': _, ...files }: Files = { ...validFiles(), ...another };
    files['web/more/training.yaml'] += 'kind: video\n';
    const report = await run(files);
    expect(report).toMatchObject({ applied: true, diagnostics: [] });
    expect(placesOf(await mapNow())).toEqual(['http']);
    expect(await mapNow('videos')).toMatchObject({ recommended_start: 'training:more', continents: [{ name: 'Web' }] });
    expect((await run()).changes).toEqual([]);
  });
});
