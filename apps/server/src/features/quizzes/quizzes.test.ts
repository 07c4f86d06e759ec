import type { QuizAnswers, QuizVerdict } from '@hexpedition/contract';
import {
  createTestFolder,
  drawing,
  lesson,
  quiz,
  testLabs,
  training,
  validFiles,
} from '@hexpedition/curriculum/testing/curriculum-files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCurriculum } from '#features/content/import/import-curriculum';
import { buildQuiz, buildSubchapter } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';

interface Lesson {
  modules: { options: { id: string; html: string }[] }[];
}

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  const folder = await createTestFolder({
    ...validFiles(),
    'web/paid/training.yaml': training('tr-paid', 'paid').replace('tier: 0', 'tier: 2'),
    'web/paid/01-one/chapter.yaml': 'id: ch-one\nname: One\n',
    'web/paid/01-one/01-treasure.md': lesson('sub-treasure', `Gold.\n\n${quiz}`, { name: 'Treasure' }),
    'web/paid/figures/wire.svg': drawing,
    'web/secret/training.yaml': training('tr-secret', 'secret', 'hidden: true\n'),
    'web/secret/01-dark/chapter.yaml': 'id: ch-dark\nname: Dark\n',
    'web/secret/01-dark/01-cellar.md': lesson('sub-cellar', quiz),
    'web/http/02-answers/02-quizzes.md': lesson(
      'sub-quizzes',
      ':::quiz[Order?]{#order kind=ordering}\n1. one\n2. two\n   > Two?\n3. three\n   > Three?\n\nBecause.\n:::\n\n' +
        ':::quiz[Several?]{#several kind=multiple}\n- [x] a\n- [ ] b\n  > B?\n- [x] c\n- [ ] d\n  > D?\n:::\n\n' +
        ':::quiz[Status?]{#status kind=free answers="200|200 OK"}\n- [ ] 404|Not Found\n  > Missing.\n:::',
    ),
  });
  const report = await importCurriculum({ db: test.database.db, root: folder.root, labs: testLabs });
  await folder.remove();
  if (!report.applied) throw new Error(JSON.stringify(report.diagnostics));
});
afterAll(() => test.close());

const answer = async (lessonSlug: string, id: string, ...given: string[]) =>
  (await test.anonymous.post<QuizVerdict>(`/api/subchapter/${lessonSlug}/quiz/${id}`, { answer: given })).body;

describe('quiz answer', () => {
  it('has an explanation only when it is right', async () => {
    const wrong = { correct: false, explanation_html: null, replies: [] };
    expect(await answer('first', 'fragment', 'a')).toEqual(wrong);
    expect(await answer('first', 'fragment', 'a', 'b')).toEqual(wrong);
    expect(await answer('first', 'fragment', 'b')).toEqual({
      correct: true,
      explanation_html: '<p>The browser keeps it.</p>',
      replies: [],
    });
  });

  it('has replies to the chosen wrong options only', async () => {
    const repliesTo = async (id: string, ...given: string[]) => (await answer('quizzes', id, ...given)).replies;
    expect(await repliesTo('several', 'a', 'b')).toEqual([{ option: 'b', html: '<p>B?</p>' }]);
    expect(await repliesTo('several', 'd', 'b')).toHaveLength(2);
    expect(await repliesTo('several', 'a')).toEqual([]);
    expect(await repliesTo('several', 'a', 'c')).toEqual([]);
    expect(await repliesTo('status', ' not found ')).toEqual([{ option: null, html: '<p>Missing.</p>' }]);
    expect(await repliesTo('status', '500')).toEqual([]);

    const { body } = await test.anonymous.get<Lesson>('/api/subchapter/quizzes');
    expect(JSON.stringify(body)).not.toMatch(/Two\?|B\?|D\?|Missing/);
    const idOf = (text: string) => body.modules[0]?.options.find(({ html }) => html === text)?.id ?? '';
    const [one, two, three] = [idOf('one'), idOf('two'), idOf('three')];
    // Only the first option in a wrong place gets a reply.
    expect(await repliesTo('order', one, three, two)).toEqual([{ option: three, html: '<p>Three?</p>' }]);
    expect(await repliesTo('order', two, three, one)).toEqual([{ option: two, html: '<p>Two?</p>' }]);
    expect(await repliesTo('order', three)).toEqual([{ option: three, html: '<p>Three?</p>' }]);
  });

  it('to a multiple choice needs all right options, in any order', async () => {
    expect(await answer('quizzes', 'several', 'c', 'a')).toEqual({
      correct: true,
      explanation_html: null,
      replies: [],
    });
    expect((await answer('quizzes', 'several', 'a')).correct).toBe(false);
    expect((await answer('quizzes', 'several', 'a', 'b', 'c')).correct).toBe(false);
  });

  it('to an ordering needs the complete order', async () => {
    const { body } = await test.anonymous.get<Lesson>('/api/subchapter/quizzes');
    const options = body.modules[0]?.options ?? [];
    const right = ['one', 'two', 'three'].map((text) => options.find(({ html }) => html === text)?.id ?? '');
    expect(await answer('quizzes', 'order', ...right)).toEqual({
      correct: true,
      explanation_html: '<p>Because.</p>',
      replies: [],
    });
    expect((await answer('quizzes', 'order', ...right.slice(0, 2))).correct).toBe(false);
    expect((await answer('quizzes', 'order', ...options.map(({ id }) => id))).correct).toBe(false);
  });

  it('in text ignores case and surrounding spaces', async () => {
    expect((await answer('quizzes', 'status', '  200 ok ')).correct).toBe(true);
    expect((await answer('quizzes', 'status', '404')).correct).toBe(false);
  });

  it('is rejected for lower tiers and unknown quizzes, without revealing the solution', async () => {
    expect(await answer('treasure', 'fragment', 'b')).toMatchObject({ code: 'tier_required' });
    expect(await answer('first', 'fragment')).toMatchObject({ code: 'invalid_request' });
    expect(await answer('first', 'signal', 'flag{one}')).toMatchObject({ code: 'not_found' });
    expect(await answer('first', 'nothing', 'a')).toMatchObject({ code: 'not_found' });
    expect(await answer('cellar', 'fragment', 'b')).toMatchObject({ code: 'not_found' });
    expect(await answer('first', 'fragment', 'b\0')).toMatchObject({ code: 'invalid_request' });
  });
});

