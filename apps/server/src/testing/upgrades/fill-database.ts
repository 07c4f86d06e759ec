import { randomBytes } from 'node:crypto';
import { hashPassword } from '#features/accounts/passwords';
import { finishBackup, startCommandBackup } from '#features/backup/backup-runs.store';
import { createMetricsSweep } from '#features/metrics/metrics.sweep';
import type { Db } from '#platform/db/db';
import { solvePow } from '../solve-proof-of-work.ts';
import type { Caller } from '../test-app.ts';
import { fillCourses, fillLabs, fillLearning } from './fill-learning.ts';
import { fillAuthoring, fillMails, fillPayments, fillPrivacy, fillVouchers } from './fill-site.ts';
import { type Account, ok, type UpgradeApp } from './upgrade-app.ts';

/** Password of every account that has one. */
export const password = 'lantern gravel otter 9';

/**
 * Fills an empty database through the platform's own calls, so that every table with lasting data has a row. Data that would
 * need another system (a passkey, a bounce) is inserted.
 */
export async function fillDatabase(app: UpgradeApp): Promise<void> {
  const { db } = app;
  await fillCourses(db);
  const captain = await createAccount(app, 'captain', true);
  const teacher = await createAccount(app, 'teacher', true);
  const mara = await signUp(app, 'mara');
  const otis = await createAccount(app, 'otis');
  const leaver = await createAccount(app, 'leaver');
  await fillCredentials(db, mara.pk);
  await fillLearning(app, mara);
  await fillLabs(app, mara, otis);
  await fillPayments(app, mara, leaver);
  await fillVouchers(captain, otis);
  await fillAuthoring(app, captain, teacher);
  await fillMails(app, captain, mara, otis);
  await fillPrivacy(app, captain);
  await ok(captain.call('POST', '/api/config/features2/edit', { msg: 'Ahoy.' }));
  await ok(captain.call('POST', '/api/admin/site', { name: 'Harbour School' }));
  await ok(captain.call('POST', '/api/admin/users/otis/grant', { tier: 2, months: null }));
  await ok(captain.call('POST', '/api/admin/users/otis/beta', { beta_access: true }));
  await ok(leaver.call('POST', '/api/account/delete', { password }));
  const backup = await startCommandBackup(db, '/var/backups');
  await finishBackup(db, backup, { ok: true, bytes: 1_000, message: '' });
  await createMetricsSweep(app)();
}

async function createAccount(app: UpgradeApp, username: string, isSuperuser = false): Promise<Account> {
  const { pk } = await app.db
    .insertInto('users')
    .values({
      ...{ username, email: `${username}@example.org`, password_hash: await hashPassword(password) },
      ...{ is_superuser: isSuperuser, profile_slug: username, pending_email: null, avatar: null },
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  return { pk, call: app.as(await app.openSession(pk)) };
}

async function signUp(app: UpgradeApp, username: string): Promise<Account> {
  const path = '/api/account/signup';
  const proof = await solvePow({ get: (url: string) => app.anonymous('GET', url) } as Caller, path);
  const email = `${username}@example.org`;
  type SignedIn = { token: { access: string }; user: { pk: number } };
  const answer = app.anonymous<SignedIn>('POST', path, { username, email, password }, { 'x-pow': proof });
  const { token, user } = await ok(answer);
  await app.db.updateTable('users').set({ email, pending_email: null }).where('pk', '=', user.pk).execute();
  return { pk: user.pk, call: app.as(token.access) };
}

/** Second factors, a provider, a link and an invitation. */
async function fillCredentials(db: Db, userPk: number): Promise<void> {
  const expires_at = new Date(Date.now() + 86_400_000);
  // Unconfirmed, so that the account still logs in with its password alone.
  await db
    .insertInto('totp_secrets')
    .values({ user_pk: userPk, secret: randomBytes(20) })
    .execute();
  await db
    .insertInto('recovery_codes')
    .values({ user_pk: userPk, hash: randomBytes(32) })
    .execute();
  const { pk: user_pk } = await db
    .insertInto('users')
    .values({
      ...{ username: 'keys', email: 'keys@example.org', password_hash: null, profile_slug: 'keys' },
      ...{ pending_email: null, avatar: null },
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  const passkey = { credential_id: 'credential', public_key: randomBytes(40), counter: 3, name: 'Phone' };
  await db
    .insertInto('passkeys')
    .values({ ...passkey, user_pk })
    .execute();
  const identity = { issuer: 'https://id.example.org', subject: 'subject' };
  await db
    .insertInto('provider_identities')
    .values({ ...identity, user_pk })
    .execute();
  const ticket = { hash: randomBytes(32), purpose: 'upgrade', user_pk, expires_at };
  await db.insertInto('tickets').values(ticket).execute();
  const invite = await db
    .insertInto('invites')
    .values({
      code_hash: randomBytes(32),
      label: 'Friends',
      beta_access: true,
      tier: 1,
      days: 30,
      max_uses: 5,
      uses: 1,
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  await db.insertInto('invite_redemptions').values({ invite_pk: invite.pk, user_pk }).execute();
}
