import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';
import {
  closeDemoAccounts,
  createDemoAccounts,
  hasSuperuser,
  listDemoAccounts,
  resetPassword,
} from './accounts.public.ts';

const password = 'night-chart';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const names = async () => (await listDemoAccounts(test.database.db)).map(({ username }) => username);
const logIn = (username: string) => test.anonymous.post('/api/account/login', { username, password });
const asAccount = async (username: string) => {
  const query = test.database.db.selectFrom('users').select('pk').where('username', '=', username);
  return test.as({ pk: (await query.executeTakeFirstOrThrow()).pk });
};
const remove = (caller: Awaited<ReturnType<TestApp['as']>>) => caller.post('/api/admin/demo_accounts/delete');

it('are created once, by the first of several nodes', async () => {
  const { db } = test.database;
  const created = await Promise.all([1, 2, 3].map(() => createDemoAccounts(db, password)));
  expect(created.map(({ length }) => length).sort()).toEqual([0, 0, 2]);
  expect(await names()).toEqual(['learner', 'captain']);
  expect((await logIn('captain')).status).toBe(200);
});

it('cannot log in on a public site, and their sessions end', async () => {
  const { db } = test.database;
  await createDemoAccounts(db, password);
  const captain = await asAccount('captain');
  expect(await hasSuperuser(db, { countsDemo: true })).toBe(true);
  expect(await closeDemoAccounts(db)).toEqual(['learner', 'captain']);
  for (const name of ['learner', 'captain']) expect((await logIn(name)).body.code).toBe('user_disabled');
  expect((await captain.get('/api/account/details')).status).toBe(401);
  expect(await hasSuperuser(db, { countsDemo: true })).toBe(false);
  expect(await closeDemoAccounts(db)).toEqual([]);
  const events = await db
    .selectFrom('audit_events')
    .select('action')
    .where('action', '=', 'account.disabled')
    .execute();
  expect(events).toHaveLength(2);
});

it('become ordinary accounts with a new password', async () => {
  const { db } = test.database;
  await createDemoAccounts(db, password);
  await resetPassword(db, 'captain');
  expect(await names()).toEqual(['learner']);
  expect(await closeDemoAccounts(db)).toEqual(['learner']);
  expect(await hasSuperuser(db, { countsDemo: false })).toBe(true);
});

it('are shown to superusers, who can delete them once', async () => {
  const { db } = test.database;
  const mate = await test.as({ isSuperuser: true });
  const overview = async () => (await mate.get('/api/admin/overview')).body.demo_accounts;
  await test.jobs.start();
  expect(await overview()).toBeNull();
  await db.deleteFrom('users').execute();
  await createDemoAccounts(db, password);
  const owner = await test.as({ isSuperuser: true });
  expect((await owner.get('/api/admin/overview')).body.demo_accounts).toEqual({ count: 2, is_local: true });
  const answers = await Promise.all([remove(owner), remove(owner)]);
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect(await names()).toEqual([]);
  expect((await remove(owner)).body.code).toBe('already_done');
  const deleted = await db.selectFrom('audit_events').select('data').where('action', '=', 'account.deleted').execute();
  expect(deleted.map(({ data }) => data)).toEqual([
    { before: { username: 'learner', demo: true }, after: null },
    { before: { username: 'captain', demo: true }, after: null },
  ]);
});

it('are deleted neither by one of them nor by a learner', async () => {
  await createDemoAccounts(test.database.db, password);
  expect((await remove(await asAccount('captain'))).body.code).toBe('forbidden');
  expect((await remove(await asAccount('learner'))).body.code).toBe('forbidden');
  expect((await test.anonymous.post('/api/admin/demo_accounts/delete')).status).toBe(401);
  expect(await names()).toHaveLength(2);
});
