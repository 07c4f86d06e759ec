import type { Notes, OldNotes } from '@hexpedition/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildChapter, buildSubchapter, buildTraining } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const url = (slug: string) => `/api/subchapter/${slug}/notes`;
const old = '/api/account/old_notes';
const hide = (pk: number) =>
  test.database.db.updateTable('subchapters').set({ hidden: true }).where('pk', '=', pk).execute();
const rewrite = (pk: number) =>
  test.database.db.updateTable('subchapters').set({ revision: 2 }).where('pk', '=', pk).execute();

it('writes the given fields, keeps the others, and never shows notes of another learner', async () => {
  const [learner, other] = [await test.as(), await test.as()];
  const lesson = await buildSubchapter(test.database.db);
  const empty = {
    what_i_learned: '',
    did_not_understand: '',
    marks: [],
    published: false,
    hidden: false,
    updated_at: null,
    snoozed_until: null,
  };
  expect((await learner.get<Notes>(url(lesson.slug))).body).toEqual({ subchapter: lesson.slug, ...empty });
  await learner.post(url(lesson.slug), { what_i_learned: 'Cookies.' });
  test.clock.advance(1);
  const written = await learner.post<Notes>(url(lesson.slug), { did_not_understand: 'Crumbs.' });
  expect(written.body).toMatchObject({
    what_i_learned: 'Cookies.',
    did_not_understand: 'Crumbs.',
    updated_at: test.clock.now().toISOString(),
  });
  await learner.post(url(lesson.slug), { what_i_learned: '' });
  expect((await learner.get<Notes>(url(lesson.slug))).body).toMatchObject({
    what_i_learned: '',
    did_not_understand: 'Crumbs.',
  });
  expect((await other.get<Notes>(url(lesson.slug))).body).toMatchObject(empty);
});

it('snoozes the reminder for a day with an empty or missing body and keeps the notes', async () => {
  const learner = await test.as();
  const lesson = await buildSubchapter(test.database.db);
  const tomorrow = new Date(test.clock.now().getTime() + 86_400_000).toISOString();
  const first = await learner.post<Notes>(url(lesson.slug), {});
  expect(first.body).toMatchObject({ snoozed_until: tomorrow, updated_at: null });
  await learner.post(url(lesson.slug), { what_i_learned: 'Kept.' });
  test.clock.advance(60);
  const again = await learner.post<Notes>(url(lesson.slug));
  expect(again.status).toBe(200);
  expect(again.body.what_i_learned).toBe('Kept.');
  expect(again.body.snoozed_until).toBe(new Date(test.clock.now().getTime() + 86_400_000).toISOString());
  expect(again.body.updated_at).not.toBe(test.clock.now().toISOString());
});

it.each([
  { what_i_learned: '', did_not_understand: '' },
  { what_i_learned: ' \n', did_not_understand: '\t', marks: [] },
])('treats two empty fields (%j) as a request to snooze for a day', async (nothing) => {
  const learner = await test.as();
  const lesson = await buildSubchapter(test.database.db);
  const tomorrow = () => new Date(test.clock.now().getTime() + 86_400_000).toISOString();
  const { body } = await learner.post<Notes>(url(lesson.slug), nothing);
  expect(body).toMatchObject({ snoozed_until: tomorrow(), updated_at: null, what_i_learned: '' });
  await learner.post(url(lesson.slug), { what_i_learned: 'Kept.' });
  // One empty field clears that field and does not snooze the reminder.
  test.clock.advance(60);
  const one = await learner.post<Notes>(url(lesson.slug), { did_not_understand: ' ' });
  expect(one.body).toMatchObject({ what_i_learned: 'Kept.', snoozed_until: body.snoozed_until });
  // Two empty fields clear the existing text.
  const cleared = await learner.post<Notes>(url(lesson.slug), nothing);
  expect(cleared.body).toMatchObject({ what_i_learned: '', did_not_understand: '', snoozed_until: tomorrow() });
});

it('keeps both fields when they are written at the same time', async () => {
  const learner = await test.as();
  const lesson = await buildSubchapter(test.database.db);
  await Promise.all([
    learner.post(url(lesson.slug), { what_i_learned: 'One.' }),
    learner.post(url(lesson.slug), { did_not_understand: 'Two.' }),
    learner.post(url(lesson.slug), {}),
  ]);
  expect((await learner.get<Notes>(url(lesson.slug))).body).toMatchObject({
    what_i_learned: 'One.',
    did_not_understand: 'Two.',
    snoozed_until: expect.any(String),
  });
});

