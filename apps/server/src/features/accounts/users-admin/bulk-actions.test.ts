import type { BulkUsersAnswer } from '@hexpedition/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUser } from '#testing/factories';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';
import { hashPassword } from '../passwords.ts';
import { queuedMails } from '../testing.ts';

const password = 'lantern gravel otter 9';

let test: TestApp;
let captain: Caller & { pk: number };
beforeAll(async () => {
  test = await createTestApp();
  captain = await test.as({ username: 'captain', isSuperuser: true, passwordHash: await hashPassword(password) });
});
afterAll(() => test.close());

const bulk = (body: object, as: Caller = captain) =>
  as.post<BulkUsersAnswer & { code?: string }>('/api/admin/users/bulk', body);
const find = (pk: number) =>
  test.database.db.selectFrom('users').selectAll().where('pk', '=', pk).executeTakeFirstOrThrow();
const actionsOn = async (pk: number) =>
  (
    await test.database.db
      .selectFrom('audit_events')
      .select(['action', 'data'])
      .where('subject', '=', `user:${pk}`)
      .where('actor_pk', '=', captain.pk)
      .orderBy('pk')
      .execute()
  ).map(({ action }) => action);

it('applies an action to each account, with a result and an audit entry for each', async () => {
  const [mara, ben] = [await test.as({ username: 'mara' }), await test.as({ username: 'ben' })];
  const answer = await bulk({ act: 'active', users: [mara.pk, ben.pk], is_active: false, reason: 'Left the club.' });
  expect(answer.body.results).toEqual([
    { pk: mara.pk, username: 'mara', error: null },
    { pk: ben.pk, username: 'ben', error: null },
  ]);
  expect((await mara.get('/api/account/details')).body.detail).toBe('inactive');
  expect(await actionsOn(ben.pk)).toEqual(['account.disabled']);
});

it('refuses what the action for one account refuses, and continues', async () => {
  const { pk } = await buildUser(test.database.db, { username: 'zoe' });
  const { body } = await bulk({
    act: 'active',
    users: [captain.pk, 2_000_000_000, pk],
    is_active: false,
    reason: 'Test.',
  });
  expect(body.results).toEqual([
    { pk: captain.pk, username: 'captain', error: expect.stringContaining('your own account') },
    { pk: 2_000_000_000, username: null, error: 'This account does not exist any more.' },
    { pk, username: 'zoe', error: null },
  ]);
  expect([(await find(captain.pk)).is_active, (await find(pk)).is_active]).toEqual([true, false]);
});

it('ends all sessions, grants beta access and a tier', async () => {
  const learner = await test.as();
  const users = [learner.pk];
  await bulk({ act: 'grant', users, tier: 2, months: 3 });
  await bulk({ act: 'beta', users, beta_access: true });
  expect((await find(learner.pk)).beta_access).toBe(true);
  expect(
    (await learner.get<{ user: { account: { tier: number } } }>('/api/account/details')).body.user.account.tier,
  ).toBe(2);
  await bulk({ act: 'end_sessions', users });
  expect((await learner.get('/api/account/details')).status).toBe(401);
  expect(await actionsOn(learner.pk)).toEqual(['tier.granted', 'account.beta', 'account.sessions_ended']);
});

describe('deletion', () => {
  const reason = 'The class of last year.';

  it("requires the superuser's password, mails the owner, ends the sessions and can be cancelled", async () => {
    const learner = await test.as({ email: 'gone@x.example' });
    const users = [learner.pk];
    expect((await bulk({ act: 'deletion', users, delete: true, reason })).body.code).toBe('wrong_password');
    expect((await find(learner.pk)).delete_at).toBeNull();
    await bulk({ act: 'deletion', users, delete: true, reason, password });
    const deleteAt = new Date(test.clock.now().getTime() + 14 * 86_400_000);
    expect((await find(learner.pk)).delete_at).toEqual(deleteAt);
    expect((await learner.get('/api/account/details')).status).toBe(401);
    expect(await queuedMails(test, { user: learner.pk })).toEqual([
      { kind: 'deletion_by_operator', user: learner.pk, deleteAt: deleteAt.toISOString() },
    ]);
    await bulk({ act: 'deletion', users, delete: false, reason: 'A mistake.' });
    expect((await find(learner.pk)).delete_at).toBeNull();
    expect(await actionsOn(learner.pk)).toEqual(['account.deletion_scheduled', 'account.deletion_cancelled']);
  });

  it('is refused for the own account, also of the only superuser', async () => {
    const { body } = await bulk({ act: 'deletion', users: [captain.pk], delete: true, reason, password });
    expect(body.results[0]?.error).toContain('your own account');
    expect((await find(captain.pk)).delete_at).toBeNull();
  });

  it('is scheduled once when two calls request it at the same time', async () => {
    const { pk } = await buildUser(test.database.db);
    const body = { act: 'deletion', users: [pk], delete: true, reason, password };
    await Promise.all([bulk(body), bulk(body)]);
    expect(await actionsOn(pk)).toEqual(['account.deletion_scheduled']);
  });

  it('works for one account', async () => {
    const { pk, username } = await buildUser(test.database.db);
    const url = `/api/admin/users/${username}/deletion`;
    expect((await captain.post(url, { delete: true, reason })).body.code).toBe('wrong_password');
    expect(
      (await captain.post<{ delete_at: string }>(url, { delete: true, reason, password })).body.delete_at,
    ).not.toBeNull();
    expect((await captain.post(url, { delete: false, reason })).body.delete_at).toBeNull();
    expect((await find(pk)).delete_at).toBeNull();
  });
});

it.each([
  { act: 'active', users: [], is_active: false, reason: 'Test.' },
  { act: 'active', users: [1, 1], is_active: false, reason: 'Test.' },
  { act: 'active', users: [1], is_active: false },
  { act: 'active', users: ['1 or 1=1'], is_active: false, reason: 'Test.' },
  { act: 'superuser', users: [1], is_superuser: true },
  { act: 'end_sessions', users: Array.from({ length: 101 }, (_, index) => index + 1) },
  { act: 'grant', users: [1], tier: 9, months: 1 },
  { users: [1] },
])('rejects %j', async (body) => {
  const before = await sql`select count(*) from audit_events`.execute(test.database.db);
  expect((await bulk(body)).status).toBe(400);
  expect((await sql`select count(*) from audit_events`.execute(test.database.db)).rows).toEqual(before.rows);
});
