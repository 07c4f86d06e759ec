import { randomBytes } from 'node:crypto';
import type {
  DrillGenerators,
  DrillRound,
  DrillSolution,
  DrillVerdict,
  EndpointAnswer,
  Module,
  SharedFlags,
  Training,
  TrainingProgress,
  VisitorDrillVerdict,
} from '@hexpedition/contract';
import { drills } from '@hexpedition/drills';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildChapter, buildLessonFlag, buildSubchapter, buildTraining } from '#testing/factories';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** Creates a lesson with a drill, by default one whose answer differs between learners. Returns the drill's URL. */
async function buildDrill({ tier = 0, make = 'enc-hex' } = {}) {
  const { db } = test.database;
  const training = await buildTraining(db, { tier });
  const lesson = await buildSubchapter(db, { chapterPk: (await buildChapter(db, { trainingPk: training.pk })).pk });
  const data = JSON.stringify({ title: 'Undo it', html: '', points: 3, form: 'the text', sample: [], make });
  const { pk } = await db
    .insertInto('modules')
    .values({ subchapter_pk: lesson.pk, id: 'undo', position: 0, kind: 'drill', data })
    .returning('pk')
    .executeTakeFirstOrThrow();
  const flag = { module_pk: pk, lab_pk: null, id: 'undo', name: 'Undo it', points: 3, kind: 'drill' as const };
  await db.insertInto('flags').values(flag).execute();
  return { training, lesson, url: `/api/subchapter/${lesson.slug}/drill/undo` };
}

/** Returns the correct answer of a round. */
const solve = ({ given }: DrillRound): string => Buffer.from(given[0]?.text ?? '', 'hex').toString();
const read = async (caller: Caller, url: string) => (await caller.get<DrillRound>(url)).body;
const answer = (caller: Caller, url: string, round: number, text: string) =>
  caller.post<DrillVerdict>(url, { round, answer: text });

