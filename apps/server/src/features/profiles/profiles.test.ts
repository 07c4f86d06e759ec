import type { Profile, User } from '@hexpedition/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announceProfileChange } from '#features/profile-pages/profile-pages.public';
import { buildChapter, buildLab, buildLessonFlag, buildSubchapter, buildTraining, buildUser } from '#testing/factories';
import { watchPageChanges } from '#testing/page-changes';
import { createTestApp, type TestApp } from '#testing/test-app';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const url = (slug: string) => `/api/account/profile/${slug}`;
const change = '/api/account/user_settings';
const readProfile = async (slug: string) => (await test.anonymous.get<Profile>(url(slug))).body;
const set = (pk: number, values: Record<string, unknown>) =>
  test.database.db.updateTable('users').set(values).where('pk', '=', pk).execute();

async function complete(userPk: number, subchapter: { pk: number }, at = test.clock.now()) {
  await test.database.db
    .insertInto('completions')
    .values({ user_pk: userPk, subchapter_pk: subchapter.pk, revision: 1, completed_at: at })
    .execute();
}
async function solve(userPk: number, flag: { pk: number }, at = test.clock.now()) {
  await test.database.db
    .insertInto('solves')
    .values({ user_pk: userPk, flag_pk: flag.pk, points: 10, solved_at: at })
    .execute();
}

