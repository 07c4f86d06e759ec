import type { PollAnswer, PollAnswers, Polls, Subchapter } from '@hexpedition/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { fixtureTemplate } from '#features/content/testing/import-fixture';
import { createTestApp, type TestApp } from '#testing/test-app';

type PollList = z.infer<typeof Polls>;
type AnswerList = z.infer<typeof PollAnswers>;

let test: TestApp;
let questions: PollList['questions'];
beforeAll(async () => {
  test = await createTestApp({}, {}, await fixtureTemplate());
  const paid = await test.as({ tier: 1 });
  questions = (await paid.get<PollList>('/api/polls/')).body.questions;
});
afterAll(() => test.close());

function poll(text: string) {
  const found = questions.find(({ question }) => question.startsWith(text));
  if (!found) throw new Error(`There is no question ${text}.`);
  const option = (name: string) => found.options.find((one) => one.text === name)?.id ?? 'none';
  return { ...found, option, url: `/api/polls/answer/${found.pk}` };
}

/** Counts the answers from scratch. */
async function counted(pk: number) {
  const { rows } = await sql<{ id: string; stored: number; real: number; voters: number; people: number }>`
    select o.id, o.answers as stored,
      (select count(*)::int from poll_answers a where a.question_pk = o.question_pk and o.id = any(a.answers)) as real,
      q.voters, (select count(*)::int from poll_answers a where a.question_pk = q.pk) as people
    from poll_options o join poll_questions q on q.pk = o.question_pk where q.pk = ${pk}`.execute(test.database.db);
  return rows;
}

describe('poll questions', () => {
  it('include those of accessible lessons only', async () => {
    const { body } = await test.anonymous.get<PollList>('/api/polls/');
    expect(body.next_cursor).toBeNull();
    expect(body.questions.map(({ question }) => question)).toEqual([
      'Which browser do you use?',
      'What have you tried already?',
    ]);
    expect(body.questions[0]).toEqual({
      pk: expect.any(Number),
      question: 'Which browser do you use?',
      multiple: false,
      options: ['Firefox', 'Chromium', 'Another one'].map((text) => ({ id: expect.any(String), text })),
      training: 'kinds',
      chapter: 'modules',
      subchapter: 'poll',
    });
    expect(questions.map(({ question }) => question)).toContain('Was it worth it?');
    const free = await test.as();
    expect((await free.get<PollList>('/api/polls/')).body.questions).toHaveLength(2);
    expect(
      (await test.as({ isSuperuser: true }).then((su) => su.get<PollList>('/api/polls'))).body.questions,
    ).toHaveLength(3);
  });

  it('are the same in the lesson and contain no counts', async () => {
    const { body } = await test.anonymous.get<Subchapter>('/api/subchapter/poll');
    expect(body.modules).toMatchObject([
      { kind: 'poll', id: 'browser', question_pk: poll('Which').pk, options: poll('Which').options, html: '' },
      { kind: 'poll', id: 'tried', multiple: true, html: '<p>There is no <em>wrong</em> answer.</p>' },
    ]);
    const list = await test.anonymous.get('/api/polls/');
    expect(JSON.stringify([body, list.body])).not.toMatch(/voters|counts/);
  });

  it('accept valid cursors only', async () => {
    const first = questions[0]?.pk ?? 0;
    const { body } = await test.anonymous.get<PollList>(`/api/polls/?cursor=${first}`);
    expect(body.questions.map(({ pk }) => pk)).not.toContain(first);
    for (const cursor of ['x', '-1', "1' or 1", '99999999999'])
      expect((await test.anonymous.get(`/api/polls/?cursor=${encodeURIComponent(cursor)}`)).status).toBe(400);
  });
});

