import {
  type AdminUser,
  type AdminUsers,
  type EndpointKey,
  endpointOf,
  endpoints,
  type ImpersonationAnswer,
  type User,
} from '@hexpedition/contract';
import type { HTTPMethods } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMonths } from '#platform/add-months';
import { buildSubchapter, buildUser } from '#testing/factories';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';
import { hashPassword } from '../passwords.ts';

const password = 'lantern gravel otter 9';
type Superuser = Caller & { pk: number; token: string };

let test: TestApp;
let captain: Superuser;
beforeAll(async () => {
  test = await createTestApp();
  captain = await test.as({ username: 'captain', isSuperuser: true, passwordHash: await hashPassword(password) });
});
afterAll(() => test.close());

const names = async (query: string): Promise<string[]> =>
  (await captain.get<AdminUsers>(`/api/admin/users?${query}`)).body.users.map(({ username }) => username);
const act = <T = AdminUser>(username: string, what: string, body: object, as: Caller = captain) =>
  as.post<T & { code?: string }>(`/api/admin/users/${username}/${what}`, body);
const personOf = async (username: string) => (await captain.get<AdminUser>(`/api/admin/users/${username}`)).body;

describe('users list', () => {
  it('finds users by part of the name or address, ignoring case and treating % and _ literally', async () => {
    const { db } = test.database;
    await buildUser(db, { username: 'Amundsen', email: 'roald@polar.example' });
    await buildUser(db, { username: 'am_und' });
    expect(await names('q=MUNDS')).toEqual(['Amundsen']);
    expect(await names('q=polar')).toEqual(['Amundsen']);
    expect(await names('q=m_u')).toEqual(['am_und']);
    expect(await names('q=am')).toEqual(['am_und', 'Amundsen']);
    expect(await names('q=%25')).toEqual([]);
  });

  it('filters by tier and state', async () => {
    const { db } = test.database;
    await buildUser(db, { username: 'shackleton', tier: 2 });
    await buildUser(db, { username: 'scott', isActive: false });
    await buildUser(db, { username: 'mawson', betaAccess: true });
    const { pk } = await buildUser(db, { username: 'byrd' });
    await db.updateTable('users').set({ delete_at: new Date() }).where('pk', '=', pk).execute();
    expect(await names('tier=2')).toEqual(['shackleton']);
    expect(await names('tier=0&q=shackleton')).toEqual([]);
    expect(await names('state=inactive')).toEqual(['scott']);
    expect(await names('state=beta')).toEqual(['mawson']);
    expect(await names('state=deletion_scheduled')).toEqual(['byrd']);
    expect(await names('state=superuser')).toEqual(['captain']);
    expect(await names('state=active&q=scott')).toEqual([]);
    const { pk: payer } = await buildUser(db, { username: 'rasmussen' });
    await db.insertInto('paddle_customers').values({ customer_id: 'ctm_rasmussen', user_pk: payer }).execute();
    expect(await names('state=past_due')).toEqual([]);
    const now = new Date();
    await db
      .insertInto('subscriptions')
      .values({
        ...{ id: 'sub_rasmussen', customer_id: 'ctm_rasmussen', product_id: 'pro', price_id: 'pri', currency: 'EUR' },
        ...{ amount: 900, started_at: now, occurred_at: now, event_id: 'evt_rasmussen' },
        status: 'past_due',
        billing_interval: 'month',
      })
      .execute();
    expect(await names('state=past_due')).toEqual(['rasmussen']);
  });

  it('pages without duplicates', async () => {
    for (let count = 0; count < 52; count++) await buildUser(test.database.db, { username: `crowd${count}` });
    const first = (await captain.get<AdminUsers>('/api/admin/users?q=crowd')).body;
    const second = (await captain.get<AdminUsers>(`/api/admin/users?q=crowd&cursor=${first.next_cursor}`)).body;
    expect([first.users.length, second.users.length, second.next_cursor]).toEqual([50, 2, null]);
    expect(new Set([...first.users, ...second.users].map(({ pk }) => pk)).size).toBe(52);
  });

  it.each([
    ['joined', ['tie-c', 'tie-b', 'tie-a']],
    ['name', ['tie-a', 'tie-b', 'tie-c']],
    ['last_seen', ['tie-b', 'tie-a', 'tie-c']],
    ['lessons', ['tie-c', 'tie-b', 'tie-a']],
    ['points', ['tie-a', 'tie-c', 'tie-b']],
  ])('sorts by %s, in both directions', async (sort, expected) => {
    const { db } = test.database;
    if ((await names('q=tie-')).length === 0) {
      const [a, b, c] = [
        await buildUser(db, { username: 'tie-a' }),
        await buildUser(db, { username: 'tie-b' }),
        await buildUser(db, { username: 'tie-c' }),
      ];
      const lesson = await buildSubchapter(db);
      await db.insertInto('completions').values({ user_pk: c.pk, subchapter_pk: lesson.pk, revision: 1 }).execute();
      await db.updateTable('user_totals').set({ points: 5 }).where('user_pk', '=', a.pk).execute();
      await db
        .updateTable('user_totals')
        .set({ last_seen_at: new Date('2026-05-05T10:00:00.123Z') })
        .where('user_pk', '=', b.pk)
        .execute();
      await db
        .updateTable('user_totals')
        .set({ last_seen_at: new Date('2026-05-04') })
        .where('user_pk', '=', a.pk)
        .execute();
    }
    expect(await names(`q=tie-&sort=${sort}`)).toEqual(expected);
    const reversed = sort === 'name' ? 'desc' : 'asc';
    expect(await names(`q=tie-&sort=${sort}&order=${reversed}`)).toEqual(expected.toReversed());
  });

  it('shows the activity of each account', async () => {
    const [row] = (await captain.get<AdminUsers>('/api/admin/users?q=tie-b')).body.users;
    expect(row).toMatchObject({ last_seen_at: '2026-05-05T10:00:00.123Z', lessons: 0, points: 0 });
    const [never] = (await captain.get<AdminUsers>('/api/admin/users?q=tie-c')).body.users;
    expect(never).toMatchObject({ last_seen_at: null, lessons: 1 });
  });

  it.each(
    ['joined', 'name', 'last_seen', 'lessons', 'points'].flatMap((sort) => [`${sort}&order=asc`, `${sort}&order=desc`]),
  )('pages without duplicates, sorted by %s', async (sort) => {
    await test.database.db
      .updateTable('user_totals')
      .set({
        lessons: sql`user_pk % 3`,
        points: sql`user_pk % 5`,
        last_seen_at: sql`now() - user_pk % 4 * interval '1 us'`,
      })
      .where('user_pk', 'in', (query) => query.selectFrom('users').select('pk').where('username', 'like', 'crowd%'))
      .execute();
    const url = `/api/admin/users?q=crowd&sort=${sort}`;
    const first = (await captain.get<AdminUsers>(url)).body;
    const second = (await captain.get<AdminUsers>(`${url}&cursor=${first.next_cursor}`)).body;
    expect([first.users.length, second.users.length, second.next_cursor]).toEqual([50, 2, null]);
    expect(new Set([...first.users, ...second.users].map(({ pk }) => pk)).size).toBe(52);
  });

  it('rejects the cursor of another order, and an altered one', async () => {
    const { next_cursor } = (await captain.get<AdminUsers>('/api/admin/users?q=crowd&sort=points')).body;
    expect((await captain.get(`/api/admin/users?q=crowd&sort=lessons&cursor=${next_cursor}`)).status).toBe(400);
    const forged = Buffer.from(JSON.stringify({ sort: 'points', value: "1'--", pk: 1 })).toString('base64url');
    expect((await captain.get(`/api/admin/users?sort=points&cursor=${forged}`)).status).toBe(400);
  });

  it.each(['cursor=x', 'sort=email', 'order=up', 'tier=7', 'state=odd', `q=${'x'.repeat(101)}`, 'q=a%00b'])(
    'rejects %s',
    async (query) => {
      expect((await captain.get(`/api/admin/users?${query}`)).status).toBe(400);
    },
  );

  it('contains no secrets', async () => {
    const hash = await hashPassword('another otter 12');
    const learner = await test.as({ username: 'nansen', email: 'n@fram.example', tier: 1, passwordHash: hash });
    const { slug } = await buildSubchapter(test.database.db);
    await learner.post(`/api/subchapter/${slug}/feedback`, { rating: 4, text: 'More ice.' });
    // The grant starts by the clock of the database.
    test.clock.advance(60);
    const answer = await captain.get<AdminUser>('/api/admin/users/NANSEN');
    expect(answer.body).toMatchObject({
      ...{ username: 'nansen', email: 'n@fram.example', tier: 1, is_active: true },
      sign_in: { has_password: true, two_factor: false, passkeys: 0, provider: false },
      entitlements: [{ source: 'grant', tier: 1, state: 'current' }],
      sessions: [{ current: false }],
      feedback: [{ rating: 4, text: 'More ice.' }],
    });
    const { sid } = await test.database.db
      .selectFrom('sessions')
      .select('sid')
      .where('user_pk', '=', learner.pk)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(answer.body)).not.toContain(hash);
    expect(JSON.stringify(answer.body)).not.toContain(sid);
    expect((await captain.get('/api/admin/users/nobody')).body.code).toBe('not_found');
  });
});

