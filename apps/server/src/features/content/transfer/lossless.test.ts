import type {
  AuthoredChapters,
  AuthoredLesson,
  AuthoredTrainingDetail,
  AuthoredTrainings,
  MapDraft,
} from '@hexpedition/contract';
import { readFolder } from '@hexpedition/curriculum/source/curriculum-folder';
import { fileOf, type IncomingFile } from '@hexpedition/curriculum/source/source-tree';
import { lesson, testLabs, training, validFiles } from '@hexpedition/curriculum/testing/curriculum-files';
import { fixtureFolder } from '@hexpedition/curriculum/testing/fixture-folder';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';
import { createTestDatabase } from '#testing/test-database';
import { importFiles } from '../import/import-files.ts';
import type { ImportReport } from '../import/import-report.ts';
import { exportBundle } from '../sources/export-sources.ts';

/** Random actions of authors through the real API, followed by a check of the export. */

let site: TestApp;
let ada: Awaited<ReturnType<TestApp['as']>>;
let shipped: Map<string, IncomingFile>;
beforeAll(async () => {
  site = await createTestApp();
  ada = await site.as({ isSuperuser: true });
  const { files } = await readFolder(fixtureFolder);
  const { 'map.json': map = '', ...texts } = validFiles();
  const own = {
    ...texts,
    'web/tls/training.yaml': training('tr-tls', 'tls', 'kind: video\nrequires: [http]\ntags: [tls]\n'),
    'web/tls/01-start/chapter.yaml': 'id: ch-tls\nname: Start\n',
    'web/tls/01-start/01-tls.md': lesson('sub-tls', 'Text.'),
    'web/http/test-out.md':
      '---\nid: test-http\nname: Well?\nsummary: All.\n---\n\n:::quiz[One?]{#one-two kind=single}\n- [x] a\n- [ ] b\n:::\n',
    'web/http/files/notes.txt': '\ufeffWith a mark.\r\n',
  };
  shipped = new Map([...files].filter(([path]) => path !== 'map.json'));
  for (const [path, text] of Object.entries({ ...own, 'map.json': map })) shipped.set(path, fileOf(Buffer.from(text)));
  await runImport(shipped, 'curriculum');
});
afterAll(() => site.close());

type Db = TestApp['database']['db'];

async function runImport(
  files: ReadonlyMap<string, IncomingFile>,
  source: string,
  options: Partial<Parameters<typeof importFiles>[2]> = {},
  db: Db = site.database.db,
): Promise<ImportReport> {
  const report = await importFiles(db, files, { source, labs: testLabs, ...options });
  expect(errorsOf(report)).toEqual([]);
  return report;
}

/** Returns the folder of the lesson that another lesson links to. */
const chapterOfFirst = (files: ReadonlyMap<string, IncomingFile>) =>
  [...files.keys()].find((path) => path.endsWith('-first.md'))?.split('/')[2];

const errorsOf = ({ diagnostics }: ImportReport) => diagnostics.filter(({ severity }) => severity === 'error');

/** All files of an export. */
async function exported(db: Db = site.database.db): Promise<Map<string, IncomingFile>> {
  const files = new Map<string, IncomingFile>();
  for (const [path, file] of await exportBundle(db)) files.set(path, fileOf(await file.bytes()));
  return files;
}

const hashesOf = (files: ReadonlyMap<string, IncomingFile>) =>
  Object.fromEntries([...files].map(([path, { hash }]) => [path, hash]));

type ListedLesson = { id: string; slug: string; name: string; chapter: string };
const http = '/api/admin/training/http';

async function treeOf(): Promise<AuthoredChapters & { lessons: ListedLesson[] }> {
  const { body } = await ada.get<AuthoredChapters>(`${http}/chapters`);
  const lessons = body.chapters.flatMap((chapter) =>
    chapter.subchapters.map(({ id, slug, name }) => ({ id, slug, name, chapter: chapter.id })),
  );
  return { ...body, lessons };
}

const reorder = async (change: (lessons: ListedLesson[]) => ListedLesson[]): Promise<void> => {
  const { lessons, etag } = await treeOf();
  await ada.post(http, { subchapters: change(lessons), etag, overwrite: false });
};