describe('reading a profile', () => {
  it('shows public activity, and finds the profile by its slug in any case', async () => {
    const owner = await buildUser(test.database.db, { username: 'Reader', tier: 2 });
    const chapter = await buildChapter(test.database.db);
    const [done, open] = [
      await buildSubchapter(test.database.db, { chapterPk: chapter.pk }),
      await buildSubchapter(test.database.db, { chapterPk: chapter.pk }),
    ];
    await buildSubchapter(test.database.db, { chapterPk: chapter.pk, hidden: true });
    await complete(owner.pk, done);
    const whole = await buildSubchapter(test.database.db);
    await complete(owner.pk, whole, new Date('2026-01-05T23:59:00Z'));
    const hidden = await buildSubchapter(test.database.db, {
      chapterPk: (
        await buildChapter(test.database.db, {
          trainingPk: (await buildTraining(test.database.db, { hidden: true })).pk,
        })
      ).pk,
    });
    await complete(owner.pk, hidden);
    const [first, second] = (await buildLab(test.database.db, { slug: 'half', flags: 2 })).flags;
    const [only] = (await buildLab(test.database.db, { slug: 'whole', flags: 1 })).flags;
    if (!first || !second || !only) throw new Error('no flags');
    await solve(owner.pk, first);
    await solve(owner.pk, only);
    await solve(owner.pk, await buildLessonFlag(test.database.db, { subchapterPk: open.pk }));
    await test.database.db
      .insertInto('board_scores')
      .values({ user_pk: owner.pk, board: 'all', points: 30, flags: 3, last_solve_at: test.clock.now() })
      .execute();

    const profile = await readProfile('READER');
    expect(profile).toMatchObject({
      username: 'Reader',
      slug: 'reader',
      tier: 2,
      own: false,
      is_public: true,
      points: { points: 30, flags: 3, rank: 1, month: { points: 0, rank: null }, week: { points: 0, rank: null } },
    });
    expect(profile.trainings?.map(({ completed, total }) => [completed, total])).toEqual([
      [1, 1],
      [1, 2],
    ]);
    expect(profile.labs?.map(({ slug }) => slug)).toEqual(['whole']);
    const today = test.clock.now().toISOString().slice(0, 10);
    expect(profile.activity?.at(-1)).toEqual({ day: today, count: 5 });

    await solve(owner.pk, second);
    expect((await readProfile('reader')).labs?.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(['half', 'whole']),
    );
    await set(owner.pk, { listed: false });
    expect((await readProfile('reader')).points).toMatchObject({ points: 30, flags: 3, rank: null });
  });

  it('counts activity per UTC day of the last 371 days', async () => {
    const owner = await buildUser(test.database.db, { username: 'daily' });
    const today = Math.floor(test.clock.now().getTime() / 86_400_000) * 86_400_000;
    for (const offset of [371, 370, 370, 1]) {
      await complete(owner.pk, await buildSubchapter(test.database.db), new Date(today - offset * 86_400_000 + 1));
    }
    const dayOf = (offset: number) => new Date(today - offset * 86_400_000).toISOString().slice(0, 10);
    expect((await readProfile('daily')).activity).toEqual([
      { day: dayOf(370), count: 2 },
      { day: dayOf(1), count: 1 },
    ]);
  });

  it('returns empty sections for a user without activity', async () => {
    await buildUser(test.database.db, { username: 'newcomer' });
    expect(await readProfile('newcomer')).toMatchObject({
      points: { points: 0, flags: 0, rank: null, history: [] },
      trainings: [],
      labs: [],
      activity: [],
    });
  });

  it('answers alike for unknown, private, disabled and soon deleted profiles, except to their owner', async () => {
    const unknown = await test.anonymous.get(url('nobody-here'));
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found', msg: 'The profile could not be found.' } });
    const other = await test.as();
    for (const [username, values] of [
      ['private1', { profile_public: false }],
      ['leaving1', { delete_at: test.clock.now() }],
    ] as const) {
      const owner = await test.as({ username });
      await set(owner.pk, values);
      expect((await test.anonymous.get(url(username))).body).toEqual(unknown.body);
      expect((await other.get(url(username))).body).toEqual(unknown.body);
      expect((await owner.get<Profile>(url(username))).body).toMatchObject({
        own: true,
        username,
        points: { points: 0 },
      });
    }
    const { pk } = await buildUser(test.database.db, { username: 'disabled1', isActive: false });
    expect((await test.anonymous.get(url('disabled1'))).body).toEqual(unknown.body);
    await set(pk, { is_active: true });
    expect((await test.anonymous.get(url('disabled1'))).status).toBe(200);
  });

  it('shows a hidden section only to the owner', async () => {
    const owner = await test.as({ username: 'shy' });
    await owner.post(change, { sections: { points: false, activity: false } });
    expect(await readProfile('shy')).toMatchObject({ points: null, trainings: [], labs: [], activity: null });
    expect((await (await test.as()).get<Profile>(url('shy'))).body).toMatchObject({ points: null, activity: null });
    expect((await owner.get<Profile>(url('shy'))).body).toMatchObject({
      points: { points: 0 },
      activity: [],
      sections: { points: false, trainings: true, labs: true, activity: false },
    });
  });

  it('rejects malformed input', async () => {
    expect((await test.anonymous.get(url('x'.repeat(61)))).status).toBe(400);
    expect((await test.anonymous.get(url('%00'))).status).toBe(400);
    expect((await test.anonymous.get(url(encodeURIComponent("' or 1=1 --")))).status).toBe(404);
  });
});