describe('tier grant', () => {
  it('runs for months or without an end, and can be taken back once, also concurrently', async () => {
    await buildUser(test.database.db, { username: 'ross' });
    const granted = await act('ross', 'grant', { tier: 2, months: 3 });
    const until = addMonths(test.clock.now(), 3).toISOString();
    expect(granted.body).toMatchObject({ tier: 2, entitlements: [{ source: 'grant', tier: 2, until }] });
    const pk = granted.body.entitlements[0]?.pk;
    test.clock.advance(1);
    const codes = (await Promise.all([1, 2].map(() => act('ross', 'revoke', { pk })))).map(({ status }) => status);
    expect(codes.sort()).toEqual([200, 404]);
    expect((await act('ross', 'grant', { tier: 1, months: null })).body.entitlements).toMatchObject([
      { tier: 1, until: null },
      { tier: 2, source: 'grant' },
    ]);
  });

  it('cannot be taken back from another user, and other entitlements cannot be taken back', async () => {
    const { db } = test.database;
    const other = await buildUser(db, { username: 'cook', tier: 1 });
    const pk = (await personOf('cook')).entitlements[0]?.pk;
    expect((await act('ross', 'revoke', { pk })).body.code).toBe('not_found');
    const bought = { user_pk: other.pk, source: 'invite' as const, tier: 2, ends_at: null };
    const row = await db.insertInto('entitlements').values(bought).returning('pk').executeTakeFirstOrThrow();
    expect((await act('cook', 'revoke', { pk: row.pk })).body.code).toBe('not_found');
  });

  it.each([{ tier: 5, months: 1 }, { tier: 0, months: 1 }, { tier: 1, months: 0 }, { tier: 1 }, {}])(
    'rejects %j',
    async (body) => {
      expect((await act('ross', 'grant', body)).status).toBe(400);
    },
  );
});

