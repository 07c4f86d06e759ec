import type { Notes, PublishedNotes } from '@hexpedition/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSubchapter } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const url = (slug: string) => `/api/subchapter/${slug}/notes`;
const read = (who: { get: TestApp['anonymous']['get'] }, slug: string, query = '') =>
  who.get<PublishedNotes>(`${url(slug)}/published${query}`);

async function finish(userPk: number, lesson: { pk: number }) {
  await test.database.db
    .insertInto('completions')
    .values({ user_pk: userPk, subchapter_pk: lesson.pk, revision: 1 })
    .execute();
}

async function author(lesson: { pk: number; slug: string }, text: string, username?: string) {
  const learner = await test.as(username ? { username } : {});
  await finish(learner.pk, lesson);
  const answer = await learner.post<Notes>(url(lesson.slug), { what_i_learned: text, published: true });
  expect(answer).toMatchObject({ status: 200, body: { published: true, hidden: false } });
  return learner;
}

it('shows published notes only to learners who have finished the lesson', async () => {
  const lesson = await buildSubchapter(test.database.db);
  const mara = await author(lesson, '<b>Cookies</b>', 'mara');
  const reader = await test.as();
  const rejected = await read(reader, lesson.slug);
  expect(rejected).toMatchObject({ status: 403, body: { code: 'forbidden', msg: expect.stringContaining('Finish') } });
  expect(JSON.stringify(rejected.body)).not.toContain('Cookies');
  expect((await read(test.anonymous, lesson.slug)).status).toBe(401);
  expect((await read(reader, 'nothing')).status).toBe(404);
  await finish(reader.pk, lesson);
  const entry = { username: 'mara', slug: 'mara', image: null, text: '<b>Cookies</b>', own: false };
  expect((await read(reader, lesson.slug)).body).toEqual({
    notes: [{ ...entry, published_at: expect.any(String) }],
    next_cursor: null,
  });
  expect((await read(mara, lesson.slug)).body.notes[0]?.own).toBe(true);
  await mara.post(url(lesson.slug), { published: false });
  expect((await read(reader, lesson.slug)).body.notes).toEqual([]);
  expect((await mara.get<Notes>(url(lesson.slug))).body).toMatchObject({
    published: false,
    what_i_learned: entry.text,
  });
});

it('can be published only after finishing the lesson, without the answer to what was not understood', async () => {
  const lesson = await buildSubchapter(test.database.db);
  const learner = await test.as();
  const early = await learner.post(url(lesson.slug), { what_i_learned: 'Early.', published: true });
  expect(early).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  await finish(learner.pk, lesson);
  await learner.post(url(lesson.slug), { what_i_learned: '', did_not_understand: 'All of it.', published: true });
  expect((await read(learner, lesson.slug)).body.notes).toEqual([]);
});

it('hides notes of disabled accounts and accounts scheduled for deletion, and does not link private profiles', async () => {
  const { db } = test.database;
  const lesson = await buildSubchapter(db);
  const [disabled, leaving, shy] = [await author(lesson, 'D'), await author(lesson, 'L'), await author(lesson, 'S')];
  await db.updateTable('users').set({ is_active: false }).where('pk', '=', disabled.pk).execute();
  await db.updateTable('users').set({ delete_at: new Date() }).where('pk', '=', leaving.pk).execute();
  await db.updateTable('users').set({ profile_public: false }).where('pk', '=', shy.pk).execute();
  const { notes } = (await read(shy, lesson.slug)).body;
  expect(notes.map(({ text, slug }) => [text, slug])).toEqual([['S', null]]);
});

it('pages newest first, each note once', async () => {
  const lesson = await buildSubchapter(test.database.db);
  const texts = ['1', '2', '3', '4', '5'];
  let last = await test.as();
  for (const text of texts) {
    // Two of them have the same time.
    if (text !== '3') test.clock.advance(1);
    last = await author(lesson, text);
  }
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body }: { body: PublishedNotes } = await read(
      last,
      lesson.slug,
      `?limit=2${cursor && `&cursor=${cursor}`}`,
    );
    seen.push(...body.notes.map(({ text }) => text));
    cursor = body.next_cursor;
  }
  expect(seen).toEqual([...texts].reverse());
  expect((await read(last, lesson.slug, '?cursor=x')).status).toBe(400);
  expect((await read(last, lesson.slug, '?limit=1000')).status).toBe(400);
});

it('can be hidden by a superuser, with an audit event, and shown again', async () => {
  const { db } = test.database;
  const lesson = await buildSubchapter(db);
  const learner = await author(lesson, 'Rude.', 'Rowdy');
  const warden = await test.as({ isSuperuser: true });
  const body = { subchapter: lesson.slug, username: 'rowdy', hidden: true };
  expect((await learner.post('/api/admin/notes/hide', body)).status).toBe(403);
  expect((await test.anonymous.post('/api/admin/notes/hide', body)).status).toBe(401);
  for (let times = 0; times < 2; times++) expect((await warden.post('/api/admin/notes/hide', body)).status).toBe(200);
  expect((await read(warden, lesson.slug)).body.notes).toEqual([]);
  // Publishing it again does not show it, and its owner sees the reason.
  await learner.post(url(lesson.slug), { published: false });
  await learner.post(url(lesson.slug), { published: true });
  expect((await learner.get<Notes>(url(lesson.slug))).body).toMatchObject({ hidden: true, what_i_learned: 'Rude.' });
  expect((await read(warden, lesson.slug)).body.notes).toEqual([]);
  await warden.post('/api/admin/notes/hide', { ...body, hidden: false });
  expect((await read(warden, lesson.slug)).body.notes).toHaveLength(1);
  const events = await db.selectFrom('audit_events').select('action').where('actor_pk', '=', warden.pk).execute();
  expect(events.map(({ action }) => action)).toEqual(['note.hidden', 'note.shown']);
  expect((await warden.post('/api/admin/notes/hide', { ...body, username: 'nobody' })).status).toBe(404);
  expect((await warden.post('/api/admin/notes/hide', {})).status).toBe(400);
});

it('limits publishing to thirty times per hour', async () => {
  const lesson = await buildSubchapter(test.database.db);
  const learner = await author(lesson, 'Now and then.');
  for (let count = 1; count < 30; count++) await learner.post(url(lesson.slug), { published: count % 2 === 0 });
  expect((await learner.post(url(lesson.slug), { published: true })).body.code).toBe('too_many_requests');
  expect((await learner.post(url(lesson.slug), { what_i_learned: 'Still written.' })).status).toBe(200);
});
