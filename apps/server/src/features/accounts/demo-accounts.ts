import { audit } from '#platform/audit';
import type { Db } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';
import { listDemoAccounts } from './demo-accounts.read-model.ts';
import { hashPassword } from './passwords.ts';
import { randomPassword } from './random-password.ts';
import { hasUsers } from './users.read-model.ts';
import { grantTier, insertUser, markAsDemo, setActive } from './users.store.ts';

export interface DemoAccount {
  username: string;
  password: string;
  role: 'learner' | 'superuser';
}

/** Advisory lock id (an arbitrary fixed number). When several nodes start at once, only one creates the accounts. */
const demoAccountsLock = 4_839_203;

/**
 * Creates a learner and a superuser in a database without users.
 * @param fixedPassword for development; by default each account gets a random password
 * @returns the accounts with their passwords, which are not stored in plain text; empty if there were users
 */
export async function createDemoAccounts(db: Db, fixedPassword?: string): Promise<DemoAccount[]> {
  if (await hasUsers(db)) return [];
  const accounts: DemoAccount[] = [
    { username: 'learner', role: 'learner', password: fixedPassword ?? randomPassword() },
    { username: 'captain', role: 'superuser', password: fixedPassword ?? randomPassword() },
  ];
  const hashes = await Promise.all(accounts.map((account) => hashPassword(account.password)));
  return db.transaction().execute(async (tx) => {
    await takeLock(tx, demoAccountsLock);
    if (await hasUsers(tx)) return [];
    for (const [index, { username, role }] of accounts.entries()) {
      const isSuperuser = role === 'superuser';
      const pk = await insertUser(tx, { username, pendingEmail: null, passwordHash: hashes[index] ?? '', isSuperuser });
      await markAsDemo(tx, pk);
      if (isSuperuser) await grantTier(tx, pk, 42);
      await audit(tx, { actor: null, action: 'account.created', subject: `user:${pk}`, data: { demo: true } });
    }
    return accounts;
  });
}

/**
 * Disables the demo accounts and ends their sessions, because the site has become public.
 * @returns the names of the accounts that could log in until now
 */
export function closeDemoAccounts(db: Db): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await takeLock(tx, demoAccountsLock);
    const open = (await listDemoAccounts(tx)).filter(({ is_active }) => is_active);
    for (const { pk } of open) {
      await setActive(tx, pk, false);
      const data = { before: { is_active: true }, after: { is_active: false, reason: 'The site is public.' } };
      await audit(tx, { actor: null, action: 'account.disabled', subject: `user:${pk}`, data });
    }
    return open.map(({ username }) => username);
  });
}