it('requires a visible, accessible lesson, a token and valid input', async () => {
  const { db } = test.database;
  const lesson = await buildSubchapter(db);
  const training = await buildTraining(db, { tier: 2 });
  const locked = await buildSubchapter(db, { chapterPk: (await buildChapter(db, { trainingPk: training.pk })).pk });
  const hidden = await buildSubchapter(db, { hidden: true });
  const learner = await test.as();
  for (const [slug, code] of [
    [locked.slug, 'tier_required'],
    [hidden.slug, 'not_found'],
    ['nothing', 'not_found'],
  ] as const) {
    expect((await learner.get(url(slug))).body.code).toBe(code);
    expect((await learner.post(url(slug), { what_i_learned: 'x' })).body.code).toBe(code);
  }
  expect((await (await test.as({ tier: 2 })).get(url(locked.slug))).status).toBe(200);
  expect((await test.anonymous.get(url(lesson.slug))).body.code).toBe('token_missing');
  expect((await test.anonymous.post(url(lesson.slug))).body.code).toBe('token_missing');
  expect((await test.anonymous.get(old)).body.code).toBe('token_missing');
  for (const body of [{ what_i_learned: 1 }, { what_i_learned: 'x'.repeat(20_001) }, []]) {
    expect((await learner.post(url(lesson.slug), body)).body.code).toBe('invalid_request');
  }
  expect((await learner.post(url(lesson.slug), { what_i_learned: '\u0000' })).status).toBe(400);
});

it('keeps notes on removed or rewritten lessons readable until they are written again', async () => {
  const { db } = test.database;
  const learner = await test.as();
  const other = await test.as();
  const [fresh, gone, rewritten, snoozed] = [
    await buildSubchapter(db),
    await buildSubchapter(db),
    await buildSubchapter(db),
    await buildSubchapter(db),
  ];
  for (const lesson of [fresh, gone, rewritten]) {
    await learner.post(url(lesson.slug), { what_i_learned: `On ${lesson.slug}.` });
    test.clock.advance(1);
  }
  await learner.post(url(snoozed.slug), {});
  await hide(gone.pk);
  await hide(snoozed.pk);
  await rewrite(rewritten.pk);
  const { notes } = (await learner.get<OldNotes>(old)).body;
  expect(notes.map(({ subchapter, what_i_learned }) => [subchapter.slug, what_i_learned])).toEqual([
    [rewritten.slug, `On ${rewritten.slug}.`],
    [gone.slug, `On ${gone.slug}.`],
  ]);
  expect(notes[0]?.subchapter.path).toMatch(new RegExp(`^/courses/training-\\d+/chapter-\\d+/${rewritten.slug}$`));
  expect(notes[1]?.subchapter.path).toBeNull();
  const training = notes[0]?.subchapter.path?.split('/')[2];
  expect(notes[0]?.subchapter).toMatchObject({ training, training_name: expect.stringMatching(/^Training /) });
  expect((await other.get<OldNotes>(old)).body).toEqual({ notes: [], next_cursor: null });

  await learner.post(url(rewritten.slug), { did_not_understand: 'New.' });
  expect((await learner.get<OldNotes>(old)).body.notes.map(({ subchapter }) => subchapter.slug)).toEqual([gone.slug]);
});

it('pages old notes without skipping or repeating any', async () => {
  const { db } = test.database;
  const learner = await test.as();
  const chapter = await buildChapter(db);
  const at = test.clock.now();
  for (let count = 0; count < 53; count++) {
    const lesson = await buildSubchapter(db, { chapterPk: chapter.pk, hidden: true });
    await db
      .insertInto('notes')
      .values({
        user_pk: learner.pk,
        subchapter_pk: lesson.pk,
        what_i_learned: `n${count}`,
        revision: 1,
        updated_at: at,
      })
      .execute();
  }
  const first = (await learner.get<OldNotes>(old)).body;
  const second = (await learner.get<OldNotes>(`${old}?cursor=${first.next_cursor}`)).body;
  expect([first.notes.length, second.notes.length, second.next_cursor]).toEqual([50, 3, null]);
  expect(new Set([...first.notes, ...second.notes].map((note) => note.what_i_learned)).size).toBe(53);
  for (const cursor of ['rubbish', '1.2.3', '99999999999999999999.1', "1' or 1"]) {
    expect((await learner.get(`${old}?cursor=${encodeURIComponent(cursor)}`)).body.code).toBe('invalid_request');
  }
});
