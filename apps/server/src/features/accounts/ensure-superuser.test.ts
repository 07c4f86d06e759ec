import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUser } from '#testing/factories';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { ensureSuperuser } from './accounts.public.ts';
import { checkPassword } from './passwords.ts';
import { findUserByPk } from './users.read-model.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('creates a superuser for an unused name', async () => {
  const made = await ensureSuperuser(database.db, 'operator1');
  expect(made.existed).toBeUndefined();
  const row = await database.db
    .selectFrom('users')
    .select(['password_hash', 'is_superuser'])
    .where('username', '=', 'operator1')
    .executeTakeFirstOrThrow();
  expect(row.is_superuser).toBe(true);
  expect(await checkPassword(row.password_hash, made.password)).toBe(true);
});

it('describes the owner of an existing account, because a stranger may have taken the name', async () => {
  const { db } = database;
  const squatter = await buildUser(db, { username: 'teacher' });
  await db.updateTable('users').set({ email: 'squatter@example.org' }).where('pk', '=', squatter.pk).execute();
  await db
    .insertInto('passkeys')
    .values({ user_pk: squatter.pk, credential_id: 'x', public_key: Buffer.alloc(1), counter: 0, name: 'Key' })
    .execute();
  const { existed } = await ensureSuperuser(db, 'Teacher');
  expect(existed).toMatchObject({ username: 'teacher', email: 'squatter@example.org', passkeys: 1, provider: false });
  expect(existed?.since).toBeInstanceOf(Date);
  expect(await findUserByPk(db, squatter.pk)).toMatchObject({ is_superuser: true });
});
