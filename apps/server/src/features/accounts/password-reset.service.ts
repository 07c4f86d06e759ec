import { audit } from '#platform/audit';
import type { Tx } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { AccountDeps } from './account-deps.ts';
import { linkSubject } from './mail-link-subjects.ts';
import { expiredLink, invalidLink } from './mail-links.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { findUserByPk, isConfirmedAddress, type UserRow } from './users.read-model.ts';
import { isUniqueViolation, lockUserToChange, setPassword, updateUser } from './users.store.ts';

type Deps = Pick<AccountDeps, 'db' | 'limiter' | 'links' | 'queueMail'>;

/** Limits links to one address: a user who asks for more has these in the mailbox already. */
const perAddress = { name: 'reset-address', hits: 5, seconds: 3_600 };

export function createPasswordReset({ db, limiter, links, queueMail }: Deps) {
  return {
    /**
     * Queues a reset mail. The worker looks up whether an account has this address, so neither the answer nor its timing
     * reveals it.
     */
    async request(address: string): Promise<void> {
      const email = address.toLowerCase();
      if (await limiter.isSpent(perAddress, email)) return;
      await limiter.take(perAddress, email);
      await queueMail(db, { kind: 'reset', email });
    },

    /**
     * Sets a password by a link and ends every session. A mailed link for a first password also confirms its address.
     * @throws AppError link_invalid, link_expired, weak_password, unavailable
     */
    async use(userPk: number, hmac: string, password: string): Promise<void> {
      const { user } = check(await findUserByPk(db, userPk), hmac);
      // Checked before the link is used up, so that a user who chose a weak password can choose again.
      await refuseWeakPassword(password, [user.username, user.email ?? '']);
      const passwordHash = await hashPassword(password);
      const change = () => db.transaction().execute((tx) => changePassword(tx, userPk, hmac, passwordHash));
      try {
        await change();
      } catch (error) {
        if (!isUniqueViolation(error, 'users_email_key')) throw error;
        // Another account has confirmed the address at the same time. Now it is taken, so this one stays without it.
        await change();
      }
    },
  };

  async function changePassword(tx: Tx, userPk: number, hmac: string, passwordHash: string): Promise<void> {
    await lockUserToChange(tx, userPk);
    // Checked again inside the transaction: two callers may use the link at the same time.
    const { user, purpose } = check(await findUserByPk(tx, userPk), hmac);
    await setPassword(tx, userPk, passwordHash);
    await audit(tx, { actor: userPk, action: 'account.password_reset' });
    const address = user.pending_email;
    if (purpose === 'welcome' && address !== null && !(await isConfirmedAddress(tx, address))) {
      await updateUser(tx, userPk, { email: address, pending_email: null });
      await audit(tx, { actor: userPk, action: 'account.email_confirmed' });
    }
    if (purpose === 'reset') await queueMail(tx, { kind: 'password_changed', user: userPk });
  }

  function check(user: UserRow | undefined, hmac: string): { user: UserRow; purpose: PasswordPurpose } {
    if (!user) throw invalidLink('reset');
    for (const purpose of passwordPurposesOf(user)) {
      const verdict = links.check(linkSubject(purpose, user), hmac);
      if (verdict === 'expired') throw expiredLink(purpose);
      if (verdict !== 'good') continue;
      if (!user.is_active) throw new AppError('link_invalid', 'This account is disabled. Ask the operator about it.');
      return { user, purpose };
    }
    throw invalidLink('reset');
  }
}

type PasswordPurpose = 'reset' | 'welcome' | 'handout';

/**
 * Returns the links that can set the account's password. Reset links are sent to confirmed addresses only. The others
 * are for a first password.
 */
const passwordPurposesOf = (user: UserRow): PasswordPurpose[] => [
  ...(user.email ? (['reset'] as const) : []),
  ...(user.password_hash === null ? (['welcome', 'handout'] as const) : []),
];
