import type { Progress, TrainingProgress } from '@hexpedition/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildChapter, buildSubchapter, buildTraining } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const url = '/api/trainings/enroll';

async function course(given: Parameters<typeof buildTraining>[1] = {}) {
  const { db } = test.database;
  const training = await buildTraining(db, given);
  const { pk: chapterPk } = await buildChapter(db, { trainingPk: training.pk });
  const first = await buildSubchapter(db, { chapterPk });
  return { ...training, first, second: await buildSubchapter(db, { chapterPk }) };
}

describe('enrolment', () => {
  it('lists the training, unenrolling removes it, and progress is never lost', async () => {
    const one = await course();
    const learner = await test.as();
    const enrolled = await learner.post<TrainingProgress>(url, { training: one.slug });
    const nothing = { training_slug: one.slug, completed: [], changed: [], flags_found: 0, total: 2, last_at: null };
    expect(enrolled).toMatchObject({ status: 200, body: { ...nothing, enrolled: true } });
    expect((await learner.get<Progress>('/api/progress')).body).toMatchObject({
      progress: [{ ...nothing, enrolled: true }],
      resume: { training: { slug: one.slug }, subchapter: one.first.slug },
    });

    await learner.post(`/api/progress/${one.slug}`, { subchapter: one.first.slug, completed: true });
    const left = await learner.delete<TrainingProgress>(url, { training: one.slug });
    expect(left.body).toMatchObject({ enrolled: false, completed: [one.first.slug] });
    expect((await learner.get<Progress>('/api/progress')).body.progress).toMatchObject([
      { completed: [one.first.slug], enrolled: false },
    ]);
  });

  it('happens with the first completed lesson, and not with a repeated one', async () => {
    const one = await course();
    const learner = await test.as();
    const done = { subchapter: one.first.slug, completed: true };
    expect((await learner.post(`/api/progress/${one.slug}`, done)).body.enrolled).toBe(true);
    await learner.delete(url, { training: one.slug });
    expect((await learner.post(`/api/progress/${one.slug}`, done)).body.enrolled).toBe(false);
  });

  it('is idempotent, also concurrently', async () => {
    const one = await course();
    const learner = await test.as();
    const both = await Promise.all(Array.from({ length: 8 }, () => learner.post(url, { training: one.slug })));
    for (const answer of both) expect(answer).toMatchObject({ status: 200, body: { enrolled: true } });
    for (let i = 0; i < 2; i++) {
      expect(await learner.delete(url, { training: one.slug })).toMatchObject({
        status: 200,
        body: { enrolled: false },
      });
    }
  });

  it('requires the tier and is individual', async () => {
    const [free, paid] = [await course(), await course({ tier: 1 })];
    const [learner, other] = [await test.as(), await test.as()];
    expect(await learner.post(url, { training: paid.slug })).toMatchObject({
      status: 403,
      body: { code: 'tier_required' },
    });
    expect((await learner.delete(url, { training: paid.slug })).status).toBe(200);
    expect((await test.anonymous.post(url, { training: free.slug })).body.code).toBe('token_missing');
    expect((await test.anonymous.delete(url, { training: free.slug })).body.code).toBe('token_missing');
    expect((await learner.post(url, { training: 'no-such' })).status).toBe(404);
    expect((await learner.post(url, { training: 7 })).body).toMatchObject({ fields: { training: expect.any(String) } });
    await learner.post(url, { training: free.slug });
    await other.delete(url, { training: free.slug });
    expect((await learner.get(`/api/progress/${free.slug}`)).body.enrolled).toBe(true);
    expect((await other.get<Progress>('/api/progress')).body.progress).toEqual([]);
  });
});

describe('progress list', () => {
  it('can be filtered by trainings and kind', async () => {
    const [one, two, video] = [await course(), await course(), await course({ kind: 'video' })];
    const learner = await test.as();
    for (const { slug } of [one, two, video]) await learner.post(url, { training: slug });
    const slugs = async (query: string) =>
      (await learner.get<Progress>(`/api/progress${query}`)).body.progress.map((entry) => entry.training_slug).sort();
    expect(await slugs('')).toEqual([one.slug, two.slug, video.slug].sort());
    expect(await slugs('?kind=video')).toEqual([video.slug]);
    expect(await slugs('?kind=course')).toEqual([one.slug, two.slug].sort());
    expect(await slugs(`?training=${one.slug}`)).toEqual([one.slug]);
    expect(await slugs(`?training=${one.slug},${video.slug}`)).toEqual([one.slug, video.slug].sort());
    expect(await slugs(`?training=${one.slug}&training=${two.slug}`)).toEqual([one.slug, two.slug].sort());
    expect((await learner.get<Progress>('/api/progress?kind=video')).body.resume?.training.slug).toBe(video.slug);
    expect((await learner.get('/api/progress?kind=film')).status).toBe(400);
    expect((await learner.get('/api/progress?training=..%2F')).status).toBe(400);
  });

  it('resumes enrolled trainings before unenrolled ones, and never a locked one', async () => {
    const [old, recent, step] = [await course(), await course(), await course()];
    const locked = await course({ requires: [step.slug] });
    const learner = await test.as();
    const resume = async () => (await learner.get<Progress>('/api/progress')).body.resume?.training.slug;
    await learner.post(url, { training: old.slug });
    test.clock.advance(60);
    await learner.post(`/api/progress/${recent.slug}`, { subchapter: recent.first.slug, completed: true });
    expect(await resume()).toBe(recent.slug);
    await learner.delete(url, { training: recent.slug });
    expect(await resume()).toBe(old.slug);
    test.clock.advance(60);
    expect((await learner.post(url, { training: locked.slug })).status).toBe(200);
    expect(await resume()).toBe(old.slug);
    await learner.delete(url, { training: old.slug });
    expect(await resume()).toBe(recent.slug);
  });
});