describe('account actions', () => {
  it('do not deadlock when two superusers change each other at once', async () => {
    const { db } = test.database;
    const hash = await hashPassword(password);
    const [wisting, bjaaland] = await Promise.all([
      test.as({ username: 'wisting', isSuperuser: true, passwordHash: hash }),
      test.as({ username: 'bjaaland', isSuperuser: true, passwordHash: hash }),
    ]);
    const statuses: number[] = [];
    for (let n = 0; n < 10; n++) {
      const both = await Promise.all([
        act('bjaaland', 'superuser', { is_superuser: false, password }, wisting),
        act('wisting', 'superuser', { is_superuser: false, password }, bjaaland),
        act('bjaaland', 'grant', { tier: 1, months: 1 }, wisting),
        act('wisting', 'grant', { tier: 1, months: 1 }, bjaaland),
      ]);
      statuses.push(...both.map(({ status }) => status));
      await db.updateTable('users').set({ is_superuser: true }).where('pk', 'in', [wisting.pk, bjaaland.pk]).execute();
    }
    // The faster one has removed the other's rights; there is no deadlock.
    expect(statuses.filter((status) => status !== 200 && status !== 403)).toEqual([]);
    await db.updateTable('users').set({ is_superuser: false }).where('pk', 'in', [wisting.pk, bjaaland.pk]).execute();
  });

  it('disable an account immediately with a reason, and enable it again', async () => {
    const learner = await test.as({ username: 'peary' });
    expect((await act('peary', 'active', { is_active: false, reason: 'x' })).status).toBe(400);
    await act('peary', 'active', { is_active: false, reason: 'Sold flags.' });
    const refused = await learner.get('/api/account/details');
    expect([refused.status, refused.body.detail]).toEqual([401, 'inactive']);
    expect((await act('peary', 'active', { is_active: true, reason: 'A mistake.' })).body).toMatchObject({
      ...{ is_active: true, sessions: [] },
    });
    expect((await learner.get('/api/account/details')).body.code).toBe('session_ended');
  });

  it('end one session or all sessions', async () => {
    const firstSession = await test.as({ username: 'henson' });
    const other = await test.as({ pk: firstSession.pk });
    const [first] = (await personOf('henson')).sessions;
    expect((await act('henson', 'end_sessions', { sid_hash: 'x' })).body.code).toBe('not_found');
    const remaining = (await act('henson', 'end_sessions', { sid_hash: first?.sid_hash })).body.sessions;
    expect(remaining).toHaveLength(1);
    expect((await act('henson', 'end_sessions', {})).body.sessions).toEqual([]);
    expect((await other.get('/api/account/details')).status).toBe(401);
  });

  it("require the superuser's own password to remove an authenticator app", async () => {
    const { db } = test.database;
    const { pk } = await buildUser(db, { username: 'wild' });
    await db
      .insertInto('totp_secrets')
      .values({ user_pk: pk, secret: Buffer.alloc(32), confirmed_at: new Date() })
      .execute();
    expect((await act('wild', 'second_factor', { password: 'wrong' })).body.code).toBe('wrong_password');
    expect((await act('wild', 'second_factor', {})).body.code).toBe('wrong_password');
    expect((await act('wild', 'second_factor', { password })).body.sign_in.two_factor).toBe(false);
  });
});

