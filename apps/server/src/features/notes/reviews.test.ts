import type { DueNotes, ReviewAnswer } from '@hexpedition/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildChapter, buildSubchapter } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';
import { countDueReviews } from './reviews.read-model.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Learner = Awaited<ReturnType<TestApp['as']>>;
const due = async (who: Learner, query = '') => (await who.get<DueNotes>(`/api/notes/due${query}`)).body;
const review = (who: Learner, body: unknown) => who.post<ReviewAnswer>('/api/notes/review', body);
const count = (who: Learner) => countDueReviews(test.database.db, who.pk, test.clock.now());

/** Advances the clock and signs in again, because a token does not last a day. */
async function wait(who: Learner, seconds: number): Promise<Learner> {
  test.clock.advance(seconds);
  return test.as({ pk: who.pk });
}

async function note(who: Learner, text = 'Learned.') {
  const lesson = await buildSubchapter(test.database.db);
  await who.post(`/api/subchapter/${lesson.slug}/notes`, { what_i_learned: text });
  return lesson;
}

it('schedules notes for the next day, then by the answer', async () => {
  let [learner, other] = [await test.as(), await test.as()];
  const lesson = await note(learner);
  const tomorrow = new Date(test.clock.now().getTime() + 86_400_000).toISOString();
  expect(await due(learner)).toEqual({ cards: [], total: 0, next_at: tomorrow, next_cursor: null });
  [learner, other] = [await wait(learner, 86_400), await wait(other, 0)];
  expect(await count(learner)).toBe(1);
  expect(await count(other)).toBe(0);
  expect((await due(other)).cards).toEqual([]);
  const [card] = (await due(learner)).cards;
  expect(card).toMatchObject({
    subchapter: {
      slug: lesson.slug,
      name: lesson.name,
      summary: 'A lesson.',
      path: expect.stringMatching(/^\/courses/),
    },
    what_i_learned: 'Learned.',
    due: tomorrow,
    reps: 0,
    days: { again: 1, hard: 2, good: 3, easy: 8 },
  });
  const answer = await review(learner, { subchapter: lesson.slug, rating: 'good', due: tomorrow });
  const inThreeDays = new Date(test.clock.now().getTime() + 3 * 86_400_000).toISOString();
  expect(answer).toMatchObject({ status: 200, body: { due: inThreeDays, counted: true } });
  expect(await due(learner)).toMatchObject({ cards: [], total: 0, next_at: inThreeDays });
  // Remembered notes return after growing intervals; forgotten ones soon.
  learner = await wait(learner, 3 * 86_400);
  expect((await due(learner)).cards[0]).toMatchObject({ reps: 1, days: { again: 1, good: 14 } });
});

it('counts the same answer once, even when repeated or sent concurrently', async () => {
  let learner = await test.as();
  const lesson = await note(learner);
  learner = await wait(learner, 86_400);
  const [card] = (await due(learner)).cards;
  const body = { subchapter: lesson.slug, rating: 'easy', due: card?.due };
  const answers = await Promise.all([review(learner, body), review(learner, body), review(learner, body)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.filter(({ body: { counted } }) => counted)).toHaveLength(1);
  expect(new Set(answers.map(({ body: { due } }) => due)).size).toBe(1);
  test.clock.advance(1);
  expect((await review(learner, { ...body, rating: 'again' })).body).toMatchObject({ counted: false });
  const rows = await test.database.db
    .selectFrom('note_reviews')
    .selectAll()
    .where('user_pk', '=', learner.pk)
    .execute();
  expect(rows).toMatchObject([{ rating: 'easy', due_at: new Date(card?.due ?? 0) }]);
});

it('rejects reviews that were never shown, are not due, belong to another learner, or are invalid', async () => {
  let [learner, other] = [await test.as(), await test.as()];
  const lesson = await note(learner);
  const { next_at } = await due(learner);
  const body = { subchapter: lesson.slug, rating: 'good', due: next_at };
  expect((await review(learner, body)).body).toMatchObject({ code: 'conflict' });
  [learner, other] = [await wait(learner, 86_400), await wait(other, 0)];
  expect((await review(learner, { ...body, due: test.clock.now().toISOString() })).status).toBe(200);
  expect((await review(learner, { ...body, due: '2020-01-01T00:00:00.000Z' })).body).toMatchObject({
    code: 'conflict',
  });
  expect((await review(other, body)).body).toMatchObject({ code: 'not_found' });
  for (const wrong of [{}, { ...body, rating: 'perfect' }, { ...body, due: 'now' }, { ...body, subchapter: 'A b' }]) {
    expect((await review(learner, wrong)).body).toMatchObject({ code: 'invalid_request' });
  }
  expect((await test.anonymous.post('/api/notes/review', body)).status).toBe(401);
  expect((await test.anonymous.get('/api/notes/due')).status).toBe(401);
});

it('skips notes without text and resumes their schedule when text is added', async () => {
  let learner = await test.as();
  const lesson = await note(learner);
  learner = await wait(learner, 86_400);
  const [card] = (await due(learner)).cards;
  await review(learner, { subchapter: lesson.slug, rating: 'good', due: card?.due });
  await learner.post(`/api/subchapter/${lesson.slug}/notes`, { what_i_learned: '' });
  learner = await wait(learner, 4 * 86_400);
  expect(await due(learner)).toMatchObject({ cards: [], total: 0, next_at: null });
  await learner.post(`/api/subchapter/${lesson.slug}/notes`, { did_not_understand: 'Why?' });
  expect((await due(learner)).cards[0]).toMatchObject({ reps: 1, did_not_understand: 'Why?' });
});

it('keeps reviewing a removed lesson, without a link to it', async () => {
  let learner = await test.as();
  const lesson = await note(learner);
  await test.database.db.updateTable('subchapters').set({ hidden: true }).where('pk', '=', lesson.pk).execute();
  // Another lesson may use its slug by now.
  const chapter = await buildChapter(test.database.db);
  const heir = await buildSubchapter(test.database.db, { chapterPk: chapter.pk });
  await test.database.db.updateTable('subchapters').set({ slug: lesson.slug }).where('pk', '=', heir.pk).execute();
  learner = await wait(learner, 3_600);
  await learner.post(`/api/subchapter/${lesson.slug}/notes`, { what_i_learned: 'On the heir.' });
  learner = await wait(learner, 2 * 86_400);
  const [first, second] = (await due(learner)).cards;
  expect([first?.subchapter.path, first?.what_i_learned]).toEqual([null, 'Learned.']);
  expect(second?.what_i_learned).toBe('On the heir.');
  await review(learner, { subchapter: lesson.slug, rating: 'good', due: first?.due });
  expect((await due(learner)).cards.map(({ what_i_learned }) => what_i_learned)).toEqual(['On the heir.']);
});

it('pages the longest overdue first', async () => {
  let learner = await test.as();
  const lessons: string[] = [];
  for (let number = 0; number < 5; number++) {
    lessons.push((await note(learner)).slug);
    if (number !== 2) test.clock.advance(1);
  }
  learner = await wait(learner, 86_400);
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: DueNotes = await due(learner, `?limit=2${cursor && `&cursor=${cursor}`}`);
    expect(page.total).toBe(5);
    seen.push(...page.cards.map(({ subchapter }) => subchapter.slug));
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(lessons);
  expect((await learner.get('/api/notes/due?cursor=1')).status).toBe(400);
});
