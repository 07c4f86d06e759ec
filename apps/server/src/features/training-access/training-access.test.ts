import type {
  Features,
  Progress,
  SearchAnswer,
  Subchapter,
  Tier,
  Training,
  TrainingAccess,
  TrainingCard,
  User,
} from '@hexpedition/contract';
import { canAccessTier, tierNames } from '@hexpedition/contract/tiers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noPartners } from '#features/partners/partners-file';
import { refreshSearch } from '#features/search/search.public';
import { type OpenAccess, type Reader, visitor } from '#platform/http/viewer';
import { buildChapter, buildLessonFlag, buildQuiz, buildSubchapter, buildTraining } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';
import { shortestUnlockPath, type TrainingOnPath } from '../content/unlock-path.policy.ts';
import { isTierInReach, offeredTier } from './training-access.public.ts';

const openAccess = (freeTier: Tier, preview: string | null = null): OpenAccess => ({ freeTier, preview });

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function course(given: Parameters<typeof buildTraining>[1] = {}, lessons = 1) {
  const { db } = test.database;
  const training = await buildTraining(db, given);
  const chapter = await buildChapter(db, { trainingPk: training.pk });
  const all = [];
  for (let i = 0; i < lessons; i++) all.push(await buildSubchapter(db, { chapterPk: chapter.pk }));
  const [first] = all;
  if (!first) throw new Error('A course has a lesson.');
  return { ...training, chapter, first, lessons: all };
}

const finish = async (learner: Awaited<ReturnType<TestApp['as']>>, one: Awaited<ReturnType<typeof course>>) => {
  for (const lesson of one.lessons) {
    const body = { subchapter: lesson.slug, completed: true };
    expect((await learner.post(`/api/progress/${one.slug}`, body)).status).toBe(200);
  }
};

describe('tier rule', () => {
  const tiers = Object.keys(tierNames).map(Number) as Tier[];
  const everybody = tiers.flatMap((freeTier) => [
    visitor(openAccess(freeTier)),
    ...tiers.flatMap((tier) =>
      [false, true].map((isSuperuser) => ({ pk: 1, tier, isSuperuser, ...openAccess(freeTier) })),
    ),
  ]);

  it('gives visitors the free tier, learners their tier, and superusers everything', () => {
    const reached = (reader: Reader) => tiers.filter((tier) => canAccessTier(reader, tier));
    expect(reached(visitor(openAccess(0)))).toEqual([0]);
    expect(reached({ tier: 0, isSuperuser: false, ...openAccess(0) })).toEqual([0]);
    expect(reached({ tier: 2, isSuperuser: false, ...openAccess(0) })).toEqual([0, 1, 2]);
    expect(reached({ tier: 0, isSuperuser: true, ...openAccess(0) })).toEqual(tiers);
  });

  it('raises every tier to the free tier and lowers none', () => {
    const reached = (reader: Reader) => tiers.filter((tier) => canAccessTier(reader, tier));
    expect(reached(visitor(openAccess(1)))).toEqual([0, 1]);
    expect(reached({ tier: 0, isSuperuser: false, ...openAccess(2) })).toEqual([0, 1, 2]);
    expect(reached({ tier: 3, isSuperuser: false, ...openAccess(1) })).toEqual([0, 1, 2, 3]);
  });

  it('matches its SQL version', async () => {
    for (const reader of everybody) {
      const { rows } = await sql<{ tier: number }>`
        select offered.tier from unnest(${tiers}::int[]) as offered(tier) where ${isTierInReach(reader, 'offered.tier')}
        order by offered.tier`.execute(test.database.db);
      const reached = tiers.filter((tier) => canAccessTier(reader, tier));
      expect([reader, rows.map(({ tier }) => tier)]).toEqual([reader, reached]);
    }
  });
});

