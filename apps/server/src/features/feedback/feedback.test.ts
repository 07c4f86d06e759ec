import type { Feedback, FeedbackList } from '@hexpedition/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildChapter, buildSubchapter, buildTraining } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const url = (slug: string) => `/api/subchapter/${slug}/feedback`;

it('stores one entry per learner and lesson, which can be changed', async () => {
  const [learner, other] = [await test.as(), await test.as()];
  const { slug } = await buildSubchapter(test.database.db);
  const empty = { subchapter: slug, pace: null, rating: null, text: '', updated_at: null };
  expect((await learner.get<Feedback>(url(slug))).body).toEqual(empty);
  await learner.post(url(slug), { pace: 'fast', rating: 4 });
  test.clock.advance(1);
  const changed = await learner.post<Feedback>(url(slug), { rating: 5, text: ' More of it. ' });
  const updated_at = test.clock.now().toISOString();
  expect(changed.body).toEqual({ subchapter: slug, pace: 'fast', rating: 5, text: 'More of it.', updated_at });
  expect((await learner.post<Feedback>(url(slug), { pace: null })).body).toMatchObject({ pace: null, rating: 5 });
  expect((await other.get<Feedback>(url(slug))).body).toEqual(empty);
  await Promise.all([1, 2, 3].map((rating) => other.post(url(slug), { rating })));
  expect((await other.get<Feedback>(url(slug))).body.rating).toBeGreaterThan(0);
});

it('requires a session, valid input and an accessible lesson', async () => {
  const { db } = test.database;
  const { slug } = await buildSubchapter(db);
  const training = await buildTraining(db, { tier: 1 });
  const locked = await buildSubchapter(db, { chapterPk: (await buildChapter(db, { trainingPk: training.pk })).pk });
  const learner = await test.as();
  for (const body of [{}, { rating: 0 }, { rating: 2.5 }, { pace: 'late' }, { text: 'x'.repeat(4_001) }, []]) {
    expect((await learner.post(url(slug), body)).body.code).toBe('invalid_request');
  }
  expect((await learner.post(url(locked.slug), { rating: 1 })).body.code).toBe('tier_required');
  expect((await learner.post(url('nothing'), { rating: 1 })).body.code).toBe('not_found');
  expect((await test.anonymous.post(url(slug), { rating: 1 })).status).toBe(401);
  for (let count = 0; count < 30; count++) await learner.post(url(slug), { rating: 1 });
  expect((await learner.post(url(slug), { rating: 1 })).body.code).toBe('too_many_requests');
});

it('is listed for superusers, newest first, for one or all trainings, without duplicates', async () => {
  const { db } = test.database;
  await db.deleteFrom('lesson_feedback').execute();
  const training = await buildTraining(db);
  const chapter = await buildChapter(db, { trainingPk: training.pk });
  const [a, b] = [
    await buildSubchapter(db, { chapterPk: chapter.pk }),
    await buildSubchapter(db, { chapterPk: chapter.pk }),
  ];
  const elsewhere = await buildSubchapter(db);
  const [mara, jonas] = [await test.as({ username: 'mara' }), await test.as({ username: 'jonas' })];
  for (const [who, lesson, text] of [
    [mara, a, '1'],
    [jonas, elsewhere, '2'],
    [jonas, a, '3'],
    [mara, b, '4'],
    [jonas, b, '5'],
  ] as const) {
    if (text !== '5') test.clock.advance(1);
    await who.post(url(lesson.slug), { text });
  }
  await db.updateTable('subchapters').set({ revision: 2 }).where('pk', '=', a.pk).execute();
  const warden = await test.as({ isSuperuser: true });
  const all = async (query: string) => {
    const seen: FeedbackList['feedback'] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path: string = `/api/admin/feedback?limit=2${query}${cursor && `&cursor=${cursor}`}`;
      const { body }: { body: FeedbackList } = await warden.get<FeedbackList>(path);
      seen.push(...body.feedback);
      cursor = body.next_cursor;
    }
    return seen;
  };
  const textsOf = (list: FeedbackList['feedback']) => list.map(({ text }) => text);
  expect(textsOf(await all(''))).toEqual(['5', '4', '3', '2', '1']);
  const ofTraining = await all(`&training=${training.slug}`);
  expect(textsOf(ofTraining)).toEqual(['5', '4', '3', '1']);
  expect(ofTraining.at(-1)).toMatchObject({
    username: 'mara',
    old: true,
    subchapter: { slug: a.slug, name: a.name, training: training.slug },
  });
  expect(await all('&training=nothing')).toEqual([]);
  expect((await warden.get('/api/admin/feedback?cursor=1.2')).status).toBe(400);
  expect((await mara.get('/api/admin/feedback')).status).toBe(403);
  expect((await test.anonymous.get('/api/admin/feedback')).status).toBe(401);
});
