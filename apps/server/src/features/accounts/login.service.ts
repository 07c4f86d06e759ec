import { createHash } from 'node:crypto';
import type { SignedIn } from '@hexpedition/contract';
import { audit } from '#platform/audit';
import { AppError } from '#platform/errors';
import type { AccountDeps } from './account-deps.ts';
import { checkPassword } from './passwords.ts';
import { disabled } from './sessions.service.ts';
import { findUserByLogin, findUserByPk, loginKey } from './users.read-model.ts';
import { lockUser } from './users.store.ts';

type Deps = Pick<AccountDeps, 'db' | 'sessions' | 'secondFactor' | 'limiter'>;

/**
 * After this many wrong passwords a try costs a proof of work: for one name from anywhere, and for one name from one
 * network. So guessing gets dearer, and the owner still gets in. Names count as they were typed, whether there is such
 * an account or not. Name and email of one account are counted apart, because a common count would tell that they
 * belong together. Where a network has guessed at many names, one wrong password is enough for a name; a name without
 * any stays free, because others in that network have done nothing.
 */
const failures = {
  name: { name: 'login-failures', hits: 20, seconds: 900 },
  near: { name: 'login-failures-near', hits: 8, seconds: 300 },
  network: { name: 'login-failures-network', hits: 200, seconds: 300 },
};

/** Only somebody who has the password can use up these tries, and a new password gives new ones. */
const limits = {
  codes: { name: 'login-codes', hits: 20, seconds: 3_600 },
  // Twenty an hour would hit one of the three codes in force within a year or two; so few a week, hardly in a lifetime.
  wrongCodes: { name: 'login-wrong-codes', hits: 100, seconds: 7 * 86_400 },
  // Each leaves a session in the database.
  opened: { name: 'login-opened', hits: 100, seconds: 300 },
};

export function createLogin({ db, sessions, secondFactor, limiter }: Deps) {
  async function countFailure(username: string, network: string): Promise<void> {
    const name = loginKey(username);
    await limiter.count(failures.name, name);
    await limiter.count(failures.near, `${network}:${name}`);
    await limiter.count(failures.network, network);
  }

  return {
    /** Whether so many passwords were wrong for this name that a try needs a proof of work. */
    async needsWork(username: string, network: string): Promise<boolean> {
      const name = loginKey(username);
      const [many, manyNear, any, manyInNetwork] = await Promise.all([
        limiter.isSpent(failures.name, name),
        limiter.isSpent(failures.near, `${network}:${name}`),
        limiter.isSpent({ ...failures.name, hits: 1 }, name),
        limiter.isSpent(failures.network, network),
      ]);
      return many || manyNear || (any && manyInNetwork);
    },

    /**
     * Takes the same time whether the account exists or not, and says the same.
     * @throws AppError invalid_credentials, user_disabled, second_factor_required, second_factor_wrong,
     *   too_many_requests, unavailable
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
      const holder = `${user.pk}:${fingerprint(user.password_hash)}`;
      await limiter.take(user.two_factor ? limits.codes : limits.opened, holder);
      if (user.two_factor && (await limiter.isSpent(limits.wrongCodes, holder))) throw tooManyCodes();
      const opening = db.transaction().execute(async (tx) => {
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
      return opening.catch(async (error: unknown) => {
        const isWrongCode = error instanceof AppError && error.code === 'second_factor_wrong';
        if (isWrongCode) await limiter.count(limits.wrongCodes, holder);
        throw error;
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

const wrongPair = () => new AppError('invalid_credentials', 'Wrong username or password.');

const codeRequired = () =>
  new AppError('second_factor_required', 'Enter the six digits of your authenticator app, or a recovery code.');

/** Whoever tried them has the password. */
const tooManyCodes = () =>
  new AppError('too_many_requests', 'Too many wrong codes this week. Set a new password; then codes work again.', {
    retry_after: 86_400,
  });

function codeWrong(): AppError {
  const msg = 'This code is not right, or was used already. Enter the one that your app shows now.';
  return new AppError('second_factor_wrong', msg, { fields: { code: msg } });
}