describe('free tier of the operator', () => {
  let free: TestApp;
  beforeAll(async () => {
    free = await createTestApp({ freeTier: 1 });
  });
  afterAll(() => free.close());

  async function lessonOf(tier: number) {
    const { db } = free.database;
    const training = await buildTraining(db, { tier });
    const chapter = await buildChapter(db, { trainingPk: training.pk });
    return { training, ...(await buildSubchapter(db, { chapterPk: chapter.pk })) };
  }

  it('is readable by visitors and learners; higher tiers are not', async () => {
    const [foundational, special] = [await lessonOf(1), await lessonOf(2)];
    const learner = await free.as();
    for (const reader of [free.anonymous, learner]) {
      const read = async (slug: string) => (await reader.get<Subchapter>(`/api/subchapter/${slug}`)).body.locked;
      expect(await read(foundational.slug)).toBeNull();
      expect(await read(special.slug)).toMatchObject({ reason: 'tier', tier: 2 });
      const access = (slug: string) => reader.get<TrainingAccess>(`/api/training/${slug}/access`);
      expect((await access(foundational.training.slug)).body).toMatchObject({
        ...{ locked: false, unlock_path: [] },
        tier: { needs: 1, have: 0 },
      });
      expect((await access(special.training.slug)).body.unlock_path).toContainEqual({ kind: 'tier', tier: 2 });
    }
    const body = (slug: string) => ({ subchapter: slug, completed: true });
    const done = await learner.post(`/api/progress/${foundational.training.slug}`, body(foundational.slug));
    expect(done.status).toBe(200);
    const rejected = await learner.post(`/api/progress/${special.training.slug}`, body(special.slug));
    expect(rejected.body.code).toBe('tier_required');
  });

  it('is reported to the web and changes no account’s own tier', async () => {
    expect((await free.anonymous.get<Features>('/api/config/features2')).body.free_tier).toBe(1);
    const { body } = await (await free.as()).get<{ user: User }>('/api/account/details');
    expect(body.user.account.tier).toBe(0);
    const { training } = await lessonOf(1);
    const closed = await buildSubchapter(test.database.db, {
      chapterPk: (
        await buildChapter(test.database.db, {
          trainingPk: (await buildTraining(test.database.db, { tier: 1, slug: training.slug })).pk,
        })
      ).pk,
    });
    const { locked } = (await test.anonymous.get<Subchapter>(`/api/subchapter/${closed.slug}`)).body;
    expect(locked).toMatchObject({ reason: 'tier', tier: 1 });
  });
});

