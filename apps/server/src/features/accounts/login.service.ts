import { createHash } from 'node:crypto';
import type { SignedIn } from '@hexpedition/contract';
import { audit } from '#platform/audit';
import { AppError } from '#platform/errors';
import type { AccountDeps } from './deps.ts';
import { checkPassword } from './passwords.ts';
import { disabled } from './sessions.service.ts';
import { findUserByLogin, findUserByPk, loginKey } from './users.read-model.ts';
import { lockUser } from './users.store.ts';

type Deps = Pick<AccountDeps, 'db' | 'sessions' | 'secondFactor' | 'limiter'>;

/**
 * After this many wrong passwords a try costs a proof of work: for one name from anywhere, for one name from one
 * network, and for all names from one network. So guessing gets dearer, and the owner still gets in. Names count as
 * they were typed, whether there is such an account or not. Name and email of one account are counted apart, because a
 * common count would tell that they belong together.
 */
const failures = {
  name: { name: 'login-failures', hits: 20, seconds: 900 },
  near: { name: 'login-failures-near', hits: 8, seconds: 300 },
  network: { name: 'login-failures-network', hits: 200, seconds: 300 },
};

const limits = {
  /** Only somebody who has the password can use up these tries, and a new password gives new ones. */
  codes: { name: 'login-codes', hits: 20, seconds: 3_600 },
};

export function createLogin({ db, sessions, secondFactor, limiter }: Deps) {
  const counters = (username: string, network: string) => [
    { limit: failures.name, who: loginKey(username) },
    { limit: failures.near, who: `${network}:${loginKey(username)}` },
    { limit: failures.network, who: network },
  ];

  async function countFailure(username: string, network: string): Promise<void> {
    for (const { limit, who } of counters(username, network)) {
      await limiter.take({ ...limit, hits: Number.POSITIVE_INFINITY }, who);
    }
  }

  return {
    /** Whether so many passwords were wrong, for this name or from this network, that a try needs a proof of work. */
    async needsWork(username: string, network: string): Promise<boolean> {
      const spent = counters(username, network).map(({ limit, who }) => limiter.isSpent(limit, who));
      return (await Promise.all(spent)).includes(true);
    },

    /**
     * Takes the same time whether the account exists or not, and says the same.
     * @throws AppError invalid_credentials, user_disabled, second_factor_required, second_factor_wrong, unavailable
     */
    async open(
      input: { username: string; password: string; code?: string | undefined },
      from: { userAgent: string; network: string },
    ): Promise<SignedIn> {
      const user = await findUserByLogin(db, input.username);
      const right = await checkPassword(user?.password_hash, input.password);
      if (!user || !right) {
        await countFailure(input.username, from.network);
        throw wrongPair();
      }
      if (!user.is_active) throw disabled();
      if (user.two_factor && !input.code) throw codeRequired();
      if (user.two_factor) await limiter.take(limits.codes, `${user.pk}:${fingerprint(user.password_hash)}`);
      return db.transaction().execute(async (tx) => {
        // Checking takes a while. If the owner has changed the password meanwhile, the old one must not open a session.
        const held = await lockUser(tx, user.pk);
        if (held?.password_hash !== user.password_hash) throw wrongPair();
        if (!held.is_active) throw disabled();
        const now = await findUserByPk(tx, user.pk);
        if (!now) throw wrongPair();
        if (now.two_factor) {
          if (!input.code) throw codeRequired();
          if (!(await secondFactor.accept(tx, now.pk, input.code))) throw codeWrong();
        }
        await audit(tx, { actor: now.pk, action: 'session.opened' });
        return sessions.open(tx, now, from.userAgent);
      });
    },
  };
}

/** Tells one password hash from another in a counter's key, without putting the hash itself there. */
const fingerprint = (passwordHash: string | null) =>
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url')
    .slice(0, 16);

const wrongPair = () =>
  new AppError('invalid_credentials', 'This username and password do not go together. Check both.');

const codeRequired = () =>
  new AppError('second_factor_required', 'Enter the six digits of your authenticator app, or a recovery code.');

function codeWrong(): AppError {
  const msg = 'This code is not right, or was used already. Enter the one that your app shows now.';
  return new AppError('second_factor_wrong', msg, { fields: { code: msg } });
}
