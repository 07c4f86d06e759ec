import type { Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db';
import { recordPageChange } from '#platform/db/recorded-page-changes';
import type { Database } from '#platform/db/schema';
import { AppError } from '#platform/errors';

export interface NewUser {
  username: string;
  pendingEmail: string | null;
  /** Null for accounts created by the sign-in provider. */
  passwordHash: string | null;
  isSuperuser?: boolean;
}

/**
 * Creates a user. The profile slug starts as the name, so a name that equals another account's slug is taken too.
 * @throws AppError username_taken
 */
export async function insertUser(tx: Tx, user: NewUser): Promise<number> {
  const row = await tx
    .insertInto('users')
    .values({
      username: user.username,
      email: null,
      pending_email: user.pendingEmail,
      password_hash: user.passwordHash,
      is_superuser: user.isSuperuser ?? false,
      avatar: null,
      profile_slug: user.username.toLowerCase(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('pk')
    .executeTakeFirst();
  if (!row) throw usernameTaken();
  // A cached page may say that this profile does not exist.
  await recordPageChange(tx, [`/api/account/profile/${user.username.toLowerCase()}`]);
  return row.pk;
}

export function usernameTaken(): AppError {
  const msg = 'This username is taken. Choose another.';
  return new AppError('username_taken', msg, { fields: { username: msg } });
}

/** Reads and locks what a login depends on, until the transaction ends. Logins to one account are serial. */
export function lockUser(tx: Tx, pk: number) {
  return tx
    .selectFrom('users')
    .select(['password_hash', 'is_active'])
    .where('pk', '=', pk)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * Locks an account, so that changes to it are serial. Call it before you read what you change. Rows that refer to the
 * account can still be written; otherwise two superusers who change each other would deadlock on their audit entries.
 */
export async function lockUserToChange(tx: Tx, pk: number): Promise<void> {
  await tx.selectFrom('users').select('pk').where('pk', '=', pk).forNoKeyUpdate().execute();
}

/** Fails with a unique violation if another account has the name or the address: see `isUniqueViolation`. */
export async function updateUser(tx: Tx, pk: number, changes: Updateable<Database['users']>): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await tx.updateTable('users').set(changes).where('pk', '=', pk).execute();
}

/** Returns whether a statement failed because of a duplicate value in one of these unique indexes. */
export function isUniqueViolation(error: unknown, ...indexes: string[]): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint !== undefined && indexes.includes(constraint);
}

/** Returns whether another account's profile has this slug. */
export async function isSlugOfAnother(tx: Tx, pk: number, name: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('pk')
    .where(sql`lower(profile_slug)`, '=', name.toLowerCase())
    .where('pk', '<>', pk)
    .executeTakeFirst();
  return row !== undefined;
}

/** @param endsAt null for no end */
export async function grantTier(tx: Tx, userPk: number, tier: number, endsAt: Date | null = null): Promise<void> {
  await tx.insertInto('entitlements').values({ user_pk: userPk, source: 'grant', tier, ends_at: endsAt }).execute();
}

/** Marks an account that the first start creates. */
export async function markAsDemo(tx: Tx, pk: number): Promise<void> {
  await tx.updateTable('users').set({ is_demo: true }).where('pk', '=', pk).execute();
}

/** Sets a password and ends every session of the account except the given one. A demo account becomes an ordinary one. */
export async function setPassword(tx: Tx, userPk: number, passwordHash: string, keepSessionPk = 0): Promise<void> {
  await tx.updateTable('users').set({ password_hash: passwordHash, is_demo: false }).where('pk', '=', userPk).execute();
  await tx
    .updateTable('sessions')
    .set({ ended_at: new Date(), end_reason: 'password' })
    .where('user_pk', '=', userPk)
    .where('pk', '<>', keepSessionPk)
    .where('ended_at', 'is', null)
    .execute();
}

/** Enables or disables an account. Disabling ends its sessions. */
export async function setActive(tx: Tx, userPk: number, isActive: boolean): Promise<void> {
  await tx.updateTable('users').set({ is_active: isActive }).where('pk', '=', userPk).execute();
  if (isActive) return;
  await tx
    .updateTable('sessions')
    .set({ ended_at: new Date(), end_reason: 'disabled' })
    .where('user_pk', '=', userPk)
    .where('ended_at', 'is', null)
    .execute();
}

export async function setSuperuser(tx: Tx, userPk: number, isSuperuser = true): Promise<void> {
  await tx.updateTable('users').set({ is_superuser: isSuperuser }).where('pk', '=', userPk).execute();
}
