import type { User } from '@hexpedition/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeRuntime, createPlainShutdown, labsTemplate } from '#features/labs/testing';
import { buildLessonFlag, buildUser } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';
import { stopLabsOf } from '../../labs/labs.ts';
import { hashPassword } from '../passwords.ts';
import { createAccountDeletion } from './account-deletion.service.ts';

let test: TestApp;
let passwordHash: string;
const runtime = createFakeRuntime();
beforeAll(async () => {
  test = await createTestApp({}, { labRuntime: runtime }, await labsTemplate());
  passwordHash = await hashPassword('night-chart-42');
});
afterAll(() => test.close());

const password = 'night-chart-42';
const days = (count: number) => count * 86_400;
const deletePath = '/api/account/delete';
const find = (pk: number) =>
  test.database.db.selectFrom('users').select(['pk', 'delete_at']).where('pk', '=', pk).executeTakeFirst();
const actionsOf = async (pk: number) =>
  (
    await test.database.db
      .selectFrom('audit_events')
      .select('action')
      .where('actor_pk', '=', pk)
      .orderBy('pk')
      .execute()
  ).map(({ action }) => action);
const noHooks = { onSchedule: async () => {}, onDelete: async () => {} };
/** Runs the sweep like another server node. */
const node = (endLabs: (pk: number) => Promise<void> = async () => {}) =>
  createAccountDeletion({
    db: test.database.db,
    clock: test.clock,
    queueMail: async () => {},
    endLabs,
    deletionHooks: noHooks,
  });

async function sweepLikeTheServer(): Promise<void> {
  const { db } = test.database;
  const row = await db.selectFrom('instances').select('runner').limit(1).executeTakeFirstOrThrow();
  const deps = { db, clock: test.clock, runner: row.runner, shutdown: createPlainShutdown(runtime) };
  await node((pk) => stopLabsOf(deps, pk)).sweep();
}