describe('superuser rights', () => {
  it('need the password to change, and superusers cannot demote or disable themselves', async () => {
    await buildUser(test.database.db, { username: 'crean' });
    expect((await act('crean', 'superuser', { is_superuser: true })).body.code).toBe('wrong_password');
    expect((await act('crean', 'superuser', { is_superuser: true, password })).body.is_superuser).toBe(true);
    expect((await act('captain', 'superuser', { is_superuser: false, password })).body.code).toBe('forbidden');
    expect((await act('captain', 'active', { is_active: false, reason: 'Tired.' })).body.code).toBe('forbidden');
    expect((await act('crean', 'superuser', { is_superuser: false, password })).body.is_superuser).toBe(false);
  });

  it('are not removed from the last superuser when two demote each other at once', async () => {
    const hash = await hashPassword(password);
    const secondSuperuser = await test.as({ username: 'second', isSuperuser: true, passwordHash: hash });
    const codes = await Promise.all([
      act('second', 'superuser', { is_superuser: false, password }),
      act('captain', 'superuser', { is_superuser: false, password }, secondSuperuser),
    ]);
    expect(codes.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const { db } = test.database;
    const remaining = await db.selectFrom('users').select('username').where('is_superuser', '=', true).execute();
    expect(remaining).toHaveLength(1);
    await db.updateTable('users').set({ is_superuser: true }).where('username', '=', 'captain').execute();
    await db.updateTable('users').set({ is_superuser: false }).where('username', '=', 'second').execute();
  });
});

describe('view as', () => {
  const viewOf = async (username: string): Promise<string> =>
    (await act<ImpersonationAnswer>(username, 'view', {})).body.access;
  const call = (method: HTTPMethods, url: string, token: string, payload?: object) =>
    test.app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload ? { payload } : {}) });

  it('shows the site as the learner sees it, and is audited', async () => {
    const learner = await test.as({ username: 'bellingshausen', tier: 1 });
    const access = await viewOf('bellingshausen');
    const { user } = (await call('GET', '/api/account/details', access)).json<{ user: User }>();
    expect([user.pk, user.account.tier, user.is_superuser]).toEqual([learner.pk, 1, false]);
    const event = await test.database.db
      .selectFrom('audit_events')
      .select(['actor_pk', 'action'])
      .where('subject', '=', `user:${learner.pk}`)
      .executeTakeFirstOrThrow();
    expect(event).toEqual({ actor_pk: captain.pk, action: 'impersonation.started' });
  });

  it('allows no other reads and no changes through any endpoint', async () => {
    const learner = await test.as({ username: 'weddell' });
    const { slug } = await buildSubchapter(test.database.db);
    await learner.post(`/api/subchapter/${slug}/notes`, { what_i_learned: 'a private thought' });
    const access = await viewOf('weddell');
    const before = await stateOf(learner.pk);
    const open: string[] = [];
    for (const key of Object.keys(endpoints) as EndpointKey[]) {
      const { access: who, ownCredential } = endpointOf(key);
      // These calls use a credential of their own and ignore this one.
      if (ownCredential) continue;
      const [method = '', pattern = ''] = key.split(' ');
      const url = pattern.replace(':version', '2').replaceAll(/:\w+/g, slug);
      const answer = await call(method as HTTPMethods, url, access, method === 'GET' ? undefined : {});
      expect(answer.body).not.toContain('a private thought');
      const isRefused = answer.statusCode === 403 && answer.json().code === 'view_only';
      if (method !== 'GET') expect([key, isRefused]).toEqual([key, true]);
      else if (!isRefused && who !== 'public') open.push(key);
    }
    expect(open.filter((key) => /admin|session|security|export|paddle|voucher|notes|feedback/.test(key))).toEqual([]);
    expect(open.length).toBeGreaterThan(10);
    expect(await stateOf(learner.pk)).toBe(before);
  });

  it('is rejected for superusers and unknown users, and inside another view', async () => {
    await buildUser(test.database.db, { username: 'rymill' });
    expect((await act('captain', 'view', {})).body.code).toBe('forbidden');
    expect((await act('nobody', 'view', {})).body.code).toBe('not_found');
    const answer = await call('POST', '/api/admin/users/rymill/view', await viewOf('rymill'), {});
    expect(answer.json().code).toBe('view_only');
  });

  it("ends with the superuser's session, with their rights and after ten minutes", async () => {
    await buildUser(test.database.db, { username: 'ronne' });
    const status = async (token: string) => (await call('GET', '/api/account/details', token)).statusCode;
    const otherSuperuser = await test.as({ username: 'borchgrevink', isSuperuser: true });
    const { access } = (await act<ImpersonationAnswer>('ronne', 'view', {}, otherSuperuser)).body;
    expect(await status(access)).toBe(200);
    await test.database.db
      .updateTable('users')
      .set({ is_superuser: false })
      .where('pk', '=', otherSuperuser.pk)
      .execute();
    expect(await status(access)).toBe(401);
    await test.database.db
      .updateTable('users')
      .set({ is_superuser: true })
      .where('pk', '=', otherSuperuser.pk)
      .execute();
    await act('borchgrevink', 'end_sessions', {});
    expect(await status(access)).toBe(401);
    const late = await viewOf('ronne');
    test.clock.advance(601);
    expect((await call('GET', '/api/account/details', late)).json().code).toBe('token_expired');
  });
});

/** Returns all rows of a user and the audit log, which a view must not change. */
async function stateOf(pk: number): Promise<string> {
  const { db } = test.database;
  const { rows: tables } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass order by 1, 2`.execute(db);
  const parts = [{ table: 'users', column: 'pk' }, ...tables].map(async ({ table, column }) => {
    const { rows } = await sql`select * from ${sql.table(table)} where ${sql.ref(column)} = ${pk}`.execute(db);
    return rows.map((row) => JSON.stringify(row)).sort();
  });
  return JSON.stringify(await Promise.all(parts));
}
