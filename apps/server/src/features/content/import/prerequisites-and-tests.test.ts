import {
  createTestFolder,
  type Files,
  lesson,
  quiz,
  type TestFolder,
  testLabs,
  training,
  validFiles,
} from '@hexpedition/curriculum/testing/curriculum-files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { importCurriculum } from './import-curriculum.ts';

let test: TestDatabase;
let folder: TestFolder;
beforeAll(async () => {
  test = await createTestDatabase();
  folder = await createTestFolder();
});
afterAll(async () => {
  await folder.remove();
  await test.drop();
});

const runImport = async (files: Files) => {
  await folder.write(files);
  return importCurriculum({ db: test.db, root: folder.root, labs: testLabs });
};

const testFile = (body = quiz, more = '') =>
  `---\nid: test-http\nname: What do you know?\nsummary: All of it.\n${more}---\nBegin.\n\n${body}\n`;

/** A second training next to `http`, with one lesson. */
const second = (more = ''): Files => ({
  'web/tls/training.yaml': training('tr-tls', 'tls', more),
  'web/tls/01-start/chapter.yaml': 'id: ch-tls\nname: Start\n',
  'web/tls/01-start/01-tls.md': lesson('sub-tls', 'Text.'),
});

const problems = async (files: Files) =>
  (await runImport(files)).diagnostics.filter(({ severity }) => severity === 'error');

const stored = (slug: string) =>
  test.db
    .selectFrom('trainings')
    .leftJoin('test_outs', 'test_outs.training_pk', 'trainings.pk')
    .select(['trainings.kind', 'trainings.requires', 'test_outs.name', 'test_outs.pass', 'test_outs.modules'])
    .select(['test_outs.secrets', 'test_outs.hidden'])
    .where('trainings.slug', '=', slug)
    .executeTakeFirstOrThrow();

describe('kind, prerequisites and tests', () => {
  it('are stored, changed and removed', async () => {
    const files = { ...validFiles(), ...second('kind: video\nrequires: [http]\n'), 'web/http/test-out.md': testFile() };
    const first = await runImport(files);
    expect(first.applied).toBe(true);
    expect(await stored('tls')).toMatchObject({ kind: 'video', requires: ['http'], name: null });
    const http = await stored('http');
    expect(http).toMatchObject({ kind: 'course', requires: [], name: 'What do you know?', pass: 80, hidden: false });
    expect(http.modules).toMatchObject([{ kind: 'text' }, { kind: 'quiz', id: 'fragment' }]);
    expect(http.secrets).toEqual({ fragment: { right: ['b'] } });
    expect(JSON.stringify(http.modules)).not.toContain('right');

    expect((await runImport(files)).changes).toEqual([]);
    const changed = await runImport({ ...files, 'web/http/test-out.md': testFile(quiz, 'pass: 60\n') });
    expect(changed.changes).toMatchObject([{ kind: 'training', id: 'tr-http', change: 'changed', what: ['test'] }]);
    expect(changed.counts.training).toMatchObject({ changed: 1, unchanged: 1 });
    // Trainings that require it show whether it has a test.
    expect(changed.pages).toEqual(['/api/training/http', '/api/training/tls']);

    const { 'web/http/test-out.md': _, ...without } = files;
    await runImport(without);
    expect((await stored('http')).hidden).toBe(true);
    await runImport(files);
    expect(await stored('http')).toMatchObject({ hidden: false, pass: 80 });
  });

  it.each([
    ['an unknown prerequisite', second('requires: [htpp]\n'), 'requires-unknown', 'There is no course "htpp"'],
    ['a training that requires itself', second('requires: [tls]\n'), 'requires-circle', 'tls → tls'],
    [
      'trainings that require each other',
      {
        ...second('requires: [http]\n'),
        'web/http/training.yaml': training('tr-http', 'http', 'requires: [tls]\n'),
      },
      'requires-circle',
      'http → tls → http',
    ],
    ['an unknown kind', second('kind: film\n'), 'value', 'one of course, video'],
    ['a test without questions', { 'web/http/test-out.md': testFile('Nothing.') }, 'test-empty', 'has no question'],
    [
      'a flag in a test',
      { 'web/http/test-out.md': testFile(`${quiz}\n\n:::flag[A]{#some points=1 answer="x"}\nB\n:::`) },
      'test-module',
      'no flag',
    ],
    ['a test without a head', { 'web/http/test-out.md': quiz }, 'front-matter', 'A test must begin'],
    ['a pass mark above 100', { 'web/http/test-out.md': testFile(quiz, 'pass: 101\n') }, 'value', 'percent'],
    [
      'a chapter with the slug of the test',
      { 'web/http/03-test-out/chapter.yaml': 'id: ch-test-out\nname: Test\n' },
      'slug-reserved',
      'choose another slug',
    ],
  ])('reports %s', async (_, more, code, words) => {
    const found = await problems({ ...validFiles(), ...more });
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toContain(words);
    if (code !== 'value') expect(found[0]?.code).toBe(code);
  });
});
