import type { Tx } from '#platform/db/db';
import { AppError } from '#platform/errors';

export interface NewUser {
  username: string;
  pendingEmail: string | null;
  passwordHash: string;
  isSuperuser?: boolean;
}

/** @throws AppError username_taken */
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
  if (!row) {
    const msg = 'This username is taken. Choose another.';
    throw new AppError('username_taken', msg, { fields: { username: msg } });
  }
  return row.pk;
}

/** What decides about signing in, as it is now, and held so until the transaction ends. */
export function lockUser(tx: Tx, pk: number) {
  return tx
    .selectFrom('users')
    .select(['password_hash', 'is_active'])
    .where('pk', '=', pk)
    .forShare()
    .executeTakeFirst();
}

export async function grantTier(tx: Tx, userPk: number, tier: number): Promise<void> {
  await tx.insertInto('entitlements').values({ user_pk: userPk, source: 'grant', tier, ends_at: null }).execute();
}

/** A new password ends every session of the account. */
export async function setPassword(tx: Tx, userPk: number, passwordHash: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('pk', '=', userPk).execute();
  await tx
    .updateTable('sessions')
    .set({ ended_at: new Date(), end_reason: 'password' })
    .where('user_pk', '=', userPk)
    .where('ended_at', 'is', null)
    .execute();
}

export async function setSuperuser(tx: Tx, userPk: number): Promise<void> {
  await tx.updateTable('users').set({ is_superuser: true }).where('pk', '=', userPk).execute();
}
