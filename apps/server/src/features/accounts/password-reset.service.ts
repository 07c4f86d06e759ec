import { audit } from '#platform/audit';
import { AppError } from '#platform/errors';
import type { AccountDeps } from './account-deps.ts';
import { linkSubject } from './mail-link-subjects.ts';
import { expiredLink, invalidLink } from './mail-links.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { findUserByPk, type UserRow } from './users.read-model.ts';
import { lockUserToChange, setPassword } from './users.store.ts';

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
     * Sets a password by a link and ends every session.
     * @throws AppError link_invalid, link_expired, weak_password, unavailable
     */
    async use(userPk: number, hmac: string, password: string): Promise<void> {
      const user = check(await findUserByPk(db, userPk), hmac);
      // Checked before the link is used up, so that a user who chose a weak password can choose again.
      await refuseWeakPassword(password, [user.username, user.email ?? '']);
      const passwordHash = await hashPassword(password);
      await db.transaction().execute(async (tx) => {
        await lockUserToChange(tx, userPk);
        // Checked again inside the transaction: two callers may use the link at the same time.
        check(await findUserByPk(tx, userPk), hmac);
        await setPassword(tx, userPk, passwordHash);
        await audit(tx, { actor: userPk, action: 'account.password_reset' });
        await queueMail(tx, { kind: 'password_changed', user: userPk });
      });
    },
  };

  function check(user: UserRow | undefined, hmac: string): UserRow {
    // Links are sent to confirmed addresses only: an account without one gets no link.
    const verdict = user?.email ? links.check(linkSubject('reset', user), hmac) : 'invalid';
    if (!user || verdict === 'invalid') throw invalidLink('reset');
    if (verdict === 'expired') throw expiredLink('reset');
    if (!user.is_active) throw new AppError('link_invalid', 'This account is disabled. Ask the operator about it.');
    return user;
  }
}