let counter = 0;
async function write(slug: string, isPublished: boolean): Promise<void> {
  counter += 1;
  const url = `/api/admin/subchapter/${slug}`;
  const { published, draft } = (await ada.get<AuthoredLesson>(url)).body;
  const head = published?.head ?? { name: slug, summary: 'What it is about.', minutes: 5 };
  const body = `${published?.body ?? ''}\n${isPublished ? 'Published' : 'Unfinished'} ${counter}: ümläut, ‘quotes’ & \\escapes.\n`;
  const kept = await ada.put<{ version: number }>(`${url}/draft`, {
    head,
    body,
    base: published?.revision ?? null,
    version: draft?.version ?? 0,
  });
  if (isPublished) await ada.post(`${url}/publish`, { version: kept.body.version });
}

/** Actions of authors. Some find their target and others do not; neither may do harm. */
const actions: Record<string, (n: number) => Promise<unknown>> = {
  publish: async (n) => write(['second', 'third', 'film', 'tls'][n % 4] ?? 'second', true),
  draft: async (n) => write(['second', 'third'][n % 2] ?? 'second', false),
  turn: () => reorder((lessons) => lessons.toReversed()),
  gather: () => reorder((lessons) => lessons.map((one) => ({ ...one, chapter: 'ch-requests' }))),
  spread: (n) =>
    reorder((lessons) => lessons.map((one, i) => ({ ...one, chapter: (i + n) % 2 ? 'ch-requests' : 'ch-answers' }))),
  rename: (n) => reorder((lessons) => lessons.map((one) => ({ ...one, name: `${one.slug} ${n}: "new"` }))),
  withdraw: (n) => reorder((lessons) => lessons.filter((_, i) => i !== n % 4 || lessons.length < 2)),
  returnAll: async () => {
    const { withdrawn } = await treeOf();
    await reorder((lessons) => [
      ...lessons,
      ...withdrawn.map(({ id, slug, name }) => ({ id, slug, name, chapter: 'ch-answers' })),
    ]);
  },
  add: async (n) => {
    await reorder((lessons) => [...lessons, { id: `sub-n${n}`, slug: `n${n}`, name: `N ${n}`, chapter: 'ch-answers' }]);
    if (n % 2) await write(`n${n}`, true);
  },
  head: async (n) => {
    const { head, etag } = (await ada.get<AuthoredTrainingDetail>(http)).body;
    const edited = { ...head, name: `HTTP ${n}`, hidden: n % 5 === 0, tags: n % 2 ? ['a', 'b'] : [] };
    await ada.post(http, { training: edited, etag, overwrite: false });
  },
  training: async (n) => {
    const kind = n % 2 ? 'video' : 'course';
    await ada.post('/api/admin/trainings', { continent: 'web', slug: `t${n}`, name: `T ${n}`, kind });
  },
  next: (n) => ada.post(`${http}/recommended_next`, { recommended_next: n % 2 ? ['kinds'] : [] }),
  map: async (n) => {
    const name = n % 2 ? 'hexmap' : 'hexmapYT';
    const { document, etag } = (await ada.get<MapDraft>(`/api/admin/map/${name}`)).body;
    const moved = {
      ...document,
      initial: { ...document.initial, x: n },
      continents: document.continents.map((one) => ({ ...one, label: n % 3 ? { q: 1, r: -1 } : null })),
    };
    const url = (version: string) => `/api/config/${name}${version}/edit`;
    const saved = await ada.post<{ etag: string }>(url('draft'), { document: moved }, { 'if-match': etag });
    if (n % 4) await ada.post(url('2'), { document: moved }, { 'if-match': saved.body.etag });
  },
};

const randomActions = (least: number) =>
  fc.array(fc.record({ act: fc.constantFrom(...Object.keys(actions)), n: fc.nat(9) }), {
    minLength: least,
    maxLength: 9,
  });

async function perform(steps: readonly { act: string; n: number }[]): Promise<void> {
  for (const { act, n } of steps) await actions[act]?.(n);
}

it('exports the same files everywhere, and re-importing them changes nothing, after random actions', async () => {
  await fc.assert(
    fc.asyncProperty(randomActions(4), async (steps) => {
      await perform(steps);
      const first = await exported();
      for (const file of first.values()) expect((await file.text()) ?? '').not.toMatch(/^Unfinished \d+/m);
      const here = await runImport(first, 'bundle:export');
      expect([here.changes, here.diagnostics.filter(({ code }) => code === 'file-edited')]).toEqual([[], []]);
      expect(hashesOf(await exported())).toEqual(hashesOf(first));

      const elsewhere = await createTestDatabase();
      try {
        await runImport(first, 'bundle:export', {}, elsewhere.db);
        expect(hashesOf(await exported(elsewhere.db))).toEqual(hashesOf(first));
        expect((await runImport(first, 'bundle:export', {}, elsewhere.db)).changes).toEqual([]);
      } finally {
        await elsewhere.drop();
      }
    }),
    { numRuns: 4 },
  );
}, 120_000);