describe('poll answer', () => {
  it('is counted, returns the counts and can be changed', async () => {
    const { pk, url, option } = poll('Which');
    const [one, other] = [await test.as(), await test.as()];
    await other.post(url, { answers: [option('Chromium')] });
    const answered = await one.post<PollAnswer>(url, { answers: [option('Firefox')] });
    expect(answered).toMatchObject({
      status: 200,
      body: {
        question_pk: pk,
        answers: [option('Firefox')],
        counts: { voters: 2, options: [{ id: option('Firefox'), answers: 1 }, { answers: 1 }, { answers: 0 }] },
      },
    });
    const changed = await one.post<PollAnswer>(url, { answers: [option('Chromium')] });
    expect(changed.body.counts).toMatchObject({ voters: 2, options: [{ answers: 0 }, { answers: 2 }, { answers: 0 }] });
    expect((await one.get<AnswerList>('/api/polls/answers')).body).toEqual({
      answers: [changed.body],
      next_cursor: null,
    });
  });

  it('with several options counts each option and one voter', async () => {
    const { pk, url, option } = poll('What');
    const learner = await test.as();
    const both = [option('A bug bounty'), option('A capture-the-flag')];
    const { body } = await learner.post<PollAnswer>(url, { answers: [...both, ...both] });
    expect([...body.answers].sort()).toEqual([...both].sort());
    expect(body.counts).toMatchObject({ voters: 1, options: [{ answers: 1 }, { answers: 1 }, { answers: 0 }] });
    for (const row of await counted(pk)) expect([row.stored, row.voters]).toEqual([row.real, row.people]);
  });

  it('is visible to its learner only, and counts are hidden before answering', async () => {
    const stranger = await test.as();
    expect((await stranger.get<AnswerList>('/api/polls/answers')).body.answers).toEqual([]);
    const url = `/api/polls/answers?question=${poll('Which').pk}`;
    expect((await stranger.get<AnswerList>(url)).body.answers).toEqual([]);
    expect((await test.anonymous.get(url)).body.code).toBe('token_missing');
  });

  it('can be requested by its question', async () => {
    const learner = await test.as();
    for (const { url, option, options } of [poll('Which'), poll('What')])
      await learner.post(url, { answers: [option(options[0]?.text ?? '')] });
    const { pk } = poll('What');
    const { body } = await learner.get<AnswerList>(`/api/polls/answers?question=${pk}`);
    expect(body.answers.map(({ question_pk }) => question_pk)).toEqual([pk]);
    for (const question of ['0', 'x', '1.5', '99999999999'])
      expect((await learner.get(`/api/polls/answers?question=${question}`)).status).toBe(400);
  });

  it('is rejected without a session, for lower tiers and for invalid input', async () => {
    const { url, option } = poll('Which');
    const learner = await test.as();
    const answers = [option('Firefox')];
    expect((await test.anonymous.post(url, { answers })).body.code).toBe('token_missing');
    const kept = poll('Was');
    expect(await learner.post(kept.url, { answers: [kept.option('Yes')] })).toMatchObject({
      status: 403,
      body: { code: 'tier_required' },
    });
    for (const body of [
      { answers: [] },
      { answers: ['no-such'] },
      { answers: [...answers, option('Chromium')] },
      { answers: [...answers, 'no-such'] },
      { answers: 'Firefox' },
      { answers: [1] },
      { answers: Array.from({ length: 21 }, () => answers[0]) },
      { answers: ['x'.repeat(81)] },
      { answers: ['\0'] },
      {},
    ])
      expect((await learner.post(url, body)).body).toMatchObject({ code: 'invalid_request' });
    expect((await learner.post('/api/polls/answer/999999', { answers })).status).toBe(404);
    for (const pk of ['x', '0', '-1', '1.5', '99999999999'])
      expect((await learner.post(`/api/polls/answer/${pk}`, { answers })).status).toBe(400);
    expect((await learner.get<AnswerList>('/api/polls/answers')).body.answers).toEqual([]);
  });

  it('stays visible without the counts after the tier ends', async () => {
    const { url, option, pk } = poll('Was');
    const learner = await test.as({ tier: 1 });
    expect((await learner.post(url, { answers: [option('Yes')] })).status).toBe(200);
    await test.database.db.deleteFrom('entitlements').where('user_pk', '=', learner.pk).execute();
    expect((await learner.get<AnswerList>('/api/polls/answers')).body.answers).toEqual([
      { question_pk: pk, answers: [option('Yes')], counts: null },
    ]);
    expect((await learner.post(url, { answers: [option('No')] })).body.code).toBe('tier_required');
  });

  it('is subtracted from the counts when the account is deleted', async () => {
    const { pk, url, option } = poll('Which');
    const learner = await test.as();
    await learner.post(url, { answers: [option('Another one')] });
    const before = await counted(pk);
    await test.database.db.deleteFrom('users').where('pk', '=', learner.pk).execute();
    const after = await counted(pk);
    expect(after[0]?.voters).toBe((before[0]?.voters ?? 0) - 1);
    for (const row of after) expect([row.stored, row.voters]).toEqual([row.real, row.people]);
  });

  it('keeps the counts correct with thirty concurrent answers of one and of several learners', async () => {
    const { pk, url, options } = poll('What');
    const learners = await Promise.all(Array.from({ length: 8 }, () => test.as()));
    const pick = (i: number) => [options[i % 3]?.id, options[(i + 1) % 3]?.id];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => learners[i % 8]?.post(url, { answers: pick(i) })),
    );
    expect(answers.map((answer) => answer?.status)).toEqual(answers.map(() => 200));
    for (const row of await counted(pk)) expect([row.stored, row.voters]).toEqual([row.real, row.people]);
  });

  it('is not counted again when repeated', async () => {
    const { url, option } = poll('Which');
    const learner = await test.as();
    const first = await learner.post<PollAnswer>(url, { answers: [option('Firefox')] });
    const again = await learner.post<PollAnswer>(url, { answers: [option('Firefox')] });
    expect(again.body).toEqual(first.body);
  });

  it('is rate limited', async () => {
    const { url, option } = poll('Which');
    const learner = await test.as();
    const statuses = [];
    for (let i = 0; i < 31; i++) statuses.push((await learner.post(url, { answers: [option('Firefox')] })).status);
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([30, 429]);
  });
});
