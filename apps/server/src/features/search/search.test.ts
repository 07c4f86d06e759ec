import type { SearchAnswer, SearchResult } from '@hexpedition/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db, Tx } from '#platform/db/db';
import { buildChapter, buildLab, buildSubchapter, buildTraining } from '#testing/factories';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';
import { refreshSearch, refreshSearchOfLessons } from './search.public.ts';

let test: TestApp;

const open: Record<string, string> = {
  'Cookies and sessions': '<p>A server <strong>remembers</strong> you by a <code>Set-Cookie</code> header.</p>',
  'Blind injection': '<p>The page says yes or no; a database answers one question at a time.</p>',
  'Tides of the harbour': '<p>Wind and water. Nobody mentions a header here, but a &#x3C;script> there is.</p>',
};

async function addLesson(chapterPk: number, name: string, html: string): Promise<void> {
  const { db } = test.database;
  const { pk } = await buildSubchapter(db, { chapterPk });
  await db.updateTable('subchapters').set({ name }).where('pk', '=', pk).execute();
  await db
    .insertInto('modules')
    .values({
      subchapter_pk: pk,
      id: 'text-1',
      position: 0,
      kind: 'text',
      data: JSON.stringify({ html, headings: [] }),
    })
    .execute();
}

class Rollback extends Error {}

/** Runs `work` in a transaction and rolls it back. */
async function rolledBack(db: Db, work: (tx: Tx) => Promise<void>): Promise<void> {
  const outcome = db.transaction().execute(async (tx) => {
    await work(tx);
    throw new Rollback();
  });
  await outcome.catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error;
  });
}

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.database;
  const [free, paid, stepped] = [
    await buildTraining(db),
    await buildTraining(db, { tier: 2 }),
    await buildTraining(db),
  ];
  await db
    .updateTable('trainings')
    .set({ name: 'HTTP, Spoken Plainly', term: 'Requests and headers', tags: ['rfc 9110', 'h2c'] })
    .where('pk', '=', free.pk)
    .execute();
  await db
    .updateTable('trainings')
    .set({ requires: [free.slug] })
    .where('pk', '=', stepped.pk)
    .execute();
  const chapter = await buildChapter(db, { trainingPk: free.pk });
  for (const [name, html] of Object.entries(open)) await addLesson(chapter.pk, name, html);
  await addLesson((await buildChapter(db, { trainingPk: paid.pk })).pk, 'Padding oracles', '<p>Secret heliotrope.</p>');
  await addLesson(
    (await buildChapter(db, { trainingPk: stepped.pk })).pk,
    'Later steps',
    '<p>Secret heliotrope, wisteria.</p>',
  );
  const lab = await buildLab(db);
  await db
    .updateTable('labs')
    .set({ name: 'The Blank Stamp', tags: ['csrf'] })
    .where('pk', '=', lab.pk)
    .execute();
  await refreshSearch(db);
});
afterAll(() => test.close());

