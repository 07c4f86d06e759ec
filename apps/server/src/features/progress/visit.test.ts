import type { EndpointAnswer, TrainingProgress } from '@hexpedition/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildChapter, buildQuiz, buildSubchapter, buildTraining } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';

type MergedVisit = EndpointAnswer<'POST /api/subchapter/:slug/visit'>;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** A lesson at its second revision, with a question whose right answer is b. */
async function lesson(tier = 0) {
  const { db } = test.database;
  const training = await buildTraining(db, { tier });
  const chapter = await buildChapter(db, { trainingPk: training.pk });
  const subchapter = await buildSubchapter(db, { chapterPk: chapter.pk, revision: 2 });
  const quiz = await buildQuiz(db, { subchapterPk: subchapter.pk });
  const secondsAgo = (seconds: number) => new Date(test.clock.now().getTime() - seconds * 1_000).toISOString();
  return {
    training,
    subchapter,
    url: `/api/subchapter/${subchapter.slug}/visit`,
    check: `/api/subchapter/${subchapter.slug}/quiz/${quiz.id}`,
    given: (answer: string, seconds = 60, revision = 2) => {
      return { id: quiz.id, answer: [answer], revision, answered_at: secondsAgo(seconds) };
    },
  };
}

const completed = { revision: 2 };

describe('progress made without an account', () => {
  it('is added to the account: completion, enrolment and answers', async () => {
    const { url, given, training, subchapter } = await lesson();
    const learner = await test.as();
    const answer = given('b');
    const { status, body } = await learner.post<MergedVisit>(url, { completed, answers: [answer] });
    expect(status).toBe(200);
    expect(body.progress).toMatchObject({ completed: [subchapter.slug], changed: [], enrolled: true });
    const { revision: _, ...kept } = answer;
    expect(body.answers).toMatchObject([{ ...kept, correct: true }]);
    const progress = await learner.get<TrainingProgress>(`/api/progress/${training.slug}`);
    expect(progress.body).toEqual(body.progress);
  });

  it('is stored once when sent twice or ten times concurrently', async () => {
    const { url, given, subchapter } = await lesson();
    const learner = await test.as();
    const visit = { completed, answers: [given('a', 9), given('b', 8)] };
    const responses = await Promise.all(Array.from({ length: 10 }, () => learner.post<MergedVisit>(url, visit)));
    for (const { status, body } of responses) {
      expect(status).toBe(200);
      expect(body.progress.completed).toEqual([subchapter.slug]);
      expect(body.answers).toMatchObject([{ answer: ['b'] }]);
    }
  });

  it('never overwrites a completion, a right answer or a newer answer', async () => {
    const { url, given, check, training, subchapter } = await lesson();
    const learner = await test.as();
    await learner.post(`/api/progress/${training.slug}`, { subchapter: subchapter.slug, completed: true });
    await learner.post(check, { answer: ['a'] });
    test.clock.advance(60);
    // Older than the answer of the account.
    const older = await learner.post<MergedVisit>(url, { completed: { revision: 1 }, answers: [given('x', 120)] });
    expect(older.body.progress).toMatchObject({ completed: [subchapter.slug], changed: [] });
    expect(older.body.answers).toMatchObject([{ answer: ['a'] }]);
    // Newer, so it counts; right, so it stays.
    expect(
      (await learner.post<MergedVisit>(url, { completed: null, answers: [given('b', 1)] })).body.answers,
    ).toMatchObject([{ answer: ['b'], correct: true }]);
    expect(
      (await learner.post<MergedVisit>(url, { completed: null, answers: [given('a', 0)] })).body.answers,
    ).toMatchObject([{ answer: ['b'], correct: true }]);
  });

  it('from before a rewrite keeps its revision and answers no current question', async () => {
    const { url, given, subchapter } = await lesson();
    const learner = await test.as();
    const old = { completed: { revision: 1 }, answers: [given('b', 60, 1)] };
    const { body } = await learner.post<MergedVisit>(url, old);
    expect(body.progress).toMatchObject({ completed: [subchapter.slug], changed: [subchapter.slug] });
    expect(body.answers).toEqual([]);
  });

  it('is limited to the current revision and time', async () => {
    const { url, given, subchapter } = await lesson();
    const learner = await test.as();
    const answers = [given('b', -9_999)];
    const { body } = await learner.post<MergedVisit>(url, { completed: { revision: 99 }, answers });
    expect(body.answers).toMatchObject([{ answered_at: test.clock.now().toISOString() }]);
    await test.database.db.updateTable('subchapters').set({ revision: 3 }).where('pk', '=', subchapter.pk).execute();
    expect((await learner.post<MergedVisit>(url, { completed: null, answers: [] })).body.progress.changed).toHaveLength(
      1,
    );
  });

  it('requires a token, a visible lesson and its tier', async () => {
    const [free, paid] = [await lesson(), await lesson(2)];
    const visit = { completed, answers: [] };
    const learner = await test.as();
    expect((await test.anonymous.post(free.url, visit)).body).toMatchObject({ code: 'token_missing' });
    expect((await learner.post(paid.url, visit)).body).toMatchObject({ code: 'tier_required' });
    expect((await learner.post('/api/subchapter/nowhere/visit', visit)).body).toMatchObject({ code: 'not_found' });
    // A question of another lesson does not belong to this lesson.
    const other = await learner.post<MergedVisit>(free.url, { completed: null, answers: [paid.given('b')] });
    expect(other.body.answers).toEqual([]);
  });

  it('rejects invalid input', async () => {
    const { url, given } = await lesson();
    const learner = await test.as();
    const good = given('b');
    for (const body of [
      {},
      { completed: true, answers: [] },
      { completed: { revision: 0 }, answers: [] },
      { completed: { revision: 1.5 }, answers: [] },
      { completed: { revision: 1e12 }, answers: [] },
      { completed: null, answers: {} },
      { completed: null, answers: [{ ...good, answer: 'b' }] },
      { completed: null, answers: [{ ...good, answer: [] }] },
      { completed: null, answers: [{ ...good, answer: ['\0'] }] },
      { completed: null, answers: [{ ...good, answer: ['x'.repeat(501)] }] },
      { completed: null, answers: [{ ...good, answered_at: 'yesterday' }] },
      { completed: null, answers: [{ ...good, id: 'x'.repeat(81) }] },
      { completed: null, answers: Array.from({ length: 101 }, () => good) },
    ])
      expect((await learner.post(url, body)).body).toMatchObject({ code: 'invalid_request' });
  });
});