describe('drill', () => {
  it('gives each learner a different round, which stays the same until it has ended', async () => {
    const { url } = await buildDrill();
    const [one, other] = [await test.as(), await test.as()];
    const first = await read(one, url);
    expect(first.round).toBe(1);
    expect(await read(one, url)).toEqual(first);
    expect((await read(other, url)).given).not.toEqual(first.given);
  });

  it('checks the answer, awards points once, and then generates another round', async () => {
    const { url, training } = await buildDrill();
    const learner = await test.as();
    const first = await read(learner, url);
    expect((await answer(learner, url, 1, 'a guess')).body).toEqual({
      ...{ correct: false, points: 0, rank: null, reason: null, rounds_solved: 0, solution: null },
    });
    const { body } = await answer(learner, url, 1, ` ${solve(first).toUpperCase()} `);
    expect(body).toMatchObject({ correct: true, points: 3, rank: { before: null, after: expect.any(Number) } });
    expect(body.solution).toEqual({ answer: solve(first), steps: expect.arrayContaining([expect.any(String)]) });

    const second = await read(learner, url);
    expect(second.round).toBe(2);
    expect(second.given).not.toEqual(first.given);
    expect((await answer(learner, url, 2, solve(second))).body).toMatchObject({ correct: true, points: 0, rank: null });

    const { flags } = (await learner.get<{ flags: unknown[] }>(`/api/progress/${training.slug}/flags`)).body;
    expect(flags).toMatchObject([{ id: 'undo', solved_at: expect.any(String) }]);
  });

  it('counts as a drill and not as a flag, in the course, in its lesson and in the progress', async () => {
    const { url, training, lesson } = await buildDrill();
    await buildLessonFlag(test.database.db, { subchapterPk: lesson.pk, points: 5 });
    const learner = await test.as();
    await answer(learner, url, 1, solve(await read(learner, url)));
    const course = (await learner.get<Training>(`/api/training/${training.slug}`)).body;
    expect(course).toMatchObject({ flags: 1, drills: 1, labs: 0, points: 8 });
    expect(course.chapters[0]?.subchapters).toMatchObject([{ flags: 1, drills: 1, labs: [] }]);
    const progress = (await learner.get<TrainingProgress>(`/api/progress/${training.slug}`)).body;
    expect(progress.flags_found).toBe(0);
    const { flags } = (
      await learner.get<EndpointAnswer<'GET /api/progress/:training/flags'>>(`/api/progress/${training.slug}/flags`)
    ).body;
    expect(flags.map(({ kind, solved_at }) => [kind, solved_at !== null]).sort()).toEqual([
      ['drill', true],
      ['flag', false],
    ]);
  });

  it('ends a round when its solution is shown, and awards points in the next round', async () => {
    const { url } = await buildDrill();
    const learner = await test.as();
    const first = await read(learner, url);
    const { body } = await learner.post<DrillSolution>(`${url}/solution`, { round: 1 });
    expect(body.answer).toBe(solve(first));
    expect((await answer(learner, url, 1, body.answer)).status).toBe(409);
    expect((await answer(learner, url, 2, body.answer)).body.correct).toBe(false);
    const second = await read(learner, url);
    expect((await answer(learner, url, 2, solve(second))).body).toMatchObject({ correct: true, points: 3 });
  });

  it('accepts one of several concurrent answers', async () => {
    const { url } = await buildDrill();
    const learner = await test.as();
    const text = solve(await read(learner, url));
    const answers = await Promise.all(Array.from({ length: 6 }, () => answer(learner, url, 1, text)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('rejects another learner’s answer, and records its owner', async () => {
    const { url, lesson } = await buildDrill();
    const one = await test.as({ username: 'giver' });
    const other = await test.as({ username: 'taker' });
    const admin = await test.as({ isSuperuser: true });
    const theirs = solve(await read(one, url));
    // Before its owner has solved the round, the answer cannot have been shared.
    expect((await answer(other, url, 1, theirs)).body.correct).toBe(false);
    const incidents = async () =>
      (await admin.get<SharedFlags>('/api/admin/shared_flags')).body.incidents.filter(
        (incident) => incident.lesson?.slug === lesson.slug,
      );
    expect(await incidents()).toEqual([]);
    await answer(one, url, 1, theirs);
    expect((await answer(other, url, 1, theirs)).body).toMatchObject({ correct: false, points: 0 });
    expect(await incidents()).toMatchObject([{ username: 'taker', owner: 'giver', flag: 'Undo it', lab: null }]);
    // A learner's own old answer is not a shared answer.
    expect((await answer(one, url, 2, theirs)).body.correct).toBe(false);
    expect(await incidents()).toHaveLength(1);
  });

  it('records nothing for drills whose answers can be equal by chance', async () => {
    const { url, lesson } = await buildDrill({ make: 'perm-octal' });
    const [one, other, admin] = [await test.as(), await test.as(), await test.as({ isSuperuser: true })];
    const { body } = await one.post<DrillSolution>(`${url}/solution`, { round: 1 });
    await answer(other, url, 1, body.answer);
    const all = (await admin.get<SharedFlags>('/api/admin/shared_flags')).body.incidents;
    expect(all.filter((incident) => incident.lesson?.slug === lesson.slug)).toEqual([]);
  });

  it('cannot be answered as a flag, and does not reveal its generator', async () => {
    const { training, lesson } = await buildDrill();
    const learner = await test.as();
    const body = { subchapter: lesson.slug, id: 'undo', flag: 'x' };
    expect((await learner.post(`/api/progress/${training.slug}/flags`, body)).status).toBe(404);
    const { modules } = (await learner.get<{ modules: Module[] }>(`/api/subchapter/${lesson.slug}`)).body;
    expect(modules[0]).toEqual({
      ...{ kind: 'drill', id: 'undo', title: 'Undo it', html: '', points: 3, form: 'the text', sample: [] },
    });
  });

  it('requires a user, the tier, an existing drill and the current round', async () => {
    const { url } = await buildDrill({ tier: 1 });
    const calls = (caller: Pick<Caller, 'get' | 'post'>, at: string, round = 1) =>
      Promise.all([
        caller.get(at),
        caller.post(at, { round, answer: 'x' }),
        caller.post(`${at}/solution`, { round }),
      ]).then((answers) => answers.map(({ status }) => status));
    expect(await calls(test.anonymous, url)).toEqual([401, 401, 401]);
    expect(await calls(await test.as(), url)).toEqual([403, 403, 403]);
    const member = await test.as({ tier: 1 });
    expect(await calls(member, url.replace('/undo', '/none'))).toEqual([404, 404, 404]);
    expect(await calls(member, '/api/subchapter/none/drill/undo')).toEqual([404, 404, 404]);
    expect(await calls(member, url, 2)).toEqual([200, 409, 409]);
    expect(await calls(member, url, 0)).toEqual([200, 400, 400]);
    for (const body of [
      {},
      { round: 1 },
      { round: 1, answer: '' },
      { round: 1, answer: 'x'.repeat(501) },
      { round: 1.5, answer: 'x' },
    ])
      expect((await member.post(url, body)).status).toBe(400);
  });

  describe('without an account', () => {
    const visitorOf = (key = randomBytes(16).toString('hex')) => ({
      key,
      read: async (url: string) => (await test.anonymous.get<DrillRound>(`${url}/visitor?key=${key}`)).body,
      answer: (url: string, text: string, caller: Caller = test.anonymous) =>
        caller.post<VisitorDrillVerdict>(`${url}/visitor`, { key, answer: text }),
    });

    it('has input that depends on the key, and its answer is checked without points', async () => {
      const { url } = await buildDrill();
      const visitor = visitorOf();
      const round = await visitor.read(url);
      expect(await visitor.read(url)).toEqual(round);
      expect(await visitorOf().read(url)).not.toEqual(round);
      expect((await visitor.answer(url, 'a guess')).body).toEqual({ correct: false, points: 0, reason: null });
      expect((await visitor.answer(url, solve(round))).body).toEqual({ correct: true, points: 0, reason: null });
    });

    it('gives its points to the first account that hands in the answer, even when two do so at once', async () => {
      const { url, training } = await buildDrill();
      const visitor = visitorOf();
      const text = solve(await visitor.read(url));
      const learners = [await test.as(), await test.as()];
      const verdicts = await Promise.all(learners.map(async (one) => (await visitor.answer(url, text, one)).body));
      expect(verdicts.toSorted((a, b) => b.points - a.points)).toEqual([
        { correct: true, points: 3, reason: null },
        { correct: false, points: 0, reason: null },
      ]);
      const winner = learners[verdicts.findIndex(({ correct }) => correct)] as Caller;
      const { flags } = (await winner.get<{ flags: unknown[] }>(`/api/progress/${training.slug}/flags`)).body;
      expect(flags).toMatchObject([{ id: 'undo', solved_at: expect.any(String) }]);
      expect((await read(winner, url)).round).toBe(2);
      const { incidents } = (await (await test.as({ isSuperuser: true })).get<SharedFlags>('/api/admin/shared_flags'))
        .body;
      expect(incidents.filter(({ lesson }) => url.includes(`/${lesson?.slug}/`))).toHaveLength(1);
    });

    it('accepts five answers for each key', async () => {
      test.clock.advance(61);
      const { url } = await buildDrill();
      const visitor = visitorOf();
      const text = solve(await visitor.read(url));
      for (let i = 0; i < 4; i += 1) expect((await visitor.answer(url, `guess ${i}`)).status).toBe(200);
      expect((await visitor.answer(url, text)).body).toMatchObject({ correct: true });
      expect((await visitor.answer(url, text)).status).toBe(409);
      expect((await visitorOf().answer(url, text)).body).toMatchObject({ correct: false });
    });

    it('has a rate limit for each network over all keys', async () => {
      const { url } = await buildDrill();
      const { app } = test;
      const send = () =>
        app.inject({
          method: 'POST',
          url: `${url}/visitor`,
          remoteAddress: '192.0.2.77',
          payload: { key: randomBytes(16).toString('hex'), answer: 'a guess' },
        });
      const answers = await Promise.all(Array.from({ length: 12 }, send));
      expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2);
    });
  });

  it('has a rate limit for the answers to each drill', async () => {
    const { url } = await buildDrill();
    const other = await buildDrill();
    const learner = await test.as();
    const tries = await Promise.all(Array.from({ length: 12 }, (_, i) => answer(learner, url, 1, `guess ${i}`)));
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2);
    expect((await answer(learner, other.url, 1, 'a guess')).status).toBe(200);
  });

  it('ends a round with few possible answers after three wrong ones, shows its solution and draws new values', async () => {
    const { url } = await buildDrill({ make: 'perm-octal' });
    const learner = await test.as();
    const first = await read(learner, url);
    const tryIt = async (text: string) => (await answer(learner, url, 1, text)).body;
    expect(await tryIt('100')).toMatchObject({ correct: false, solution: null });
    expect(await tryIt('101')).toMatchObject({ correct: false, solution: null });
    const { correct, points, solution } = await tryIt('102');
    expect({ correct, points, answer: solution?.answer }).toEqual({
      ...{ correct: false, points: 0, answer: expect.stringMatching(/^[0-7]{3}$/) },
    });
    expect((await answer(learner, url, 1, solution?.answer ?? '')).status).toBe(409);
    const second = await read(learner, url);
    expect([second.round, second.given]).toEqual([2, expect.not.objectContaining(first.given)]);
  });

  describe('with very few possible answers', () => {
    /** Returns the flags of the TCP segment that the round shows. */
    const solveFlags = (round: Pick<DrillRound, 'given'>): string => {
      const bytes = (round.given[0]?.text ?? '').replace(/^[0-9a-f]{4}:| {2}.*$/gm, '').match(/[0-9a-f]{2}/g) ?? [];
      const flags = Number.parseInt(bytes[47] ?? '', 16);
      return ['fin', 'syn', 'rst', 'psh', 'ack', 'urg'].filter((_, bit) => flags & (1 << bit)).join(' ');
    };
    const wrong = (round: DrillRound) => (solveFlags(round) === 'rst' ? 'syn' : 'rst');

    it('gives points for two correct answers in a row', async () => {
      const { url } = await buildDrill({ make: 'packet-flags' });
      const learner = await test.as();
      const first = await read(learner, url);
      expect(first).toMatchObject({ round: 1, rounds_needed: 2, rounds_solved: 0 });
      expect((await answer(learner, url, 1, solveFlags(first))).body).toMatchObject({
        ...{ correct: true, points: 0, rank: null, rounds_solved: 1 },
      });
      const second = await read(learner, url);
      expect(second).toMatchObject({ round: 2, rounds_solved: 1 });
      expect((await answer(learner, url, 2, solveFlags(second))).body).toMatchObject({
        ...{ correct: true, points: 3, rounds_solved: 2 },
      });
    });

    it('ends the round at the first wrong answer, and counts from the beginning', async () => {
      const { url } = await buildDrill({ make: 'packet-flags' });
      const learner = await test.as();
      await answer(learner, url, 1, solveFlags(await read(learner, url)));
      const second = await read(learner, url);
      expect((await answer(learner, url, 2, wrong(second))).body).toMatchObject({
        ...{ correct: false, rounds_solved: 0, solution: { answer: solveFlags(second) } },
      });
      const third = await read(learner, url);
      expect(third).toMatchObject({ round: 3, rounds_solved: 0 });
      expect((await answer(learner, url, 3, solveFlags(third))).body).toMatchObject({ correct: true, points: 0 });
      const fourth = await read(learner, url);
      expect((await answer(learner, url, 4, solveFlags(fourth))).body).toMatchObject({ correct: true, points: 3 });
    });

    it('a solution that was shown between two rounds interrupts the row', async () => {
      const { url } = await buildDrill({ make: 'packet-flags' });
      const learner = await test.as();
      await answer(learner, url, 1, solveFlags(await read(learner, url)));
      await learner.post(`${url}/solution`, { round: 2 });
      expect((await answer(learner, url, 3, solveFlags(await read(learner, url)))).body.points).toBe(0);
    });

    it('a visitor has one try for each key, and a round solved before the sign-up counts as the first of two', async () => {
      test.clock.advance(61);
      const { url } = await buildDrill({ make: 'packet-flags' });
      const keys = [1, 2].map(() => randomBytes(16).toString('hex'));
      const rounds = await Promise.all(
        keys.map(async (key) => (await test.anonymous.get<DrillRound>(`${url}/visitor?key=${key}`)).body),
      );
      const [first, other] = rounds as [DrillRound, DrillRound];
      expect(first.rounds_needed).toBe(2);
      const submit = (caller: Pick<Caller, 'post'>, key: string | undefined, text: string) =>
        caller.post<VisitorDrillVerdict>(`${url}/visitor`, { key, answer: text });
      expect((await submit(test.anonymous, keys[1], wrong(other))).body.correct).toBe(false);
      expect((await submit(test.anonymous, keys[1], solveFlags(other))).status).toBe(409);
      expect((await submit(test.anonymous, keys[0], solveFlags(first))).body.correct).toBe(true);
      const learner = await test.as();
      expect((await submit(learner, keys[0], solveFlags(first))).body).toMatchObject({ correct: true, points: 0 });
      const second = await read(learner, url);
      expect(second).toMatchObject({ round: 2, rounds_solved: 1 });
      expect((await answer(learner, url, 2, solveFlags(second))).body).toMatchObject({ correct: true, points: 3 });
    });
  });

  it('says why an answer is wrong', async () => {
    const { url } = await buildDrill({ make: 'packet-ttl' });
    const learner = await test.as();
    const [dump] = (await read(learner, url)).given;
    const ttl = Number.parseInt(/^0010: (?:\w\w +){6}(\w\w)/m.exec(dump?.text ?? '')?.[1] ?? '', 16);
    expect((await answer(learner, url, 1, String(ttl - 1))).body).toMatchObject({
      ...{ correct: false, reason: 'You are off by one.', solution: null },
    });
    expect((await answer(learner, url, 1, String(ttl))).body).toMatchObject({ correct: true, reason: null });
  });
});

describe('drill list for authors', () => {
  it('has every drill with the first visible lesson that uses it', async () => {
    const { training, lesson } = await buildDrill({ make: 'xor-repeating-key' });
    await buildDrill({ make: 'xor-repeating-key' });
    const hidden = await buildDrill({ make: 'rsa-encrypt' });
    const { db } = test.database;
    await db.updateTable('trainings').set({ hidden: true }).where('pk', '=', hidden.training.pk).execute();
    const author = await test.as({ isSuperuser: true });
    const { body } = await author.get<DrillGenerators>('/api/admin/drills');
    expect(body.drills.map(({ make }) => make)).toEqual([...drills.keys()]);
    const seen = (make: string) => body.drills.find((one) => one.make === make)?.seen;
    expect(seen('xor-repeating-key')).toEqual({
      title: 'Undo it',
      lesson: lesson.name,
      training: { slug: training.slug, name: training.name },
    });
    expect(seen('rsa-encrypt')).toBeNull();
    const [visitor, learner] = [test.anonymous, await test.as()];
    expect([(await visitor.get('/api/admin/drills')).status, (await learner.get('/api/admin/drills')).status]).toEqual([
      401, 403,
    ]);
  });
});
