import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';
import { deleteOldRefreshTokens } from './sessions.store.ts';
import { logIn, signUp } from './testing.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('deletes credentials of sessions that ended a month ago, and keeps sessions and valid credentials', async () => {
  const { db } = test.database;
  await signUp(test, { username: 'ended' });
  await signUp(test, { username: 'open' });
  const days = (count: number) => new Date(test.clock.now().getTime() + count * 86_400_000);
  const { pk } = await db.selectFrom('users').select('pk').where('username', '=', 'ended').executeTakeFirstOrThrow();
  await db.updateTable('sessions').set({ ended_at: test.clock.now() }).where('user_pk', '=', pk).execute();
  const ownersOfTokens = async () => {
    const rows = await db
      .selectFrom('refresh_tokens')
      .innerJoin('sessions', 'sessions.pk', 'refresh_tokens.session_pk')
      .innerJoin('users', 'users.pk', 'sessions.user_pk')
      .select('users.username')
      .execute();
    return rows.map((row) => row.username).sort();
  };
  await deleteOldRefreshTokens(db, days(29));
  expect(await ownersOfTokens()).toEqual(['ended', 'open']);
  await deleteOldRefreshTokens(db, days(31));
  expect(await ownersOfTokens()).toEqual(['open']);
  expect((await logIn(test, { username: 'open' })).status).toBe(200);
  await deleteOldRefreshTokens(db, days(90));
  expect(await ownersOfTokens()).toEqual([]);
  expect(await db.selectFrom('sessions').select('pk').execute()).toHaveLength(3);
});