const names = async (q: string, caller: Caller = test.anonymous): Promise<string[]> => {
  const { status, body } = await caller.get<SearchAnswer>(`/api/search?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return body.results.map((result: SearchResult) => result.name);
};

it('finds a training by its technical term and by abbreviations', async () => {
  for (const q of ['h2c', 'RFC 9110', 'requests']) expect((await names(q))[0], q).toBe('HTTP, Spoken Plainly');
});

it('finds a lab by its technique', async () => {
  expect(await names('csrf')).toEqual(['The Blank Stamp']);
});

describe('search', () => {
  it.each([
    ['Cookies and sessions', 'Cookies and sessions'],
    ['cook', 'Cookies and sessions'],
    ['remembering', 'Cookies and sessions'],
    ['session header', 'Cookies and sessions'],
    ['injektion', 'Blind injection'],
    ['harbuor tides', 'Tides of the harbour'],
    ['http', 'HTTP, Spoken Plainly'],
    ['spokn plainly', 'HTTP, Spoken Plainly'],
  ])('finds by %j first %j', async (q, name) => {
    expect((await names(q))[0]).toBe(name);
  });

  it('returns an excerpt with marked hits as plain text', async () => {
    const { body } = await test.anonymous.get<SearchAnswer>('/api/search?q=script');
    const [first] = body.results;
    expect(first).toMatchObject({ kind: 'subchapter', name: 'Tides of the harbour', context: 'HTTP, Spoken Plainly' });
    expect(first?.excerpt.map(({ text }) => text).join('')).toContain('a <script> there is');
    expect(first?.excerpt.filter(({ hit }) => hit)).toEqual([{ text: 'script', hit: true }]);
  });

  it('reports the corrected query', async () => {
    const { body } = await test.anonymous.get<SearchAnswer>('/api/search?q=coookies');
    expect(body.corrected).toBe('cookies');
    expect((await test.anonymous.get<SearchAnswer>('/api/search?q=cookies')).body.corrected).toBeNull();
  });

  it('searches texts only for readers who may read them', async () => {
    expect(await names('heliotrope')).toEqual([]);
    expect(await names('heliotrope', await test.as())).toEqual([]);
    expect(await names('heliotrope', await test.as({ tier: 2 }))).toEqual(['Padding oracles']);
    expect((await names('heliotrope', await test.as({ isSuperuser: true }))).sort()).toEqual([
      'Later steps',
      'Padding oracles',
    ]);
    // A correction must not reveal whether a word occurs in it either.
    const corrected = async (q: string, caller: Caller = test.anonymous) =>
      (await caller.get<SearchAnswer>(`/api/search?q=${encodeURIComponent(q)}`)).body.corrected;
    expect(await corrected('cookies heliotroqe')).toBeNull();
    expect(await corrected('heliotroqe', await test.as({ tier: 2 }))).toBe('heliotrope');
    expect(await corrected('paddinng')).toBe('padding');
    expect(await corrected('cookies wisterai')).toBeNull();
    expect(await corrected('cookies wisterai', await test.as({ tier: 2 }))).toBeNull();
    expect(await corrected('wisterai', await test.as({ isSuperuser: true }))).toBe('wisteria');
    // The name is on the map for everyone.
    const { body } = await test.anonymous.get<SearchAnswer>('/api/search?q=padding');
    expect(body.results.map(({ name, tier }) => [name, tier])).toEqual([['Padding oracles', 2]]);
    expect(JSON.stringify(body)).not.toContain('heliotrope');
  });

  it('updates some lessons with the same result as an update of everything', async () => {
    const { db } = test.database;
    const lessons = await db.selectFrom('subchapters').select('pk').orderBy('pk').execute();
    const word = fc.constantFrom('heliotrope', 'wisteria', 'hashes', 'hash', 'stamp', 'padding', 'it’s', 'quokka');
    const change = fc.record({
      lesson: fc.constantFrom(...lessons.map(({ pk }) => pk)),
      name: fc.array(word, { minLength: 1, maxLength: 2 }),
      text: fc.array(word, { maxLength: 4 }),
      hidden: fc.boolean(),
    });
    const readIndex = async (tx: Tx) => [
      (await sql`select kind, ref, name, body, hash from search_documents order by kind, ref`.execute(tx)).rows,
      (await sql`select word, documents, tier from search_words order by word`.execute(tx)).rows,
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) =>
        rolledBack(db, async (tx) => {
          for (const { lesson, name, text, hidden } of changes) {
            await tx
              .updateTable('subchapters')
              .set({ name: name.join(' '), hidden })
              .where('pk', '=', lesson)
              .execute();
            const data = JSON.stringify({ html: `<p>${text.join(' ')}</p>`, headings: [] });
            await tx.updateTable('modules').set({ data }).where('subchapter_pk', '=', lesson).execute();
          }
          await refreshSearchOfLessons(tx, [...new Set(changes.map(({ lesson }) => lesson))]);
          const scoped = await readIndex(tx);
          await sql`update search_documents set hash = ''`.execute(tx);
          await refreshSearch(tx);
          expect(scoped).toEqual(await readIndex(tx));
        }),
      ),
      { numRuns: 30 },
    );
  });

  it('removes hidden documents', async () => {
    const { db } = test.database;
    const { pk } = await db
      .selectFrom('subchapters')
      .select('pk')
      .where('name', '=', 'Blind injection')
      .executeTakeFirstOrThrow();
    await db.updateTable('subchapters').set({ hidden: true }).where('pk', '=', pk).execute();
    await refreshSearch(db);
    expect(await names('blind')).toEqual([]);
    await db.updateTable('subchapters').set({ hidden: false }).where('pk', '=', pk).execute();
    await refreshSearch(db);
    expect(await names('blind')).toEqual(['Blind injection']);
  });

  it.each([
    "x' | !(y:*) & \\",
    ':*',
    '!!!',
    '%_%',
    'the',
    '<script>alert(1)</script>',
    '\u0002\u0003',
    'a'.repeat(100),
    '🦑 🦑',
    "'); drop table users; --",
  ])('handles unusual input: %j', async (q) => {
    await names(q);
  });

  it.each(['', '?q=', '?q=%20', `?q=${'a'.repeat(101)}`, '?q=a&limit=0', '?q=a&limit=31', '?q=a&q=b'])(
    'rejects %j',
    async (query) => {
      expect((await test.anonymous.get(`/api/search${query}`)).status).toBe(400);
    },
  );
});