describe('preview training', () => {
  const previewSlug = 'look-inside';
  let giving: TestApp;
  beforeAll(async () => {
    giving = await createTestApp({}, { partners: { ...noPartners, preview: previewSlug } });
  });
  afterAll(() => giving.close());

  async function lessonOf(given: Parameters<typeof buildTraining>[1]) {
    const { db } = giving.database;
    const training = await buildTraining(db, given);
    const chapter = await buildChapter(db, { trainingPk: training.pk });
    const lesson = await buildSubchapter(db, { chapterPk: chapter.pk });
    return { training, lesson };
  }

  it('is open to every tier and to visitors; another training of its tier is not', async () => {
    const [preview, other] = [await lessonOf({ tier: 2, slug: previewSlug }), await lessonOf({ tier: 2 })];
    const quiz = await buildQuiz(giving.database.db, { subchapterPk: preview.lesson.pk });
    const flag = await buildLessonFlag(giving.database.db, { subchapterPk: preview.lesson.pk, answer: 'flag{look}' });
    const learner = await giving.as();
    for (const reader of [giving.anonymous, learner]) {
      const read = (slug: string) => reader.get<Subchapter>(`/api/subchapter/${slug}`);
      const { locked, modules, training } = (await read(preview.lesson.slug)).body;
      expect([locked, modules.length, training.tier]).toEqual([null, 2, 0]);
      expect((await read(other.lesson.slug)).body).toMatchObject({ locked: { reason: 'tier', tier: 2 }, modules: [] });
      const access = (slug: string) => reader.get<TrainingAccess>(`/api/training/${slug}/access`);
      expect((await access(previewSlug)).body).toMatchObject({ locked: false, tier: { needs: 0 }, unlock_path: [] });
      expect((await access(other.training.slug)).body).toMatchObject({ locked: true, tier: { needs: 2 } });
      const answer = (slug: string) => reader.post(`/api/subchapter/${slug}/quiz/${quiz.id}`, { answer: ['a'] });
      expect((await answer(preview.lesson.slug)).status).toBe(200);
      expect((await answer(other.lesson.slug)).body.code).toBe('tier_required');
      expect((await reader.get<Training>(`/api/training/${previewSlug}`)).body.tier).toBe(0);
      const { trainings } = (await reader.get<{ trainings: TrainingCard[] }>('/api/trainings')).body;
      const tierOf = (slug: string) => trainings.find((card) => card.slug === slug)?.tier;
      expect([tierOf(previewSlug), tierOf(other.training.slug)]).toEqual([0, 2]);
    }
    const enrolled = await learner.post('/api/trainings/enroll', { training: previewSlug });
    expect(enrolled.status).toBe(200);
    expect((await learner.post('/api/trainings/enroll', { training: other.training.slug })).status).toBe(403);
    const found = { subchapter: preview.lesson.slug, id: flag.id, flag: 'flag{look}' };
    expect((await learner.post(`/api/progress/${previewSlug}/flags`, found)).status).toBe(200);
    const done = { subchapter: preview.lesson.slug, completed: true };
    expect((await learner.post(`/api/progress/${previewSlug}`, done)).body.completed).toEqual([preview.lesson.slug]);
  });

  it('matches its SQL version', async () => {
    const { db } = giving.database;
    const offered = [];
    for (const tier of [0, 1, 2, 3]) offered.push({ tier, slug: (await buildTraining(db, { tier })).slug });
    for (const preview of [null, ...offered.map(({ slug }) => slug)]) {
      for (const tier of [0, 1, 2, 3, 42] as Tier[]) {
        for (const isSuperuser of [false, true]) {
          const reader: Reader = { tier, isSuperuser, ...openAccess(1, preview) };
          const rows = await db
            .selectFrom('trainings')
            .select('trainings.slug')
            .where(
              'trainings.slug',
              'in',
              offered.map(({ slug }) => slug),
            )
            .where(isTierInReach(reader, offeredTier(reader, 'trainings')))
            .orderBy('trainings.tier')
            .execute();
          const reached = offered.filter(({ slug, tier }) => slug === preview || canAccessTier(reader, tier));
          expect([reader, rows.map(({ slug }) => slug)]).toEqual([reader, reached.map(({ slug }) => slug)]);
        }
      }
    }
  });

  it('is found by full-text search like free content', async () => {
    const { db } = giving.database;
    const [preview] = await db.selectFrom('trainings').select('pk').where('slug', '=', previewSlug).execute();
    const other = await buildTraining(db, { slug: `${previewSlug}-too`, tier: 2 });
    for (const trainingPk of [preview?.pk, other.pk]) {
      if (trainingPk === undefined) throw new Error('The preview is made by a test above.');
      const { pk } = await buildSubchapter(db, { chapterPk: (await buildChapter(db, { trainingPk })).pk });
      const data = JSON.stringify({ html: '<p>Secret heliotrope.</p>', headings: [] });
      await db
        .insertInto('modules')
        .values({ subchapter_pk: pk, id: 'text-1', position: 0, kind: 'text', data })
        .execute();
    }
    await refreshSearch(db);
    const found = async (who: Pick<TestApp['anonymous'], 'get'>) => {
      const { body } = await who.get<SearchAnswer>('/api/search?q=heliotrope');
      return body.results.map(({ path, tier }) => [path.split('/')[2], tier]).sort();
    };
    expect(await found(giving.anonymous)).toEqual([[previewSlug, 0]]);
    expect(await found(await giving.as({ tier: 2 }))).toEqual([
      [previewSlug, 0],
      [`${previewSlug}-too`, 2],
    ]);
  });

  it('still requires its prerequisites', async () => {
    const step = await lessonOf({});
    await giving.database.db
      .updateTable('trainings')
      .set({ requires: [step.training.slug] })
      .where('slug', '=', previewSlug)
      .execute();
    const { body } = await giving.anonymous.get<TrainingAccess>(`/api/training/${previewSlug}/access`);
    expect(body).toMatchObject({ locked: true, reason: 'prerequisites' });
  });
});

