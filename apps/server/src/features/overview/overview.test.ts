import type { Overview } from '@hexpedition/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildChapter, buildLessonFlag, buildSubchapter, buildTraining } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const url = '/api/account/overview';
const readOverview = async (learner: Pick<TestApp['anonymous'], 'get'>, query = '') =>
  (await learner.get<Overview>(`${url}${query}`)).body;

async function course(given: Parameters<typeof buildTraining>[1] = {}, lessons = 2) {
  const { db } = test.database;
  const training = await buildTraining(db, given);
  const { pk: chapterPk } = await buildChapter(db, { trainingPk: training.pk });
  const all = [];
  for (let i = 0; i < lessons; i++) all.push(await buildSubchapter(db, { chapterPk }));
  return { ...training, lessons: all };
}

type Course = Awaited<ReturnType<typeof course>>;
const finish = async (learner: Awaited<ReturnType<TestApp['as']>>, one: Course, count = one.lessons.length) => {
  for (const { slug } of one.lessons.slice(0, count))
    await learner.post(`/api/progress/${one.slug}`, { subchapter: slug, completed: true });
};

it('shows a new learner only where to start', async () => {
  const one = await course();
  const body = await readOverview(await test.as());
  expect(body).toMatchObject({
    resume: null,
    under_way: [],
    finished: 0,
    streak: { days: 0, today: false, freezes_left: 0, best: 0, frozen: [] },
    activity: [],
    due_reviews: 0,
  });
  expect(body.next).toMatchObject([{ slug: one.slug, reason: 'start', after: null, locked: null, subchapters: 2 }]);
});

it('shows started trainings, suggestions with their reasons, and progress by continent', async () => {
  const paid = await course({ tier: 2 });
  const next = await course();
  const done = await course({ recommendedNext: [paid.slug, next.slug] });
  const begun = await course();
  const film = await course({ kind: 'video' });
  const flag = await buildLessonFlag(test.database.db, { subchapterPk: done.lessons[0]?.pk ?? 0, points: 10 });
  const learner = await test.as();
  await finish(learner, done);
  test.clock.advance(60);
  await finish(learner, begun, 1);
  await test.database.db
    .updateTable('subchapters')
    .set({ revision: 2 })
    .where('pk', '=', begun.lessons[0]?.pk ?? 0)
    .execute();
  await finish(learner, film, 1);

  const body = await readOverview(learner);
  expect(body.finished).toBe(1);
  expect(body.resume?.training.slug).toBe(begun.slug);
  expect(body.under_way).toMatchObject([{ slug: begun.slug, completed: 1, total: 2, changed: 1 }]);
  expect(body.next[0]).toMatchObject({ slug: next.slug, reason: 'follows', after: { slug: done.slug }, locked: null });
  expect(body.next.at(-1)).toMatchObject({ slug: paid.slug, reason: 'follows', locked: 'tier' });
  expect(body.next.length).toBeLessThanOrEqual(4);
  expect(body.streak).toMatchObject({ days: 1, today: true });
  expect(body.activity.map(({ count }) => count)).toEqual([4]);
  const spoke = (slug: string) => body.radar.find((one) => one.slug === slug);
  const continents = await test.database.db
    .selectFrom('trainings')
    .innerJoin('continents', 'continents.pk', 'trainings.continent_pk')
    .select(['continents.slug', 'trainings.slug as training'])
    .execute();
  const on = (training: { slug: string }) => continents.find((row) => row.training === training.slug)?.slug ?? '';
  // Both lessons are done, but no points were earned.
  expect(spoke(on(done))).toMatchObject({ done: 2, total: 2, points: 0, points_total: 10, share: 0.5 });
  expect(spoke(on(begun))).toMatchObject({ done: 1, total: 2, points_total: 0, share: 0.5 });
  expect(spoke(on(film))).toBeUndefined();

  const answer = { subchapter: done.lessons[0]?.slug, id: flag.id, flag: 'flag{test}' };
  expect((await learner.post(`/api/progress/${done.slug}/flags`, answer)).body.result).toBe('right');
  expect((await readOverview(learner)).radar.find(({ slug }) => slug === on(done))).toMatchObject({
    points: 10,
    share: 1,
  });

  const films = await readOverview(learner, '?kind=video');
  expect(films.under_way).toMatchObject([{ slug: film.slug }]);
  expect(films.radar.map(({ slug }) => slug)).toEqual([on(film)]);
});

it('follows the paths of the published map', async () => {
  const [from, to] = [await course(), await course()];
  const { db } = test.database;
  const edges = [
    { from: `training:${from.slug}`, to: 'lab:between', style: 'main', d: '' },
    { from: 'lab:between', to: `training:${to.slug}`, style: 'main', d: '' },
  ];
  const compiled = {
    recommended_start: `training:${from.slug}`,
    continents: [],
    labs: [],
    paths: [{ slug: 'p', name: 'P', edges }],
  };
  const { pk } = await db
    .insertInto('hexmap_versions')
    .values({ kind: 'trainings', source: '{}', compiled: JSON.stringify(compiled) })
    .returning('pk')
    .executeTakeFirstOrThrow();
  await db.insertInto('hexmap_pointers').values({ kind: 'trainings', version: '2', hexmap_pk: pk }).execute();
  const learner = await test.as();
  expect((await readOverview(learner)).next[0]).toMatchObject({ slug: from.slug, reason: 'start' });
  await finish(learner, from);
  expect((await readOverview(learner)).next[0]).toMatchObject({
    slug: to.slug,
    reason: 'path',
    after: { slug: from.slug },
  });
});

it('omits trainings that the learner has left, and data of other learners', async () => {
  const one = await course();
  const [learner, other] = [await test.as(), await test.as()];
  await finish(learner, one, 1);
  await learner.delete('/api/trainings/enroll', { training: one.slug });
  expect((await readOverview(learner)).under_way).toEqual([]);
  expect((await readOverview(other)).activity).toEqual([]);
  expect((await test.anonymous.get(url)).body.code).toBe('token_missing');
  expect((await learner.get(`${url}?kind=film`)).status).toBe(400);
});
