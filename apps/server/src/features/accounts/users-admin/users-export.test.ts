import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUser } from '#testing/factories';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';

let test: TestApp;
let captain: Caller & { pk: number; token: string };
beforeAll(async () => {
  test = await createTestApp();
  captain = await test.as({ username: 'captain', isSuperuser: true });
});
afterAll(() => test.close());

async function read(query: string, token = captain.token) {
  const answer = await test.app.inject({
    url: `/api/admin/users_export?${query}`,
    headers: { authorization: `Bearer ${token}` },
  });
  return { ...answer, headers: answer.headers, lines: answer.body.trim().split('\r\n') };
}

it('contains the accounts of the filter in the order of the list, and is audited', async () => {
  for (const [username, email] of [
    ['exp-b', 'b@x.example'],
    ['exp-a', 'a@x.example'],
  ]) {
    await buildUser(test.database.db, { username: username as string, email: email as string, tier: 1 });
  }
  const { headers, lines } = await read('q=exp-&sort=name');
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toContain('hexpedition-people.csv');
  expect(lines[0]).toBe(
    'username,email,unconfirmed_email,tier,active,superuser,beta_access,joined,last_seen,lessons,points,deletion_on',
  );
  expect(lines.slice(1).map((line) => line.split(',').slice(0, 6).join())).toEqual([
    'exp-a,a@x.example,,1,yes,no',
    'exp-b,b@x.example,,1,yes,no',
  ]);
  const event = await test.database.db
    .selectFrom('audit_events')
    .select(['actor_pk', 'data'])
    .where('action', '=', 'users.exported')
    .executeTakeFirstOrThrow();
  expect(event).toEqual({ actor_pk: captain.pk, data: { filter: { q: 'exp-', sort: 'name' } } });
});

it('defuses formulas in addresses', async () => {
  await buildUser(test.database.db, { username: 'formula', pendingEmail: '=cmd@x.example' });
  await buildUser(test.database.db, { username: 'formula2', email: '+1@x.example' });
  const { body } = await read('q=formula');
  expect(body).toContain(",'=cmd@x.example,");
  expect(body).toContain(",'+1@x.example,");
});

it('contains every account once, over several pages of the database', async () => {
  const { db } = test.database;
  const rows = Array.from({ length: 2_100 }, (_, index) => `many${index}`);
  await db
    .insertInto('users')
    .values(
      rows.map((username) => ({
        ...{ username, profile_slug: username, password_hash: null },
        ...{ email: null, pending_email: null, avatar: null },
      })),
    )
    .execute();
  const { lines } = await read('q=many&sort=points');
  expect(lines).toHaveLength(2_101);
  expect(new Set(lines).size).toBe(2_101);
});

it('is closed to learners', async () => {
  const learner = await test.as();
  expect((await read('', learner.token)).statusCode).toBe(403);
  expect((await test.anonymous.get('/api/admin/users_export')).status).toBe(401);
});

it('rejects an invalid filter', async () => {
  expect((await read('sort=password_hash')).statusCode).toBe(400);
});
