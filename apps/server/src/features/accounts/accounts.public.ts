import { audit } from '#platform/audit';
import type { Db, Tx } from '#platform/db/db';
import { hashPassword } from './passwords.ts';
import { randomPassword } from './random-password.ts';
import { readSecurity } from './second-factor/security.read-model.ts';
import { findUserByLogin, type UserRow } from './users.read-model.ts';
import { insertUser, setPassword, setSuperuser } from './users.store.ts';

export { hasSuperuser, listDemoAccounts } from './demo-accounts.read-model.ts';
export { closeDemoAccounts, createDemoAccounts, type DemoAccount } from './demo-accounts.ts';
export { createInvite } from './invites.service.ts';
export { superuserLoginLink } from './login-gate.ts';

export { accountSamples } from './mails/account-mail-samples.ts';
export type { OperatorAccount } from './operator-account.ts';
export type { ReadUser } from './read-user.ts';
export { isReservedName } from './reserved-names.ts';
export { lockUsername } from './username-lock.ts';
export { currentTier } from './users.read-model.ts';

/** An account that existed before the command ran, with its other sign-in methods. */
export interface ExistingAccount {
  username: string;
  since: Date;
  email: string | null;
  passkeys: number;
  provider: boolean;
}

/**
 * For the operator's command: creates a superuser, or promotes an existing account and gives it a new password. For an
 * existing account it returns the owner's details, because a stranger could have taken the name and added a passkey.
 */
export async function ensureSuperuser(
  db: Db,
  username: string,
): Promise<{ password: string; existed: ExistingAccount | undefined }> {
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    const existing = await findUserByLogin(tx, username);
    const pk =
      existing?.pk ?? (await insertUser(tx, { username, pendingEmail: null, passwordHash, isSuperuser: true }));
    if (existing) {
      await setSuperuser(tx, pk);
      await setPassword(tx, pk, passwordHash);
    }
    const data = { before: { is_superuser: existing?.is_superuser ?? false }, after: { is_superuser: true } };
    await audit(tx, { actor: null, action: 'account.superuser', subject: `user:${pk}`, data });
    return { password, existed: existing && (await describeAccount(tx, existing)) };
  });
}

async function describeAccount(tx: Tx, user: UserRow): Promise<ExistingAccount> {
  const { passkeys, provider } = await readSecurity(tx, user.pk);
  return {
    username: user.username,
    since: user.created_at,
    email: user.email,
    passkeys: passkeys.length,
    provider: provider !== null,
  };
}

/** For the operator's command. @returns the new password, or undefined if the account does not exist */
export async function resetPassword(db: Db, username: string): Promise<string | undefined> {
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    const user = await findUserByLogin(tx, username);
    if (!user) return undefined;
    await setPassword(tx, user.pk, passwordHash);
    await audit(tx, { actor: null, action: 'account.password', subject: `user:${user.pk}` });
    return password;
  });
}

export { explainTier, readTierReasons } from './tier-reasons.read-model.ts';
export { createAccountActions } from './users-admin/account-actions.service.ts';