describe('stored quiz answer', () => {
  /** Creates a lesson with one question. Its second option is right, and the first one has a reply. */
  async function ask() {
    const subchapter = await buildSubchapter(test.database.db);
    const replies = [{ to: ['a'], html: '<p>Not A.</p>' }];
    const { id, pk } = await buildQuiz(test.database.db, { subchapterPk: subchapter.pk, replies });
    const path = `/api/subchapter/${subchapter.slug}`;
    return {
      pk,
      id,
      subchapter,
      check: (learner: Learner, ...given: string[]) => learner.post(`${path}/quiz/${id}`, { answer: given }),
      kept: async (learner: Learner) => (await learner.get<QuizAnswers>(`${path}/quizzes`)).body.answers,
    };
  }
  type Learner = Awaited<ReturnType<TestApp['as']>>;

  it('is returned with its verdict to its learner only', async () => {
    const { id, check, kept } = await ask();
    const [learner, stranger] = [await test.as(), await test.as()];
    await check(learner, 'a');
    const wrong = { id, answer: ['a'], correct: false, explanation_html: null };
    expect(await kept(learner)).toMatchObject([{ ...wrong, replies: [{ option: 'a', html: '<p>Not A.</p>' }] }]);
    test.clock.advance(5);
    await check(learner, 'b');
    const right = { id, answer: ['b'], correct: true, explanation_html: '<p>Because.</p>', replies: [] };
    expect(await kept(learner)).toEqual([{ ...right, answered_at: test.clock.now().toISOString() }]);
    expect(await kept(stranger)).toEqual([]);
  });

  it('keeps a correct answer after later attempts', async () => {
    const { check, kept } = await ask();
    const learner = await test.as();
    await check(learner, 'b');
    expect((await check(learner, 'a')).body).toMatchObject({ correct: false });
    expect(await kept(learner)).toMatchObject([{ answer: ['b'], correct: true }]);
  });

  it('is stored once for ten concurrent calls', async () => {
    const { check, kept } = await ask();
    const learner = await test.as();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => check(learner, i % 2 ? 'a' : 'b')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await kept(learner)).toMatchObject([{ answer: ['b'] }]);
  });

  it('to an earlier revision of the lesson is not returned, and is replaced by a new answer', async () => {
    const { check, kept, subchapter } = await ask();
    const learner = await test.as();
    await check(learner, 'b');
    await test.database.db.updateTable('subchapters').set({ revision: 2 }).where('pk', '=', subchapter.pk).execute();
    expect(await kept(learner)).toEqual([]);
    await check(learner, 'a');
    expect(await kept(learner)).toMatchObject([{ answer: ['a'], correct: false }]);
  });

  it('is not kept without an account, and is deleted with it', async () => {
    const { check, pk } = await ask();
    const rows = async () =>
      (await test.database.db.selectFrom('quiz_answers').selectAll().where('module_pk', '=', pk).execute()).length;
    const { id, subchapter } = await ask();
    await test.anonymous.post(`/api/subchapter/${subchapter.slug}/quiz/${id}`, { answer: ['b'] });
    const learner = await test.as();
    await check(learner, 'b');
    expect(await rows()).toBe(1);
    await test.database.db.deleteFrom('users').where('pk', '=', learner.pk).execute();
    expect(await rows()).toBe(0);
  });

  it('requires a session and access to the lesson', async () => {
    const { subchapter } = await ask();
    const url = (slug: string) => `/api/subchapter/${slug}/quizzes`;
    expect((await test.anonymous.get(url(subchapter.slug))).body).toMatchObject({ code: 'token_missing' });
    const learner = await test.as();
    expect((await learner.get(url('treasure'))).body).toMatchObject({ code: 'tier_required' });
    expect((await (await test.as({ tier: 2 })).get(url('treasure'))).body).toEqual({ answers: [] });
    for (const slug of ['cellar', 'nowhere', 'NO', "x' or 1", '%00'])
      expect([400, 404]).toContain((await learner.get(url(slug))).status);
  });
});