describe('training with prerequisites', () => {
  it('opens when all of them are completed, and lists the missing ones until then', async () => {
    const [one, two] = [await course({}, 2), await course()];
    const last = await course({ requires: [two.slug, one.slug] });
    const learner = await test.as();
    const url = `/api/subchapter/${last.first.slug}`;
    const prerequisites = [
      { slug: two.slug, name: two.name },
      { slug: one.slug, name: one.name },
    ];
    const locked = (await learner.get<Subchapter>(url)).body;
    expect(locked).toMatchObject({ locked: { reason: 'prerequisites', tier: 0, prerequisites }, modules: [] });
    expect((await test.anonymous.get<Subchapter>(url)).body.locked).toEqual({
      reason: 'prerequisites',
      tier: 0,
      prerequisites,
    });
    expect((await test.anonymous.get<Training>(`/api/training/${last.slug}`)).body).toMatchObject({
      requires: prerequisites,
      chapters: [{ subchapters: [{ slug: last.first.slug }] }],
    });

    await finish(learner, two);
    expect((await learner.get<Subchapter>(url)).body.locked).toMatchObject({ prerequisites: [{ slug: one.slug }] });
    await finish(learner, one);
    expect((await learner.get<Subchapter>(url)).body.locked).toBeNull();
    expect((await (await test.as()).get<Subchapter>(url)).body.locked).not.toBeNull();
    expect((await (await test.as({ isSuperuser: true })).get<Subchapter>(url)).body.locked).toBeNull();
  });

  it('rejects every request that reads or writes data of its lessons', async () => {
    const step = await course();
    const last = await course({ requires: [step.slug] });
    const flag = await buildLessonFlag(test.database.db, { subchapterPk: last.first.pk });
    const learner = await test.as();
    const subchapter = last.first.slug;
    const answers = await Promise.all([
      learner.post(`/api/progress/${last.slug}`, { subchapter, completed: true }),
      learner.post(`/api/progress/${last.slug}/flags`, { subchapter, id: flag.id, flag: 'flag{test}' }),
      learner.post(`/api/subchapter/${subchapter}/quiz/any`, { answer: ['a'] }),
      learner.get(`/api/subchapter/${subchapter}/notes`),
      learner.post(`/api/subchapter/${subchapter}/notes`, { what_i_learned: 'x' }),
    ]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'step_required' } });
      expect(answer.body.msg).toBe(`This lesson opens once you have finished ${step.name}.`);
    }
    expect((await test.anonymous.post(`/api/subchapter/${subchapter}/quiz/any`, { answer: ['a'] })).status).toBe(403);
  });

  it('ignores hidden and empty prerequisites, and stays open for learners who started it', async () => {
    const { db } = test.database;
    const [hidden, empty, step] = [await course({ hidden: true }), await buildTraining(db), await course()];
    const last = await course({ requires: [hidden.slug, empty.slug, step.slug] });
    const learner = await test.as();
    await finish(learner, step);
    await finish(learner, last);
    const chapterPk = step.chapter.pk;
    await buildSubchapter(db, { chapterPk });
    expect((await learner.get<Subchapter>(`/api/subchapter/${last.first.slug}`)).body.locked).toBeNull();
    expect((await learner.get<TrainingAccess>(`/api/training/${last.slug}/access`)).body.locked).toBe(false);
  });

  it('is listed in the progress of a learner until its prerequisites are completed or it is started', async () => {
    const { db } = test.database;
    const [step, hidden] = [await course(), await course({ hidden: true })];
    const last = await course({ requires: [step.slug], tier: 2, kind: 'video' });
    const free = await course({ requires: [hidden.slug] });
    const locked = async (who: Pick<TestApp['anonymous'], 'get'>, query = '') => {
      const { body } = await who.get<Progress>(`/api/progress${query}`);
      return body.locked_by_prerequisites.filter((slug) => [last.slug, free.slug].includes(slug));
    };
    const [learner, tested, begun] = [await test.as(), await test.as(), await test.as()];
    expect(await locked(learner)).toEqual([last.slug]);
    expect(await locked(learner, '?kind=course')).toEqual([]);
    expect(await locked(learner, `?training=${step.slug}`)).toEqual([]);
    await finish(learner, step);
    expect(await locked(learner)).toEqual([]);

    const tried = { training_pk: step.pk, attempts: 1, last_at: new Date(), last_right: 1, last_of: 1 };
    await db
      .insertInto('test_out_tries')
      .values({ ...tried, user_pk: tested.pk, passed_at: new Date() })
      .execute();
    expect(await locked(tested)).toEqual([]);

    await db
      .insertInto('completions')
      .values({ user_pk: begun.pk, subchapter_pk: last.first.pk, revision: 1, completed_at: new Date() })
      .execute();
    expect(await locked(begun)).toEqual([]);

    expect(await locked(await test.as())).toEqual([last.slug]);
    expect(await locked(await test.as({ isSuperuser: true }))).toEqual([]);
  });

  it('reports the missing tier first', async () => {
    const step = await course();
    const last = await course({ requires: [step.slug], tier: 2 });
    const learner = await test.as();
    const { locked } = (await learner.get<Subchapter>(`/api/subchapter/${last.first.slug}`)).body;
    expect(locked).toEqual({ reason: 'tier', tier: 2, prerequisites: [] });
    const body = { subchapter: last.first.slug, completed: true };
    expect((await learner.post(`/api/progress/${last.slug}`, body)).body.code).toBe('tier_required');
    const paying = await test.as({ tier: 2 });
    expect((await paying.post(`/api/progress/${last.slug}`, body)).body.code).toBe('step_required');
  });
});

