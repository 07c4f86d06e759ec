import type { Subchapter, TestOut, TestOutVerdict, TrainingProgress } from '@hexpedition/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildChapter, buildSubchapter, buildTraining } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const quizzes = ['first', 'second', 'third', 'fourth', 'fifth'];

/** A training with two lessons and a test of five questions; "a" is always right. */
async function course(given: Parameters<typeof buildTraining>[1] = {}) {
  const { db } = test.database;
  const training = await buildTraining(db, given);
  const { pk: chapterPk } = await buildChapter(db, { trainingPk: training.pk });
  const lessons = [await buildSubchapter(db, { chapterPk }), await buildSubchapter(db, { chapterPk })];
  const options = ['a', 'b'].map((id) => ({ id, html: id }));
  const modules = quizzes.map((id) => ({ kind: 'quiz', id, answer_kind: 'single', question_html: id, options }));
  await db
    .insertInto('test_outs')
    .values({
      training_pk: training.pk,
      uid: `test-${training.pk}`,
      name: 'The test',
      summary: 'Everything.',
      pass: 80,
      modules: JSON.stringify([{ kind: 'text', id: 'text-1', html: '<p>Begin.</p>', headings: [] }, ...modules]),
      secrets: JSON.stringify(Object.fromEntries(quizzes.map((id) => [id, { right: ['a'] }]))),
    })
    .execute();
  return { ...training, lessons, url: `/api/training/${training.slug}/test_out` };
}

/** Answers with the given number of right ones. */
const answers = (right: number) => ({
  answers: Object.fromEntries(quizzes.map((id, i) => [id, [i < right ? 'a' : 'b']])),
});

describe('test of a training', () => {
  it('shows its questions but not the right answers', async () => {
    const one = await course();
    const { status, body } = await (await test.as()).get<TestOut>(one.url);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      training: { slug: one.slug, name: one.name },
      name: 'The test',
      pass: 80,
      state: { passed_at: null, attempts: 0, next_try_at: null },
    });
    expect(body.modules.map(({ id }) => id)).toEqual(['text-1', ...quizzes]);
    expect(JSON.stringify(body)).not.toContain('right');
  });

  it('completes the lessons when enough answers are right, and unlocks dependent trainings', async () => {
    const one = await course();
    const { pk: trainingPk } = await buildTraining(test.database.db, { requires: [one.slug] });
    const { pk: chapterPk } = await buildChapter(test.database.db, { trainingPk });
    const behind = await buildSubchapter(test.database.db, { chapterPk });
    const learner = await test.as();
    const verdict = await learner.post<TestOutVerdict>(one.url, answers(4));
    expect(verdict).toMatchObject({ status: 200, body: { passed: true, right: 4, of: 5, next_try_at: null } });
    expect((await learner.get<TrainingProgress>(`/api/progress/${one.slug}`)).body).toMatchObject({
      completed: one.lessons.map(({ slug }) => slug),
      enrolled: true,
    });
    expect((await learner.get<Subchapter>(`/api/subchapter/${behind.slug}`)).body.locked).toBeNull();
    const profile = await learner.get<{ activity: { count: number }[] }>('/api/account/overview');
    expect(profile.body.activity.map(({ count }) => count)).toEqual([1]);
    // It stays passed after later submissions, and keeps dependent trainings open even when a lesson is cleared.
    expect((await learner.post(one.url, answers(0))).body).toEqual(verdict.body);
    const [first] = one.lessons;
    await learner.post(`/api/progress/${one.slug}`, { subchapter: first?.slug, completed: false });
    expect((await learner.get<Subchapter>(`/api/subchapter/${behind.slug}`)).body.locked).toBeNull();
    expect((await learner.get<TestOut>(one.url)).body.state).toMatchObject({ attempts: 1, next_try_at: null });
  });

  it('keeps the date of lessons that were completed before', async () => {
    const one = await course();
    const learner = await test.as();
    const [first] = one.lessons;
    await learner.post(`/api/progress/${one.slug}`, { subchapter: first?.slug, completed: true });
    await learner.post(one.url, answers(5));
    const rows = await test.database.db
      .selectFrom('completions')
      .select('via')
      .where('user_pk', '=', learner.pk)
      .orderBy('subchapter_pk')
      .execute();
    expect(rows.map(({ via }) => via)).toEqual(['lesson', 'test_out']);
  });

  it('can be retried six hours after a failed try, which completes nothing', async () => {
    const one = await course();
    let learner = await test.as();
    // A token is valid for ten minutes.
    const later = async (seconds: number) => {
      test.clock.advance(seconds);
      learner = await test.as({ pk: learner.pk });
    };
    const failed = await learner.post<TestOutVerdict>(one.url, answers(3));
    const next = new Date(test.clock.now().getTime() + 6 * 3_600_000).toISOString();
    expect(failed.body).toEqual({ passed: false, right: 3, of: 5, next_try_at: next });
    expect((await learner.get<TrainingProgress>(`/api/progress/${one.slug}`)).body).toMatchObject({
      completed: [],
      enrolled: false,
    });
    expect((await learner.get<TestOut>(one.url)).body.state).toEqual({
      passed_at: null,
      attempts: 1,
      next_try_at: next,
    });
    await later(3_600);
    const early = await learner.post(one.url, answers(5));
    expect(early).toMatchObject({ status: 429, body: { code: 'too_many_requests', retry_after: 5 * 3_600 } });
    expect(early.body.msg).toContain('try again in 5 h.');
    await later(5 * 3_600);
    expect((await learner.post<TestOutVerdict>(one.url, answers(5))).body.passed).toBe(true);
    expect((await learner.get<TestOut>(one.url)).body.state.attempts).toBe(2);
  });

  it('counts ten concurrent submissions as one try', async () => {
    const one = await course();
    const learner = await test.as();
    const all = await Promise.all(Array.from({ length: 10 }, (_, i) => learner.post(one.url, answers(i % 4))));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(9);
    expect((await learner.get<TestOut>(one.url)).body.state.attempts).toBe(1);
  });

  it('counts unanswered and unknown questions as wrong', async () => {
    const one = await course();
    const learner = await test.as();
    const given = { answers: { first: ['a'], unknown: ['a'], constructor: ['a'], second: [] } };
    expect((await learner.post<TestOutVerdict>(one.url, given)).body).toMatchObject({ right: 1, of: 5 });
  });

  it('rejects visitors, missing tiers, trainings without a test and invalid input', async () => {
    const [one, paid] = [await course(), await course({ tier: 1 })];
    const bare = await buildTraining(test.database.db);
    const learner = await test.as();
    expect((await test.anonymous.get(one.url)).body.code).toBe('token_missing');
    expect((await test.anonymous.post(one.url, answers(5))).body.code).toBe('token_missing');
    expect((await learner.get(paid.url)).body.code).toBe('tier_required');
    expect((await learner.post(paid.url, answers(5))).body.code).toBe('tier_required');
    expect((await learner.get(`/api/training/${bare.slug}/test_out`)).status).toBe(404);
    expect((await learner.post(one.url, { answers: { first: 'a' } })).body.code).toBe('invalid_request');
    expect((await learner.post(one.url, {})).body.code).toBe('invalid_request');
    expect((await learner.get<TestOut>(one.url)).body.state.attempts).toBe(0);
    const other = await test.as();
    await learner.post(one.url, answers(0));
    expect((await other.get<TestOut>(one.url)).body.state.attempts).toBe(0);
  });
});
