import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';
import { IdentityCache } from './identity-cache.ts';
import type { ErrorBody } from './testing.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({}, { identityMs: 1_000 });
});
afterAll(() => test.close());

/** Ends all sessions of an account as another process does. */
const endElsewhere = (pk: number) =>
  test.database.db.updateTable('sessions').set({ ended_at: new Date() }).where('user_pk', '=', pk).execute();

it('notices within a second that another process has ended a session', async () => {
  const learner = await test.as();
  expect((await learner.get('/api/account/details')).status).toBe(200);
  await endElsewhere(learner.pk);
  test.clock.advance(0.999);
  expect((await learner.get('/api/progress')).status).toBe(200);
  test.clock.advance(0.001);
  const { status, body } = await learner.get<ErrorBody>('/api/progress');
  expect([status, body.code]).toEqual([401, 'session_ended']);
});

it('takes the learner’s own log-out into account at once', async () => {
  const learner = await test.as();
  expect((await learner.get('/api/account/details')).status).toBe(200);
  expect((await learner.post('/api/account/logout', {})).status).toBe(200);
  expect((await learner.get('/api/account/details')).status).toBe(401);
});

it('takes a superuser’s change of an account into account at once', async () => {
  const [learner, captain] = [await test.as({ username: 'learner' }), await test.as({ isSuperuser: true })];
  expect((await learner.get('/api/account/details')).status).toBe(200);
  const changed = await captain.post('/api/admin/users/learner/end_sessions', {});
  expect(changed.status).toBe(200);
  expect((await learner.get('/api/account/details')).status).toBe(401);
});

it('rejects a credential from the moment at which it expires', async () => {
  // A credential expires at a full second.
  test.clock.advance((1_000 - (test.clock.now().getTime() % 1_000)) / 1_000);
  const learner = await test.as();
  test.clock.advance(599.5);
  expect((await learner.get('/api/account/details')).status).toBe(200);
  test.clock.advance(0.5);
  expect((await learner.get<ErrorBody>('/api/account/details')).body.code).toBe('token_expired');
});

it('remembers no caller who was read before a change', () => {
  const cache = new IdentityCache(1_000);
  const [now, expiresAt] = [new Date(0), new Date(600_000)];
  const { generation } = cache;
  cache.forget('all');
  cache.store('token', { pk: 1 } as never, { now, expiresAt }, generation);
  expect(cache.find('token', now)).toBeUndefined();
  cache.store('token', { pk: 1 } as never, { now, expiresAt }, cache.generation);
  cache.forget(2);
  expect(cache.find('token', now)).toEqual({ pk: 1 });
  cache.forget(1);
  expect(cache.find('token', now)).toBeUndefined();
});
