import type { VideoView } from '@hexpedition/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildChapter, buildSubchapter, buildTraining } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function buildVideo(tier = 0) {
  const { db } = test.database;
  const training = await buildTraining(db, { tier });
  const lesson = await buildSubchapter(db, { chapterPk: (await buildChapter(db, { trainingPk: training.pk })).pk });
  for (const [position, kind] of (['video', 'text'] as const).entries()) {
    await db
      .insertInto('modules')
      .values({ subchapter_pk: lesson.pk, id: `a-${kind}`, position, kind, data: '{"title": "A film"}' })
      .execute();
  }
  return { url: `/api/subchapter/${lesson.slug}/video/a-video`, all: `/api/subchapter/${lesson.slug}/videos` };
}

describe('watched ranges of a video', () => {
  it('grow with each report in any order, with the last position for resuming', async () => {
    const { url, all } = await buildVideo();
    const learner = await test.as();
    expect((await learner.get(all)).body).toEqual({ videos: [] });

    const first = await learner.post<VideoView>(url, { position: 30.5, watched: [[10, 30]] });
    expect(first.body).toEqual({ id: 'a-video', position: 30.5, watched: [[10, 30]] });
    await learner.post(url, {
      position: 65,
      watched: [
        [60, 65],
        [0, 5],
      ],
    });
    const last = await learner.post<VideoView>(url, { position: 12, watched: [[5, 12]] });
    expect(last.body.watched).toEqual([
      [0, 30],
      [60, 65],
    ]);
    expect((await learner.get(all)).body).toEqual({ videos: [last.body] });
  });

  it('are complete after concurrent reports', async () => {
    const { url, all } = await buildVideo();
    const learner = await test.as();
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => learner.post(url, { position: i, watched: [[i * 10, i * 10 + 10]] })),
    );
    const { body } = await learner.get<{ videos: VideoView[] }>(all);
    expect(body.videos[0]?.watched).toEqual([[0, 200]]);
  });

  it('are limited to a maximum number', async () => {
    const { url } = await buildVideo();
    const learner = await test.as();
    const pieces = (start: number) =>
      Array.from({ length: 50 }, (_, i): [number, number] => [start + i * 4, start + i * 4 + 1]);
    let answer: VideoView | undefined;
    for (let call = 0; call < 11; call++) {
      answer = (await learner.post<VideoView>(url, { position: 0, watched: pieces(call * 200) })).body;
    }
    expect(answer?.watched).toEqual([[0, 2197]]);
  });

  it('are individual', async () => {
    const { url, all } = await buildVideo();
    const [one, other] = [await test.as(), await test.as()];
    await one.post(url, { position: 5, watched: [[0, 5]] });
    expect((await other.get(all)).body).toEqual({ videos: [] });
  });

  it('require an account, the tier and an existing video', async () => {
    const { url, all } = await buildVideo();
    const body = { position: 0, watched: [] };
    expect((await test.anonymous.post(url, body)).status).toBe(401);
    expect((await test.anonymous.get(all)).status).toBe(401);
    const learner = await test.as();
    for (const other of [
      url.replace('a-video', 'a-text'),
      url.replace('a-video', 'none'),
      '/api/subchapter/none/video/x',
    ]) {
      expect((await learner.post(other, body)).status).toBe(404);
    }
    const paid = await buildVideo(1);
    expect((await learner.post(paid.url, body)).status).toBe(403);
    expect((await learner.get(paid.all)).status).toBe(403);
    expect((await (await test.as({ tier: 1 })).post(paid.url, body)).status).toBe(200);
  });

  it.each([
    {},
    { position: -1, watched: [] },
    { position: 1e9, watched: [] },
    { position: 'x', watched: [] },
    { position: 0, watched: [[5, 5]] },
    { position: 0, watched: [[6, 5]] },
    { position: 0, watched: [[0.5, 5]] },
    { position: 0, watched: [[0]] },
    { position: 0, watched: Array.from({ length: 51 }, () => [0, 1]) },
  ])('reject %j', async (body) => {
    const { url, all } = await buildVideo();
    const learner = await test.as();
    expect((await learner.post(url, body)).status).toBe(400);
    expect((await learner.get(all)).body).toEqual({ videos: [] });
  });
});
