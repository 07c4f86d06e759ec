import { randomUUID } from 'node:crypto';
import type { ImportDryRun, ImportOutcome } from '@hexpedition/contract';
import { textFile } from '@hexpedition/curriculum/bundles/bundle-files';
import { zipBytes } from '@hexpedition/curriculum/bundles/write-zip';
import { type Files, validFiles } from '@hexpedition/curriculum/testing/curriculum-files';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';
import { createReaderThreads } from '../sources/reader-threads.ts';
import { buildReaderThread } from '../testing/build-reader-thread.ts';

let built: Awaited<ReturnType<typeof buildReaderThread>>;
let site: TestApp;
let author: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  built = await buildReaderThread();
  site = await createTestApp({}, { sourceReader: createReaderThreads(built.script) });
  author = await site.as({ isSuperuser: true });
}, 120_000);
afterAll(async () => {
  await site.close();
  await built.remove();
});

const own = validFiles();
const bundles: Files[] = [
  own,
  {
    'event/one/challenge.yml':
      'name: one\nauthor: Ada\ncategory: crypto\ndescription: Find it.\nvalue: 50\ntype: standard\nflags:\n  - flag{one}\nhints:\n  - Look.\ntags:\n  - easy\nfiles:\n  - dist/a.txt\nrequirements: [two]\nextra:\n  initial: 500\n  decay: 10\n  minimum: 50\nstate: visible\nversion: "0.1"\n',
    'event/one/dist/a.txt': 'A text.',
    'event/two/challenge.yml':
      'name: two\ncategory: web\ndescription: Find it too.\nvalue: 50\nflags:\n  - flag{two}\n',
  },
  {
    'dojo.yml':
      'id: harbour\nname: Harbour\ntype: topic\nmodules:\n  - id: ropes\n    name: Ropes\n    challenges:\n      - id: knot\n        name: Knot\n',
    'ropes/module.yml': 'name: Ropes\nchallenges:\n  - id: knot\n    name: Knot\n',
    'ropes/knot/DESCRIPTION.md': '# Knot\n\nTie it.\n',
  },
];

const nested = (open: string, close: string) =>
  fc.constantFrom(40, 400, 4_000, 20_000).map((depth) => `${open.repeat(depth)}${close.repeat(depth)}`);
/** Values of a line of YAML, or of JSON. */
const value = fc.oneof(
  fc.constantFrom(
    '1e999',
    '-1',
    '0',
    '.nan',
    '-.inf',
    '9'.repeat(400),
    `0x${'f'.repeat(300)}`,
    '2147483648',
    '9007199254740993',
  ),
  fc.constantFrom(
    '0o777',
    '1_000',
    '2026-13-45',
    '!!binary aGk=',
    '!!js/function "x"',
    '!!python/object:os.system x',
    '!!set {a, b}',
  ),
  fc.constantFrom(
    '!<tag:yaml.org,2002:timestamp> x',
    '!!int "x"',
    '!!float []',
    '&a [*a, *a]',
    '&a {<<: *a}',
    '*nowhere',
    '&a',
    '~',
    'null',
    '',
  ),
  fc.constantFrom(
    '{__proto__: {admin: true}}',
    '{constructor: {prototype: {a: 1}}}',
    '__proto__',
    'constructor',
    '[[[]]]',
    '[__proto__]',
    '{? [a]: b}',
  ),
  fc.constantFrom(
    '"\\0"',
    '"\\ud800"',
    '"\\u202e"',
    '"\\u2028"',
    '\u0007',
    '\ufeff',
    '"unterminated',
    "'",
    '|\n  text',
    '>-\n\n',
    '@x',
    '`x`',
    '%x',
    '\t',
  ),
  fc.constantFrom(
    '../../../etc/passwd',
    '/etc/passwd',
    'file:///etc/passwd',
    'a\\b',
    'NUL',
    'http://127.0.0.1:1/',
    'javascript:alert(1)',
    '<img src=x onerror=alert(1)>',
  ),
  fc.constantFrom(
    'x'.repeat(100_000),
    'é'.repeat(5_000),
    `[${'1,'.repeat(20_000)}1]`,
    `{${Array.from({ length: 5_000 }, (_, i) => `k${i}: 1`)}}`,
  ),
  nested('[', ']'),
  nested('{a: ', '}'),
  fc.constantFrom('? ', '- ', '>', '*', '_a').map((text) => text.repeat(2_000)),
  fc.string({ maxLength: 30, unit: 'binary' }),
);
const bombs = [
  `a: &a [${'x,'.repeat(9)}x]\n${'bcdefgh'
    .split('')
    .map((key, i) => `${key}: &${key} [${`*${'abcdefgh'[i]},`.repeat(9)}]`)
    .join('\n')}\n`,
  `a: &a {k: v}\n${Array.from({ length: 300 }, (_, i) => `b${i}: {<<: [*a, *a, *a]}`).join('\n')}\n`,
  'a: &a\n  b: *a\n',
];
const keys = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '<<',
  '""',
  '? [1, 2]\n',
  '0',
  'then',
  'x'.repeat(3_000),
];

