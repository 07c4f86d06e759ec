import type { MapDocument, MapDraft } from '@hexpedition/contract';
import { createTestFolder, testLabs, validFiles } from '@hexpedition/curriculum/testing/curriculum-files';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importCurriculum } from '#features/content/import/import-curriculum';
import { buildLab } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';

let test: TestApp;
let author: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  test = await createTestApp();
  await buildLab(test.database.db, { slug: 'lost-luggage', name: 'Lost luggage' });
  const { root, remove } = await createTestFolder(validFiles());
  await importCurriculum({ db: test.database.db, root, labs: testLabs });
  await remove();
  author = await test.as({ isSuperuser: true });
});
afterAll(() => test.close());

const valid = (): MapDocument => {
  const map = JSON.parse(validFiles()['map.json'] ?? '') as MapDocument;
  return {
    ...map,
    paths: [
      { slug: 'a', name: 'A', edges: [{ from: 'training:http', to: 'lab:lost-luggage', via: [], style: 'main' }] },
    ],
    terrain: [{ q: 0, r: 1, type: 'mountain' }] as MapDocument['terrain'],
  };
};

const repeat = (text: string, times: number) => `[${Array.from({ length: times }, () => text).join(',')}]`;
/** JSON texts, because some values exist only there: 1e999, lone surrogates, `__proto__`. */
const value = fc.oneof(
  fc.constantFrom(
    '1e999',
    '-1e999',
    '1e308',
    '-0',
    '0.5',
    '9007199254740993',
    '2147483648',
    '32768',
    '16383',
    '-16383',
  ),
  fc.constantFrom('null', 'true', '""', '" "', '"NaN"', '"\\u0000"', '"\\ud800"', '"\\u202e"', '[]', '{}', '[[]]'),
  fc.constantFrom(
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":1}}',
    '"__proto__"',
    '"constructor"',
    '"toString"',
  ),
  fc.constantFrom(
    '"training:http"',
    '"lab:lost-luggage"',
    '"training:__proto__"',
    '"web"',
    '"http"',
    '[0,1]',
    '[0,16383]',
  ),
  fc.constantFrom(
    '{"0":[[0,5]]}',
    '{"16383":[[16383,1]]}',
    '{"-16383":[[-16383,1]],"16383":[[16383,1]]}',
    '{"0":[[-5,16383]]}',
  ),
  fc.constantFrom(repeat('[0,0]', 101), repeat('{}', 2_001), repeat('[0,1]', 20_000), repeat('0', 50_000)),
  fc.integer({ min: 100, max: 20_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.integer({ min: 100, max: 8_000 }).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  fc.integer({ min: -20_000, max: 20_000 }).map(String),
  fc.json({ maxDepth: 3 }),
);

type Path = (string | number)[];
function pathsOf(node: unknown, path: Path = []): Path[] {
  if (typeof node !== 'object' || node === null) return [path];
  return [
    path,
    ...Object.entries(node).flatMap(([key, inner]) =>
      pathsOf(inner, [...path, Array.isArray(node) ? Number(key) : key]),
    ),
  ];
}
const paths = pathsOf(valid());

type Change = { path: Path; kind: 'set' | 'remove' | 'add' | 'twice' | 'many'; value: string; key: string };
const change: fc.Arbitrary<Change> = fc.record({
  path: fc.constantFrom(...paths),
  kind: fc.constantFrom('set', 'set', 'set', 'remove', 'add', 'twice', 'many'),
  value,
  key: fc.constantFrom('__proto__', 'constructor', 'more', '0', '-1', '99999', '', 'toJSON', 'slug'),
});

/** Writes the document as JSON with changes at the given paths. */
function write(node: unknown, changes: readonly Change[], path: Path = []): string {
  const own = changes.filter((one) => one.path.length === path.length && one.path.every((key, i) => key === path[i]));
  const set = own.find(({ kind }) => kind === 'set');
  if (set) return set.value;
  if (typeof node !== 'object' || node === null) return JSON.stringify(node);
  const inner = Object.entries(node).flatMap(([key, child]) => {
    const at = [...path, Array.isArray(node) ? Number(key) : key];
    const kinds = changes
      .filter((one) => one.path.length === at.length && one.path.every((k, i) => k === at[i]))
      .map(({ kind }) => kind);
    if (kinds.includes('remove')) return [];
    const text = `${Array.isArray(node) ? '' : `${JSON.stringify(key)}:`}${write(child, changes, at)}`;
    return Array.from({ length: kinds.includes('many') ? 1_200 : kinds.includes('twice') ? 2 : 1 }, () => text);
  });
  const added = own.filter(({ kind }) => kind === 'add');
  const more = added.map(({ key, value: text }) => (Array.isArray(node) ? text : `${JSON.stringify(key)}:${text}`));
  const all = [...inner, ...more].join(',');
  return Array.isArray(node) ? `[${all}]` : `{${all}}`;
}

const maxMs = 15_000;
const draft = async () => (await author.get<MapDraft>('/api/admin/map/hexmap')).body;

async function post(version: string, payload: string, etag: string) {
  const start = performance.now();
  const answer = await test.app.inject({
    method: 'POST',
    url: `/api/config/hexmap${version}/edit`,
    headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json', 'if-match': etag },
    payload,
  });
  expect(performance.now() - start).toBeLessThan(maxMs);
  return { status: answer.statusCode, body: answer.json<{ etag: string; msg?: string; document: unknown }>() };
}

it('stores and publishes a document, or refuses it with a reason and changes nothing', async () => {
  const seen = { stored: 0, published: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const before = await draft();
      const saved = await post('draft', `{"document":${write(valid(), changes)}}`, before.etag);
      if (saved.status !== 200) {
        seen.refused += 1;
        expect([400, 413]).toContain(saved.status);
        expect(saved.body.msg).toMatch(/\S/);
        expect(await draft()).toEqual(before);
        return;
      }
      seen.stored += 1;
      expect((await draft()).document).toEqual(saved.body.document);
      const beta = await post('beta', '{}', saved.body.etag);
      expect([200, 400]).toContain(beta.status);
      if (beta.status === 200) seen.published += 1;
      expect((await author.get('/api/config/hexmapbeta')).status).toBe(200);
    }),
    { numRuns: 120, interruptAfterTimeLimit: 60_000 },
  );
  expect(({} as { a?: number }).a).toBeUndefined();
  expect(seen.stored).toBeGreaterThan(2);
  expect(seen.published).toBeGreaterThan(0);
  expect(seen.refused).toBeGreaterThan(10);
}, 180_000);
