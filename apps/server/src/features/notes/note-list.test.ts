import type { NoteList } from '@hexpedition/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildChapter, buildSubchapter, buildTraining } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Learner = Awaited<ReturnType<TestApp['as']>>;
const list = async (who: Learner, query = '') => (await who.get<NoteList>(`/api/notes${query}`)).body;
const write = (who: Learner, slug: string, body: object) => who.post(`/api/subchapter/${slug}/notes`, body);

async function someLessons(count: number) {
  const { db } = test.database;
  const training = await buildTraining(db);
  const chapter = await buildChapter(db, { trainingPk: training.pk });
  const lessons = [];
  for (let number = 0; number < count; number++) lessons.push(await buildSubchapter(db, { chapterPk: chapter.pk }));
  return { training, lessons };
}

it('lists notes in course order with the changes of their lessons', async () => {
  const { db } = test.database;
  const [learner, other] = [await test.as(), await test.as()];
  const { training, lessons } = await someLessons(3);
  const [first, second, third] = lessons as [(typeof lessons)[0], (typeof lessons)[0], (typeof lessons)[0]];
  await write(learner, third.slug, { marks: [{ module: 'film', at: 5, text: 'Here' }] });
  await write(learner, second.slug, { did_not_understand: 'Two.' });
  await write(learner, first.slug, { what_i_learned: 'One.' });
  await write(learner, (await someLessons(1)).lessons[0]?.slug ?? '', {});
  await db.updateTable('subchapters').set({ hidden: true }).where('pk', '=', second.pk).execute();
  await db.updateTable('subchapters').set({ revision: 2 }).where('pk', '=', third.pk).execute();
  const { notes } = await list(learner);
  expect(notes.map(({ subchapter, old }) => [subchapter.slug, old])).toEqual([
    [first.slug, null],
    [second.slug, 'gone'],
    [third.slug, 'rewritten'],
  ]);
  expect(notes[0]).toMatchObject({ subchapter: { training: { slug: training.slug } }, what_i_learned: 'One.' });
  expect(notes.map(({ subchapter }) => subchapter.path === null)).toEqual([false, true, false]);
  expect(await list(other)).toEqual({ notes: [], reminders: [], next_cursor: null });
  expect((await test.anonymous.get('/api/notes')).status).toBe(401);
});

it('lists lessons whose reminder is due until notes are written', async () => {
  let learner = await test.as();
  const { lessons } = await someLessons(2);
  const [first, second] = lessons.map(({ slug }) => slug) as [string, string];
  await write(learner, first, {});
  await write(learner, second, {});
  expect((await list(learner)).reminders).toEqual([]);
  test.clock.advance(86_400);
  learner = await test.as({ pk: learner.pk });
  const named = (await list(learner)).reminders.map(({ slug }) => slug);
  expect(named.sort()).toEqual([first, second].sort());
  expect((await list(learner, '?q=x')).reminders).toEqual([]);
  await write(learner, first, { what_i_learned: 'Now.' });
  await write(learner, second, {});
  expect((await list(learner)).reminders).toEqual([]);
});

it('searches without case and takes the query literally', async () => {
  const learner = await test.as();
  const { lessons } = await someLessons(2);
  await write(learner, lessons[0]?.slug ?? '', { what_i_learned: '100% of COOKIES' });
  await write(learner, lessons[1]?.slug ?? '', { did_not_understand: 'Sessions' });
  const found = async (q: string) => (await list(learner, `?q=${encodeURIComponent(q)}`)).notes.length;
  expect(await Promise.all(['cookies', '0% of', '%', '_', 'sessions', 'nothing', "'; --"].map(found))).toEqual([
    1, 1, 1, 0, 1, 0, 0,
  ]);
  expect(await found(lessons[1]?.name ?? '')).toBe(1);
});

it('pages without skipping or repeating notes', async () => {
  const learner = await test.as();
  const [a, b] = [await someLessons(3), await someLessons(2)];
  const slugs = [...a.lessons, ...b.lessons].map(({ slug }) => slug);
  for (const slug of [...slugs].reverse()) await write(learner, slug, { what_i_learned: slug });
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: NoteList = await list(learner, `?limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.notes.map(({ subchapter }) => subchapter.slug));
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(slugs);
  for (const query of ['?cursor=1.2', '?cursor=x', '?limit=0', `?q=${'x'.repeat(101)}`]) {
    expect((await learner.get(`/api/notes${query}`)).status).toBe(400);
  }
});

it('ends a page early when the notes are long', async () => {
  const learner = await test.as();
  const { lessons } = await someLessons(10);
  const text = 'é'.repeat(20_000);
  const marks = Array.from({ length: 100 }, () => ({ module: 'film', at: 1, text: 'ü'.repeat(500) }));
  for (const { slug } of lessons) await write(learner, slug, { what_i_learned: text, did_not_understand: text, marks });
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: NoteList = await list(learner, `?limit=100${cursor && `&cursor=${cursor}`}`);
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(1_100_000);
    expect(page.notes.length).toBeGreaterThan(0);
    seen.push(...page.notes.map(({ subchapter }) => subchapter.slug));
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(lessons.map(({ slug }) => slug));
});

it('exports all notes as a Markdown file, page by page', async () => {
  const learner = await test.as({ username: 'writer' });
  const { lessons } = await someLessons(51);
  await test.database.db
    .insertInto('notes')
    .values(
      lessons.map(({ pk, slug }) => ({
        user_pk: learner.pk,
        subchapter_pk: pk,
        what_i_learned: `On ${slug}.`,
        revision: 1,
        updated_at: test.clock.now(),
      })),
    )
    .execute();
  const answer = await test.app.inject({
    url: '/api/account/notes/markdown',
    headers: { authorization: `Bearer ${learner.token}` },
  });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/markdown; charset=utf-8',
    'content-disposition': 'attachment; filename="hexpedition-notes.md"',
    'cache-control': 'no-store',
  });
  expect(answer.body).toMatch(/^# Notes of writer\n/);
  for (const { slug } of lessons) expect(answer.body).toContain(`\n> On ${slug}.\n`);
  expect(answer.body.match(/^## /gm)).toHaveLength(1);
  expect((await test.anonymous.get('/api/account/notes/markdown')).body.code).toBe('token_missing');
  const empty = await test.as();
  const { headers } = await empty.get('/api/account/notes/markdown');
  expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
});