type Change = {
  file: number;
  line: number;
  kind: 'value' | 'line' | 'key' | 'remove' | 'twice' | 'bomb' | 'cut';
  value: string;
  key: string;
};
const change: fc.Arbitrary<Change> = fc.record({
  file: fc.nat(20),
  line: fc.nat(40),
  kind: fc.constantFrom('value', 'value', 'value', 'value', 'line', 'key', 'remove', 'twice', 'bomb', 'cut'),
  value,
  key: fc.constantFrom(...keys),
});

function alter(files: Files, { file, line, kind, value, key }: Change): Files {
  const paths = Object.keys(files).filter((path) => !path.endsWith('.svg'));
  const path = paths[file % paths.length] ?? '';
  const lines = (files[path] ?? '').split('\n');
  const at = line % Math.max(1, lines.length);
  const old = lines[at] ?? '';
  const replace = (...now: string[]) => lines.splice(at, 1, ...now);
  if (kind === 'value') replace(/:/.test(old) ? old.replace(/:.*/s, () => `: ${value}`) : `- ${value}`);
  else if (kind === 'line') replace(old, value);
  else if (kind === 'key') replace(old, `${/^\s*/.exec(old)?.[0]}${key}: ${value}`);
  else if (kind === 'remove') replace();
  else if (kind === 'twice') replace(old, old);
  else if (kind === 'cut') lines.splice(at);
  else replace(bombs[line % bombs.length] ?? '', old);
  return { ...files, [path]: lines.join('\n') };
}

const bundle = fc
  .tuple(fc.constantFrom(...bundles), fc.array(change, { minLength: 1, maxLength: 3 }))
  .map(([files, changes]) => changes.reduce(alter, files));

async function send(bytes: Uint8Array) {
  const query = new URLSearchParams({ upload: randomUUID(), part: '1', parts: '1', name: 'event' });
  const answer = await site.app.inject({
    method: 'POST',
    url: `/api/admin/import?${query}`,
    headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${author.token}` },
    payload: Buffer.from(bytes),
  });
  return { status: answer.statusCode, body: answer.json<{ trial?: ImportDryRun; msg?: string }>() };
}

const contents = async () => {
  const { db } = site.database;
  return Promise.all([
    db.selectFrom('source_files').select(['path', 'hash']).where('hash', 'is not', null).orderBy('path').execute(),
    db.selectFrom('subchapters').selectAll().orderBy('pk').execute(),
  ]);
};

const parts = () => site.database.db.selectFrom('upload_parts').select('upload').execute();

const maxMs = 60_000;
it('imports a bundle, or refuses it with a reason and changes nothing', async () => {
  const seen = { refused: 0, invalid: 0, applied: 0 };
  await fc.assert(
    fc.asyncProperty(bundle, async (files) => {
      site.clock.advance(700);
      author = await site.as({ pk: author.pk });
      const before = await contents();
      const start = performance.now();
      const packed = new Map(Object.entries(files).map(([path, text]) => [path, textFile(text)]));
      const { status, body } = await send(await zipBytes(packed));
      const { trial } = body;
      if (!trial) {
        seen.refused += 1;
        expect([400, 413, 422]).toContain(status);
        expect(body.msg).toMatch(/\S/);
        expect(await contents()).toEqual(before);
        expect(await parts()).toEqual([]);
      } else {
        expect((await author.get(`/api/admin/import/${trial.id}`)).body).toEqual(trial);
        const { status: applied, body: outcome } = await author.post<ImportOutcome>(
          `/api/admin/import/${trial.id}/apply`,
          {},
        );
        expect(applied).toBe(200);
        expect(outcome.valid).toBe(trial.valid);
        if (outcome.valid) seen.applied += 1;
        else {
          seen.invalid += 1;
          expect(await contents()).toEqual(before);
          expect(outcome.diagnostics.length).toBeGreaterThan(0);
        }
        expect((await site.anonymous.get('/api/trainings')).status).toBeLessThan(500);
      }
      expect(performance.now() - start).toBeLessThan(maxMs);
    }),
    { numRuns: 50, interruptAfterTimeLimit: 60_000, endOnFailure: true },
  );
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
  expect(seen.applied).toBeGreaterThan(1);
  expect(seen.invalid).toBeGreaterThan(1);
}, 180_000);
