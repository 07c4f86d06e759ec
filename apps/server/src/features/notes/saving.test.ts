import type { NoteMark, Notes } from '@hexpedition/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildChapter, buildSubchapter, buildTraining } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';

/** Concurrent tabs, a lost response and a lock must not lose notes. */

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const url = (slug: string) => `/api/subchapter/${slug}/notes`;

it('rejects a save based on an outdated version and keeps the newer notes', async () => {
  const learner = await test.as();
  const { slug } = await buildSubchapter(test.database.db);
  const first = await learner.post<Notes>(url(slug), { what_i_learned: 'One.', base: null });
  expect(first.status).toBe(200);
  const second = await learner.post<Notes>(url(slug), { what_i_learned: 'Two.', base: first.body.updated_at });
  expect(second.status).toBe(200);
  // The clock does not advance, but both versions have distinct times.
  expect(second.body.updated_at).not.toBe(first.body.updated_at);
  for (const base of [null, first.body.updated_at]) {
    const late = await learner.post(url(slug), { what_i_learned: 'Three.', base });
    expect(late).toMatchObject({ status: 409, body: { code: 'conflict' } });
  }
  expect((await learner.get<Notes>(url(slug))).body).toEqual(second.body);
  // Without a base, the last save wins.
  expect((await learner.post<Notes>(url(slug), { what_i_learned: 'Three.' })).body.what_i_learned).toBe('Three.');
});

it('accepts the same text again, as after a lost response', async () => {
  const learner = await test.as();
  const { slug } = await buildSubchapter(test.database.db);
  const first = await learner.post<Notes>(url(slug), { what_i_learned: 'One.', base: null });
  test.clock.advance(5);
  const again = await learner.post<Notes>(url(slug), { what_i_learned: 'One.', base: null });
  expect(again).toMatchObject({ status: 200, body: first.body });
});

it('accepts one of two concurrent saves and rejects the other with a conflict', async () => {
  const learner = await test.as();
  const { slug } = await buildSubchapter(test.database.db);
  const answers = await Promise.all(
    ['A', 'B', 'C'].map((text) => learner.post<Notes>(url(slug), { what_i_learned: text, base: null })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

it('stores the marks of a video and rejects invalid ones', async () => {
  const learner = await test.as();
  const { slug } = await buildSubchapter(test.database.db);
  const marks: NoteMark[] = [{ module: 'film', at: 61.5, text: 'The trick' }];
  expect((await learner.post<Notes>(url(slug), { marks })).body.marks).toEqual(marks);
  await learner.post(url(slug), { what_i_learned: 'Kept beside.' });
  expect((await learner.get<Notes>(url(slug))).body).toMatchObject({ marks, what_i_learned: 'Kept beside.' });
  const mark = { module: 'film', at: 1, text: 'x' };
  for (const wrong of [
    [{ ...mark, at: -1 }],
    [{ ...mark, at: 'soon' }],
    [{ ...mark, text: 'x'.repeat(501) }],
    [{ ...mark, module: '' }],
    [{ ...mark, text: 'a\0b' }],
    [{ ...mark, module: '\ud800' }],
    Array.from({ length: 201 }, () => mark),
    'all',
  ]) {
    expect((await learner.post(url(slug), { marks: wrong })).body.code).toBe('invalid_request');
  }
  expect((await learner.post(url(slug), { what_i_learned: 'x', base: 'yesterday' })).body.code).toBe('invalid_request');
});

it('rejects writing when the lesson is locked, and still shows existing notes', async () => {
  const { db } = test.database;
  const training = await buildTraining(db, { tier: 2 });
  const { slug } = await buildSubchapter(db, { chapterPk: (await buildChapter(db, { trainingPk: training.pk })).pk });
  const learner = await test.as({ tier: 2 });
  await learner.post(url(slug), { what_i_learned: 'Mine.' });
  await sql`delete from entitlements where user_pk = ${learner.pk}`.execute(db);
  expect((await learner.get<Notes>(url(slug))).body.what_i_learned).toBe('Mine.');
  const rejected = await learner.post(url(slug), { what_i_learned: 'More.' });
  expect(rejected).toMatchObject({ status: 403, body: { code: 'tier_required' } });
  expect((await (await test.as()).get(url(slug))).body.code).toBe('tier_required');
});