it('previews exactly what the import does: it keeps and reports authors’ changes, or overwrites them', async () => {
  const change = fc.record({ at: fc.nat(100), how: fc.constantFrom('word', 'word', 'gone', 'renamed') });
  await fc.assert(
    fc.asyncProperty(
      randomActions(2),
      fc.array(change, { maxLength: 5 }),
      fc.boolean(),
      async (steps, changes, overwrite) => {
        const base = await exported();
        await runImport(base, 'bundle:other');
        await perform(steps);
        const mine = await exported();

        // Another author changes files meanwhile; only lessons, so that the curriculum stays valid.
        const theirs = new Map(base);
        const lessons = [...base.keys()].filter((path) => /\d\d-[^/]+\.md$/.test(path) && path.startsWith('web/'));
        for (const [i, { at, how }] of changes.entries()) {
          const path = lessons[at % lessons.length] ?? '';
          const file = theirs.get(path);
          const text = await file?.text();
          if (!file || text === undefined) continue;
          if (how !== 'word') theirs.delete(path);
          if (how === 'word') theirs.set(path, fileOf(Buffer.from(`${text}\nThere ${i}.\n`)));
          // Links to removed or renamed lessons would be errors.
          if (how === 'gone' && /sub-first/.test(text)) theirs.set(path, file);
          if (how === 'renamed') {
            const free = [70, 71, 72, 73, 74, 75].map((n) => path.replace(/\/\d\d-([^/]+)$/, `/${n}-$1`));
            const usedPrefixes = [...base.keys(), ...theirs.keys()].map((one) => one.replace(/-[^/]*$/, ''));
            theirs.set(free.find((one) => !usedPrefixes.includes(one.replace(/-[^/]*$/, ''))) ?? path, file);
          }
        }
        const options = { source: 'bundle:other', labs: testLabs, overwrite };
        const preview = await importFiles(site.database.db, theirs, { ...options, dryRun: true });
        expect(hashesOf(await exported())).toEqual(hashesOf(mine));
        const done = await importFiles(site.database.db, theirs, options);
        const isRefused = errorsOf(preview).length > 0;
        expect({ ...preview, dry_run: false, applied: !isRefused }).toEqual(done);
        if (isRefused) {
          // The import returns a lesson that links to `first`, which an author has moved to another chapter since.
          expect(new Set(errorsOf(preview).map(({ code }) => code))).toEqual(new Set(['link-broken']));
          const [before, now] = [base, mine].map(chapterOfFirst);
          expect([overwrite, now === before]).toEqual([true, false]);
          expect(hashesOf(await exported())).toEqual(hashesOf(mine));
          return;
        }

        const after = await exported();
        const reported = done.diagnostics.filter(({ code }) => code === 'file-edited').map(({ file }) => file);
        for (const [path, file] of theirs) {
          const [before, own, now] = [base, mine, after].map((files) => files.get(path)?.hash);
          if (path === 'map.json' || path === 'map-videos.json' || before === undefined || own === undefined) continue;
          if (overwrite || own === before) expect([path, now]).toEqual([path, file.hash]);
          else if (file.hash === before || file.hash === own) expect([path, now]).toEqual([path, own]);
          else expect([path, now, reported.includes(path)]).toEqual([path, own, true]);
        }
        expect((await runImport(theirs, 'bundle:other', { dryRun: true })).changes).toEqual([]);
      },
    ),
    { numRuns: 8 },
  );
}, 120_000);

it('each action has its intended effect', async () => {
  await perform(Object.keys(actions).map((act) => ({ act, n: 3 })));
  const { body } = await ada.get<AuthoredTrainings>('/api/admin/trainings');
  expect(body.trainings.map(({ slug }) => slug)).toContain('t3');
  const paths = [...(await exported()).keys()];
  for (const path of ['map.json', 'map-videos.json', 'web/t3/training.yaml', 'web/http/test-out.md'])
    expect(paths).toContain(path);
  expect(paths.some((path) => path.endsWith('-n3.md'))).toBe(true);
  expect(paths.some((path) => path.endsWith('.webm'))).toBe(true);
});
