import { audit } from '#platform/audit';
import type { Tx } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import type { AccountDeps } from './account-deps.ts';
import { linkSubject } from './mail-link-subjects.ts';
import { expiredLink, invalidLink } from './mail-links.ts';
import { findUserByPk, type UserRow } from './users.read-model.ts';
import { isUniqueViolation, lockUserToChange, updateUser } from './users.store.ts';

type Deps = Pick<AccountDeps, 'db' | 'limiter' | 'links' | 'queueMail'>;

const limits = {
  /** Limits mails to an address that may belong to another personand must not be flooded. */
  address: { name: 'verify-address', hits: 5, seconds: 3_600 },
  resend: { name: 'verify-resend', hits: 5, seconds: 3_600 },
};

export type EmailService = ReturnType<typeof createEmailService>;

/** The email address of an account. It stays pending until the link in the confirmation mail is opened. */
export function createEmailService({ db, limiter, links, queueMail }: Deps) {
  return {
    /**
     * Returns whether a link may be sent to an address that was just entered. If not, the address is still stored as
     * pending, and the user can request the link later.
     */
    async canMail(email: string): Promise<boolean> {
      const key = email.toLowerCase();
      if (await limiter.isSpent(limits.address, key)) return false;
      await limiter.take(limits.address, key);
      return true;
    },

    queueVerification: (tx: Tx, userPk: number): Promise<void> => queueMail(tx, { kind: 'verify', user: userPk }),

    /** @throws AppError already_done, too_many_requests */
    async resend(viewer: Viewer): Promise<void> {
      await limiter.take(limits.resend, String(viewer.pk));
      const user = await findUserByPk(db, viewer.pk);
      if (!user?.pending_email) throw nothingPending(user);
      await queueMail(db, { kind: 'verify', user: viewer.pk });
    },

    /**
     * Makes the pending address the account's address. Returns the same result for a link that was used before.
     * @throws AppError link_invalid, link_expired, email_taken
     */
    async confirm(userPk: number, hmac: string): Promise<string> {
      try {
        return await db.transaction().execute((tx) => confirmIn(tx, userPk, hmac));
      } catch (error) {
        if (isUniqueViolation(error, 'users_email_key')) throw emailTaken();
        throw error;
      }
    },
  };

  async function confirmIn(tx: Tx, userPk: number, hmac: string): Promise<string> {
    await lockUserToChange(tx, userPk);
    const user = await findUserByPk(tx, userPk);
    if (!user) throw invalidLink('verify');
    const before = linkSubject('verify', { ...user, pending_email: user.email });
    if (user.email && links.check(before, hmac) !== 'invalid') return user.email;
    const verdict = user.pending_email ? links.check(linkSubject('verify', user), hmac) : 'invalid';
    if (!user.pending_email || verdict === 'invalid') throw invalidLink('verify');
    if (verdict === 'expired') throw expiredLink('verify');
    await updateUser(tx, userPk, { email: user.pending_email, pending_email: null });
    await audit(tx, { actor: userPk, action: 'account.email_confirmed' });
    if (user.email) await queueMail(tx, { kind: 'email_changed', user: userPk, to: user.email });
    return user.pending_email;
  }
}

function nothingPending(user: UserRow | undefined): AppError {
  return new AppError(
    'already_done',
    user?.email ? 'Your email address is confirmed already.' : 'There is no email address to confirm. Enter one first.',
  );
}

const emailTaken = () =>
  new AppError(
    'email_taken',
    'Another account has confirmed this address in the meantime. Log in there, or enter a different address here.',
  );
