import type { FlagVerdict, Progress, TrainingProgress } from '@hexpedition/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildChapter, buildLessonFlag, buildSubchapter, buildTraining } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function course(tier = 0) {
  const { db } = test.database;
  const training = await buildTraining(db, { tier });
  const chapter = await buildChapter(db, { trainingPk: training.pk });
  const first = await buildSubchapter(db, { chapterPk: chapter.pk });
  const second = await buildSubchapter(db, { chapterPk: chapter.pk });
  return { training, chapter, first, second };
}

describe('completion', () => {
  it('is stored, counted, offered for resuming, and cleared', async () => {
    const { training, chapter, first, second } = await course();
    const learner = await test.as();
    const url = `/api/progress/${training.slug}`;

    const done = await learner.post<TrainingProgress>(url, { subchapter: first.slug, completed: true });
    expect(done.status).toBe(200);
    expect(done.body).toMatchObject({ training_slug: training.slug, completed: [first.slug], changed: [], total: 2 });

    const all = await learner.get<Progress>('/api/progress');
    expect(all.body.progress).toEqual([done.body]);
    expect(all.body.resume).toEqual({
      training: { slug: training.slug, name: training.name },
      chapter: chapter.slug,
      subchapter: second.slug,
      name: second.name,
    });

    const cleared = await learner.post<TrainingProgress>(url, { subchapter: first.slug, completed: false });
    expect(cleared.body.completed).toEqual([]);
    // The first lesson enrolled the learner, and clearing it does not unenrol.
    expect((await learner.get<Progress>('/api/progress')).body).toMatchObject({
      progress: [{ training_slug: training.slug, completed: [], enrolled: true }],
      resume: { subchapter: first.slug },
    });
  });

  it('is stored once when repeated ten times concurrently', async () => {
    const { training, first } = await course();
    const learner = await test.as();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        learner.post<TrainingProgress>(`/api/progress/${training.slug}`, { subchapter: first.slug, completed: true }),
      ),
    );
    for (const answer of answers) expect(answer.body.completed).toEqual([first.slug]);
  });

  it('reports rewritten lessons until they are completed again', async () => {
    const { training, first } = await course();
    const learner = await test.as();
    const url = `/api/progress/${training.slug}`;
    await learner.post(url, { subchapter: first.slug, completed: true });
    await test.database.db.updateTable('subchapters').set({ revision: 2 }).where('pk', '=', first.pk).execute();

    expect((await learner.get<TrainingProgress>(url)).body).toMatchObject({
      completed: [first.slug],
      changed: [first.slug],
    });
    const again = await learner.post<TrainingProgress>(url, { subchapter: first.slug, completed: true });
    expect(again.body.changed).toEqual([]);
  });

  it('is individual', async () => {
    const { training, first } = await course();
    const [one, other] = [await test.as(), await test.as()];
    await one.post(`/api/progress/${training.slug}`, { subchapter: first.slug, completed: true });
    expect((await other.get<TrainingProgress>(`/api/progress/${training.slug}`)).body.completed).toEqual([]);
  });

  it('rejects visitors, lessons of other trainings, missing tiers and invalid input', async () => {
    const { training, first } = await course();
    const elsewhere = await course();
    const paid = await course(1);
    const learner = await test.as();
    const body = { subchapter: first.slug, completed: true };

    expect((await test.anonymous.post(`/api/progress/${training.slug}`, body)).body.code).toBe('token_missing');
    expect((await learner.post(`/api/progress/${elsewhere.training.slug}`, body)).status).toBe(404);
    expect((await learner.post('/api/progress/no-such-training', body)).status).toBe(404);
    const locked = await learner.post(`/api/progress/${paid.training.slug}`, {
      subchapter: paid.first.slug,
      completed: true,
    });
    expect(locked).toMatchObject({ status: 403, body: { code: 'tier_required' } });
    expect(
      (await learner.post(`/api/progress/${training.slug}`, { subchapter: 7, completed: 'yes' })).body,
    ).toMatchObject({
      code: 'invalid_request',
      fields: { subchapter: expect.any(String), completed: expect.any(String) },
    });
    expect((await learner.post('/api/progress/..%2F..%2Fetc', body)).status).toBe(400);

    const paying = await test.as({ tier: 1 });
    const open = await paying.post(`/api/progress/${paid.training.slug}`, {
      subchapter: paid.first.slug,
      completed: true,
    });
    expect(open.status).toBe(200);
  });
});