describe('scheduling an account deletion', () => {
  it('requires the password, sets the date and ends every session', async () => {
    const learner = await test.as({ passwordHash });
    const phone = await test.as({ pk: learner.pk });
    expect((await learner.post(deletePath, { password: 'wrong' })).body.code).toBe('wrong_password');
    expect((await learner.post(deletePath, {})).body.code).toBe('wrong_password');
    expect(await find(learner.pk)).toMatchObject({ delete_at: null });
    expect((await learner.post(deletePath, { password })).status).toBe(200);
    expect((await find(learner.pk))?.delete_at).toEqual(new Date(test.clock.now().getTime() + days(14) * 1000));
    for (const session of [learner, phone]) {
      expect((await session.get('/api/account/details')).body.code).toBe('session_ended');
    }
    const ended = await test.database.db
      .selectFrom('sessions')
      .select('end_reason')
      .where('user_pk', '=', learner.pk)
      .execute();
    expect(ended.map(({ end_reason }) => end_reason)).toEqual(['deleted', 'deleted']);
    expect(await actionsOf(learner.pk)).toEqual(['account.deletion_scheduled']);
  });

  it('keeps the first date on repeated and concurrent requests', async () => {
    const learner = await test.as({ passwordHash });
    const [one, two] = [await test.as({ pk: learner.pk }), await test.as({ pk: learner.pk })];
    await Promise.all([one.post(deletePath, { password }), two.post(deletePath, { password })]);
    const first = (await find(learner.pk))?.delete_at;
    test.clock.advance(3_600);
    const secondSession = await test.as({ pk: learner.pk });
    expect((await secondSession.post(deletePath, { password })).status).toBe(200);
    expect((await find(learner.pk))?.delete_at).toEqual(first);
    expect(await actionsOf(learner.pk)).toEqual(['account.deletion_scheduled']);
  });

  it('can be cancelled, which restores the profile and the leaderboard rank', async () => {
    const learner = await test.as({ username: 'Returner', passwordHash });
    await test.database.db
      .insertInto('board_scores')
      .values({ user_pk: learner.pk, board: 'all', points: 9, flags: 1, last_solve_at: test.clock.now() })
      .execute();
    await learner.post(deletePath, { password });
    expect((await test.anonymous.get('/api/account/profile/returner')).status).toBe(404);
    const secondSession = await test.as({ pk: learner.pk });
    const details = await secondSession.get<{ user: User }>('/api/account/details');
    expect(details.body.user.account.delete_at).not.toBeNull();
    const answer = await secondSession.post<{ user: User }>('/api/account/keep');
    expect(answer.body.user.account.delete_at).toBeNull();
    expect((await secondSession.post('/api/account/keep')).status).toBe(200);
    expect((await test.anonymous.get('/api/account/profile/returner')).status).toBe(200);
    const board = await secondSession.get<{ me: { rank: number } | null }>('/api/account/leaderboard');
    expect(board.body.me?.rank).toBe(1);
    expect(await actionsOf(learner.pk)).toEqual(['account.deletion_scheduled', 'account.deletion_cancelled']);
    test.clock.advance(days(15));
    await node().sweep();
    expect(await find(learner.pk)).toBeDefined();
  });

  it('is rejected for the last superuser, also when the last two ask at once', async () => {
    const { db } = test.database;
    const [one, two] = [
      await test.as({ isSuperuser: true, passwordHash }),
      await test.as({ isSuperuser: true, passwordHash }),
    ];
    const answers = await Promise.all([one.post(deletePath, { password }), two.post(deletePath, { password })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(answers.find(({ status }) => status === 403)?.body.msg).toBe(
      'You are the only superuser here. Make someone else a superuser before you delete this account.',
    );
    await db.updateTable('users').set({ delete_at: null }).where('pk', 'in', [one.pk, two.pk]).execute();
  });

  it('requires a token', async () => {
    expect((await test.anonymous.post(deletePath, { password })).body.code).toBe('token_missing');
    expect((await test.anonymous.post('/api/account/keep')).body.code).toBe('token_missing');
    expect((await (await test.as()).post(deletePath, { password: 1 })).body.code).toBe('invalid_request');
  });
});

describe('deleting due accounts', () => {
  it('deletes all data, ends labs, frees the username and corrects the ranks of others', async () => {
    const { db } = test.database;
    await db.deleteFrom('board_scores').execute();
    const learner = await test.as({ username: 'Goner', passwordHash });
    const below = await test.as();
    const now = test.clock.now();
    for (const [pk, points] of [
      [learner.pk, 50],
      [below.pk, 20],
    ] as const) {
      await db
        .insertInto('board_scores')
        .values({ user_pk: pk, board: 'all', points, flags: 1, last_solve_at: now })
        .execute();
    }
    const flag = await buildLessonFlag(db);
    await db.insertInto('solves').values({ user_pk: learner.pk, flag_pk: flag.pk, points: 10 }).execute();
    await db
      .insertInto('audit_events')
      .values({ actor_pk: learner.pk, action: 'account.username', data: '{"from":"Goner"}' })
      .execute();
    await learner.post(deletePath, { password });
    const secondSession = await test.as({ pk: learner.pk });
    const { slug } = await db
      .selectFrom('labs')
      .select('slug')
      .where('tier', '=', 0)
      .orderBy('pk')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect((await secondSession.post(`/api/lab/${slug}/start`)).status).toBe(200);
    expect(await runtime.list()).toHaveLength(1);

    // One second before the date the account still exists.
    const due = (await find(learner.pk))?.delete_at?.getTime() ?? 0;
    test.clock.advance((due - test.clock.now().getTime()) / 1000 - 1);
    await sweepLikeTheServer();
    expect(await find(learner.pk)).toBeDefined();
    test.clock.advance(1);
    await sweepLikeTheServer();
    expect(await find(learner.pk)).toBeUndefined();
    expect(await runtime.list()).toEqual([]);
    const board = await (await test.as({ pk: below.pk })).get<{ me: unknown; entries: unknown[] }>(
      '/api/account/leaderboard',
    );
    expect(board.body).toMatchObject({ me: { rank: 1, points: 20 } });
    expect(board.body.entries).toHaveLength(1);
    const left = await db
      .selectFrom('audit_events')
      .select(['action', 'actor_pk', 'data'])
      .where('action', 'like', 'account.%')
      .execute();
    expect(JSON.stringify(left)).not.toContain('Goner');
    expect(left).toContainEqual({ action: 'account.deleted', actor_pk: null, data: {} });
    expect((await buildUser(db, { username: 'goner' })).username).toBe('goner');
  });

  it('continues after a failure, and is safe on several nodes at once', async () => {
    const { db } = test.database;
    const users = await Promise.all([0, 1, 2].map(() => buildUser(db)));
    const [first] = users;
    const pks = users.map(({ pk }) => pk);
    await db.updateTable('users').set({ delete_at: test.clock.now() }).where('pk', 'in', pks).execute();
    const failFirst = async (pk: number) => {
      if (pk === first?.pk) throw new Error('The lab did not stop.');
    };
    await expect(node(failFirst).sweep()).rejects.toThrow(`user ${first?.pk}: The lab did not stop.`);
    expect(await Promise.all(pks.map(async (pk) => Boolean(await find(pk))))).toEqual([true, false, false]);
    await Promise.all([node().sweep(), node().sweep(), node().sweep()]);
    expect(await find(first?.pk ?? 0)).toBeUndefined();
    const events = await db
      .selectFrom('audit_events')
      .select('subject')
      .where('action', '=', 'account.deleted')
      .where(
        'subject',
        'in',
        pks.map((pk) => `user:${pk}`),
      )
      .execute();
    expect(events).toHaveLength(3);
  });

  it('does not delete an account whose deletion is cancelled at that moment', async () => {
    const { db } = test.database;
    const { pk } = await buildUser(db);
    await db.updateTable('users').set({ delete_at: test.clock.now() }).where('pk', '=', pk).execute();
    await node(() => node().cancel(pk)).sweep();
    expect(await find(pk)).toMatchObject({ delete_at: null });
  });
});