describe('access to a locked training', () => {
  it('reports the progress in each prerequisite and the whole unlock path', async () => {
    const base = await course({}, 2);
    const middle = await course({ requires: [base.slug] });
    const last = await course({ requires: [middle.slug], tier: 1 });
    const access = async (who: Pick<TestApp['anonymous'], 'get'>) =>
      (await who.get<TrainingAccess>(`/api/training/${last.slug}/access`)).body;

    const learner = await test.as();
    const [first] = base.lessons;
    await learner.post(`/api/progress/${base.slug}`, { subchapter: first?.slug, completed: true });
    expect(await access(learner)).toEqual({
      locked: true,
      reason: 'tier',
      tier: { needs: 1, have: 0 },
      prerequisites: [{ slug: middle.slug, name: middle.name, completed: 0, total: 1, done: false, test_out: false }],
      unlock_path: [
        { kind: 'tier', tier: 1 },
        { kind: 'finish', training: { slug: base.slug, name: base.name }, left: 1, minutes: 5 },
        { kind: 'finish', training: { slug: middle.slug, name: middle.name }, left: 1, minutes: 5 },
      ],
    });
    expect((await access(test.anonymous)).unlock_path.map(({ kind }) => kind)).toEqual([
      'log_in',
      'tier',
      'finish',
      'finish',
    ]);
    expect(await access(await test.as({ isSuperuser: true }))).toMatchObject({
      locked: false,
      reason: null,
      unlock_path: [],
    });
    expect((await test.anonymous.get('/api/training/no-such/access')).status).toBe(404);
  });

  it('computes the unlock path quickly when every training requires all earlier ones', () => {
    const trainings = Array.from({ length: 40 }, (_, n): [string, TrainingOnPath] => {
      const requires = Array.from({ length: n }, (_, before) => `t-${before}`);
      const untouched = {
        tier: 0,
        completed: 0,
        total: 1,
        minutes: 5,
        done: false,
        started: false,
        questions: null,
      } as const;
      return [`t-${n}`, { slug: `t-${n}`, name: `T ${n}`, requires, ...untouched }];
    });
    const path = shortestUnlockPath('t-39', new Map(trainings), { signedIn: true, ...visitor(openAccess(0)) });
    expect(path.map((step) => 'training' in step && step.training?.slug)).toEqual(
      trainings.slice(0, -1).map(([slug]) => slug),
    );
  });

  it('prefers the test where it is shorter', async () => {
    const base = await course();
    const step = await course({ requires: [base.slug] }, 3);
    const last = await course({ requires: [step.slug] });
    await test.database.db
      .insertInto('test_outs')
      .values({
        training_pk: step.pk,
        uid: 'x',
        name: 'A test',
        summary: '',
        pass: 80,
        modules: '[]',
        secrets: '{"a":{},"b":{}}',
      })
      .execute();
    const { body } = await (await test.as()).get<TrainingAccess>(`/api/training/${last.slug}/access`);
    expect(body).toMatchObject({ reason: 'prerequisites', prerequisites: [{ slug: step.slug, test_out: true }] });
    expect(body.unlock_path).toEqual([
      { kind: 'test_out', training: { slug: step.slug, name: step.name }, left: 2, minutes: 2 },
    ]);
  });
});