describe('changing a profile', () => {
  it('changes the given fields, keeps the others and returns the user', async () => {
    const owner = await test.as({ username: 'Changer' });
    const first = await owner.post<{ user: User }>(change, { slug: 'New-Slug', about: ' Two\nlines ' });
    expect(first.body.user.account.public_profile).toMatchObject({
      slug: 'new-slug',
      about: 'Two\nlines',
      is_public: true,
    });
    await owner.post(change, { sections: { labs: false } });
    expect(await readProfile('new-slug')).toMatchObject({
      username: 'Changer',
      about: 'Two\nlines',
      labs: null,
      trainings: [],
    });
    // The username leads to it too.
    expect(await readProfile('CHANGER')).toMatchObject({ username: 'Changer', slug: 'new-slug' });
    const events = await test.database.db
      .selectFrom('audit_events')
      .select(['action', 'data'])
      .where('actor_pk', '=', owner.pk)
      .orderBy('pk')
      .execute();
    expect(events).toEqual([
      { action: 'account.profile', data: { changed: ['profile_about', 'profile_slug'] } },
      { action: 'account.profile', data: { changed: ['profile_labs'] } },
    ]);
  });

  it('rejects slugs and usernames of others and reserved words, ignoring case', async () => {
    const [owner, other] = [await test.as({ username: 'Mine' }), await test.as({ username: 'Other' })];
    expect((await other.post(change, { slug: 'chosen' })).status).toBe(200);
    for (const slug of ['chosen', 'CHOSEN', 'other', 'Other', 'admin', 'ad-min']) {
      const { status, body } = await owner.post(change, { slug });
      expect([slug, status, body.code]).toEqual([slug, 400, 'slug_taken']);
      expect(body.fields).toEqual({ slug: 'This address is taken. Choose another.' });
    }
    expect((await owner.post(change, { slug: 'elsewhere' })).status).toBe(200);
    expect((await owner.post(change, { slug: 'mine' })).status).toBe(200);
  });

  it('gives a free slug to only one of several concurrent requests', async () => {
    const callers = await Promise.all(Array.from({ length: 6 }, () => test.as()));
    const answers = await Promise.all(callers.map((caller) => caller.post(change, { slug: 'contested' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'slug_taken')).toHaveLength(5);
  });

  it('gives a name to only one of a slug change and a sign-up at the same moment', async () => {
    const owner = await test.as();
    const { db } = test.database;
    const answer = await db.transaction().execute(async (tx) => {
      await buildUser(tx, { username: 'Rival' });
      const waiting = owner.post(change, { slug: 'rival' });
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { waiting };
    });
    expect((await answer.waiting).body.code).toBe('slug_taken');
  });

  it('requires a token and valid input, and is rate limited', async () => {
    expect((await test.anonymous.post(change, {})).body.code).toBe('token_missing');
    const owner = await test.as();
    for (const body of [
      { slug: 'a' },
      { slug: '-a-' },
      { slug: 'ä'.repeat(3) },
      { about: 'x'.repeat(601) },
      { is_public: 'no' },
    ]) {
      expect((await owner.post(change, body)).body.code).toBe('invalid_request');
    }
    expect((await owner.post(change, { about: 'a\u0000b' })).status).toBe(400);
    for (let count = 0; count < 29; count++) await owner.post(change, {});
    expect((await owner.post(change, {})).body.code).toBe('too_many_requests');
  });
});

describe('cached profile pages', () => {
  it('are dropped on every node under the old and new slug when their content changes', async () => {
    const owner = await test.as({ username: 'Cached' });
    const notifiedTags: string[][] = [];
    const nodes = await Promise.all(
      [0, 1].map((node) =>
        watchPageChanges(test.database.url, (what) => {
          notifiedTags[node] = [...(notifiedTags[node] ?? []), ...(Array.isArray(what) ? what : [what])];
        }),
      ),
    );
    const expectNotified = (tags: string[]) =>
      expect.poll(() => notifiedTags.map((tags) => [...new Set(tags)].sort())).toEqual([tags, tags]);
    await owner.post(change, { is_public: false });
    await expectNotified(['/api/account/leaderboard', '/api/account/profile/cached']);
    await owner.post(change, { slug: 'moved' });
    await expectNotified(['/api/account/leaderboard', '/api/account/profile/cached', '/api/account/profile/moved']);
    notifiedTags.length = 0;
    await owner.post(change, { slug: 'moved', is_public: false });
    await test.database.db.transaction().execute((tx) => announceProfileChange(tx, owner.pk));
    await expectNotified(['/api/account/leaderboard', '/api/account/profile/cached', '/api/account/profile/moved']);
    expect(notifiedTags[0]).toHaveLength(3);
    await Promise.all(nodes.map((stop) => stop()));
  });
});