describe('lesson flag', () => {
  it('is accepted once, ignoring surrounding blanks and quotes', async () => {
    const { training, first } = await course();
    const flag = await buildLessonFlag(test.database.db, {
      subchapterPk: first.pk,
      answer: 'flag{deep-six}',
      points: 15,
    });
    const learner = await test.as();
    const url = `/api/progress/${training.slug}/flags`;
    const submit = (text: string) =>
      learner.post<FlagVerdict>(url, { subchapter: first.slug, id: flag.id, flag: text });

    expect((await submit('flag{deep-sixx}')).body).toEqual({
      result: 'wrong',
      points: 0,
      flag: null,
      hint: null,
      rank: null,
      first: false,
    });
    expect((await submit('flag{deep-six')).body.hint).toBe('The closing brace is missing.');
    expect((await submit('  "flag{deep-six}" ')).body).toMatchObject({ result: 'right', points: 15 });
    expect((await submit('flag{deep-six}')).body).toMatchObject({ result: 'solved', points: 0 });

    const list = await learner.get<{ flags: { solved_at: string | null }[] }>(url);
    expect(list.body.flags).toMatchObject([
      { id: flag.id, subchapter: first.slug, points: 15, solved_at: expect.any(String) },
    ]);
    const found = async (who = learner) =>
      (await who.get<TrainingProgress>(`/api/progress/${training.slug}`)).body.flags_found;
    expect([await found(), await found(await test.as())]).toEqual([1, 0]);
    await test.database.db.updateTable('modules').set({ hidden: true }).where('id', '=', flag.id).execute();
    expect(await found()).toBe(0);
  });

  it('reports its solve position and whether it was found before', async () => {
    const { db } = test.database;
    const { training, first } = await course();
    const build = (points: number) =>
      buildLessonFlag(db, { subchapterPk: first.pk, answer: `flag{${points}}`, points });
    const [small, big, nothing] = [await build(1_000), await build(2_000), await build(0)];
    const [one, two] = [await test.as(), await test.as()];
    const shy = await test.as();
    await db.updateTable('users').set({ listed: false }).where('pk', '=', shy.pk).execute();
    const find = async (who: typeof one, flag: { id: string }, points: number) =>
      (
        await who.post<FlagVerdict>(`/api/progress/${training.slug}/flags`, {
          subchapter: first.slug,
          id: flag.id,
          flag: `flag{${points}}`,
        })
      ).body;
    expect(await find(one, small, 1_000)).toMatchObject({ rank: { before: null, after: 1 }, first: true });
    test.clock.advance(1);
    expect(await find(two, small, 1_000)).toMatchObject({ rank: { before: null, after: 2 }, first: false });
    expect(await find(shy, small, 1_000)).toMatchObject({ points: 1_000, rank: null, first: false });
    expect(await find(two, big, 2_000)).toMatchObject({ rank: { before: 2, after: 1 }, first: true });
    expect(await find(two, nothing, 0)).toMatchObject({ points: 0, rank: { before: 1, after: 1 }, first: true });
    expect(await find(two, big, 2_000)).toMatchObject({ result: 'solved', rank: null, first: false });
  });

  it('is checked for a visitor without points, with a rate limit for each network', async () => {
    const { first } = await course();
    const flag = await buildLessonFlag(test.database.db, { subchapterPk: first.pk, answer: 'flag{seen}' });
    const submit = (text: string) =>
      test.anonymous.post<FlagVerdict>(`/api/subchapter/${first.slug}/flag/${flag.id}/visitor`, { flag: text });
    const nothing = { points: 0, rank: null, first: false };
    expect((await submit('flag{seen}')).body).toEqual({
      ...{ result: 'right', flag: { id: flag.id, name: 'A flag' }, hint: null, ...nothing },
    });
    const hint = 'The closing brace is missing.';
    expect((await submit('flag{seen')).body).toEqual({ result: 'wrong', flag: null, hint, ...nothing });
    const solves = await test.database.db.selectFrom('solves').selectAll().where('flag_pk', '=', flag.pk).execute();
    expect(solves).toEqual([]);
    for (let i = 0; i < 8; i++) expect((await submit('flag{no}')).status).toBe(200);
    expect((await submit('flag{seen}')).status).toBe(429);
  });

  it('counts once when submitted twenty times concurrently', async () => {
    const { training, first } = await course();
    const flag = await buildLessonFlag(test.database.db, { subchapterPk: first.pk, answer: 'flag{once}', points: 5 });
    const learner = await test.as();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        learner.post<FlagVerdict>(`/api/progress/${training.slug}/flags`, {
          subchapter: first.slug,
          id: flag.id,
          flag: 'flag{once}',
        }),
      ),
    );
    expect(answers.filter((answer) => answer.body.result === 'right')).toHaveLength(1);
    const score = await test.database.db
      .selectFrom('board_scores')
      .selectAll()
      .where('user_pk', '=', learner.pk)
      .where('board', '=', 'all')
      .executeTakeFirst();
    expect(score).toMatchObject({ points: 5, flags: 1 });
  });

  it('is rate-limited against guessing', async () => {
    const { training, first } = await course();
    const flag = await buildLessonFlag(test.database.db, { subchapterPk: first.pk });
    const learner = await test.as();
    const guess = () =>
      learner.post(`/api/progress/${training.slug}/flags`, { subchapter: first.slug, id: flag.id, flag: 'flag{no}' });
    for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(200);
    const stopped = await guess();
    expect(stopped).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests', retry_after: expect.any(Number) },
    });
    expect(stopped.headers['retry-after']).toBeDefined();
    test.clock.advance(61);
    expect((await guess()).status).toBe(200);
  });
});
