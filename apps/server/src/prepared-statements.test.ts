import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildChapter, buildSubchapter, buildTraining } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** Returns the texts of the statements that are prepared during `run`. */
async function statementTexts(run: () => Promise<unknown>): Promise<Set<string>> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await run();
    const configs = query.mock.calls.map(([first]: unknown[]) => first as { name?: string; text: string });
    return new Set(configs.filter((one) => one.name !== undefined).map((one) => one.text));
  } finally {
    query.mockRestore();
  }
}

/** A learner who has finished trainings that recommend each other. */
async function buildFinisher(trainings: { slug: string; lesson: string }[]) {
  const learner = await test.as();
  for (const { slug, lesson } of trainings) {
    await learner.post(`/api/progress/${slug}`, { subchapter: lesson, completed: true });
  }
  return learner;
}

/*
 * Connections cache the plan of every statement text. A text with one parameter per list member differs for each length,
 * and so does an insert of many rows: use `anyOf` or `unnest`.
 */
it('runs the same statements for short and long lists', async () => {
  const { db } = test.database;
  const trainings: { slug: string; lesson: string }[] = [];
  const slugs = Array.from({ length: 12 }, (_, i) => `hop-${i}`);
  for (const slug of slugs) {
    const training = await buildTraining(db, { slug, recommendedNext: slugs });
    const { pk: chapterPk } = await buildChapter(db, { trainingPk: training.pk });
    trainings.push({ slug, lesson: (await buildSubchapter(db, { chapterPk })).slug });
  }
  const [one, many] = [await buildFinisher(trainings.slice(0, 1)), await buildFinisher(trainings.slice(0, 9))];

  const ask = (learner: typeof one, length: number) =>
    statementTexts(async () => {
      for (const { status } of [
        await learner.get('/api/account/overview'),
        await learner.get(`/api/progress?training=${slugs.slice(0, length).join(',')}`),
        await learner.get('/api/trainings'),
        await learner.get('/api/account/leaderboard'),
        await learner.get('/api/search?q=hop'),
      ])
        expect(status).toBe(200);
    });
  const short = await ask(one, 1);
  const long = await ask(many, 11);
  expect(short.size).toBeGreaterThan(8);
  expect([...long].filter((text) => !short.has(text))).toEqual([]);
});
