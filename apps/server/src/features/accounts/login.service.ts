import { createHash } from 'node:crypto';
import type { SignedIn } from '@hexpedition/contract';
import { audit } from '#platform/audit';
import { AppError } from '#platform/errors';
import type { AccountDeps } from './account-deps.ts';
import { loginClosed, requireLoginOpen } from './login-gate.ts';
import { checkPassword } from './passwords.ts';
import { accountDisabled } from './sessions.service.ts';
import { findUserByLogin, findUserByPk, loginKey } from './users.read-model.ts';
import { lockUser } from './users.store.ts';

type Deps = Pick<AccountDeps, 'db' | 'sessions' | 'secondFactor' | 'limiter' | 'secrets'>;

/**
 * Number of wrong passwords after which a login needs a proof of work: per name from anywhere, and per name and network.
 * Guessing becomes expensive, and the owner can still log in. Names are counted as typed, whether the account exists or
 * not. Username and email of one account are counted separately, because a shared count would reveal that they belong
 * together. After a network has guessed at many names, one wrong password is enough for a name. A name without wrong
 * passwords needs no proof, because other people in that network did nothing wrong.
 */
const failures = {
  name: { name: 'login-failures', hits: 20, seconds: 900 },
  nameInNetwork: { name: 'login-failures-near', hits: 8, seconds: 300 },
  network: { name: 'login-failures-network', hits: 200, seconds: 300 },
};

/** Only a caller who has the password can use up these attempts. A new password resets all but the last limit of codes. */
const limits = {
  codes: { name: 'login-codes', hits: 20, seconds: 3_600 },
  // Twenty an hour would hit one of the three valid codes within a year or two; 100 a week hardly in a lifetime.
  wrongCodes: { name: 'login-wrong-codes', hits: 100, seconds: 7 * 86_400 },
  // Counted over all passwords of an account. A thief of the mailbox can set a new password five times an hour.
  wrongCodesOfAccount: { name: 'login-wrong-codes-account', hits: 300, seconds: 7 * 86_400 },
  // Each login leaves a session in the database.
  opened: { name: 'login-opened', hits: 100, seconds: 300 },
};

export function createLogin({ db, sessions, secondFactor, limiter, secrets }: Deps) {
  async function countFailure(username: string, network: string): Promise<void> {
    const name = loginKey(username);
    await limiter.count(failures.name, name);
    await limiter.count(failures.nameInNetwork, `${network}:${name}`);
    await limiter.count(failures.network, network);
  }

  return {
    /** Returns whether a login with this name needs a proof of work. */
    async needsProofOfWork(username: string, network: string): Promise<boolean> {
      const name = loginKey(username);
      const [manyFailures, manyFailuresInNetwork, anyFailure, networkHasManyFailures] = await Promise.all([
        limiter.isSpent(failures.name, name),
        limiter.isSpent(failures.nameInNetwork, `${network}:${name}`),
        limiter.isSpent({ ...failures.name, hits: 1 }, name),
        limiter.isSpent(failures.network, network),
      ]);
      return manyFailures || manyFailuresInNetwork || (anyFailure && networkHasManyFailures);
    },

    /**
     * Takes the same time and gives the same answer whether the account exists or not.
     * @throws AppError login_closed, invalid_credentials, user_disabled, second_factor_required,
     *   second_factor_wrong, too_many_requests, unavailable
     */
    async open(
      input: { username: string; password: string; code?: string | undefined; login_key?: string | undefined },
      from: { userAgent: string; network: string },
    ): Promise<SignedIn> {
      const allowed = await requireLoginOpen({ db, secrets }, input.login_key);
      const user = await findUserByLogin(db, input.username);
      const isCorrect = await checkPassword(user?.password_hash, input.password);
      if (!user || !isCorrect) {
        await countFailure(input.username, from.network);
        throw invalidCredentials();
      }
      if (allowed === 'superusers' && !user.is_superuser) throw loginClosed();
      if (!user.is_active) throw accountDisabled();
      if (user.two_factor && !input.code) throw codeRequired();
      const limitKey = `${user.pk}:${fingerprint(user.password_hash)}`;
      await limiter.take(user.two_factor ? limits.codes : limits.opened, limitKey);
      if (user.two_factor && (await limiter.isSpent(limits.wrongCodes, limitKey))) throw tooManyCodes();
      if (user.two_factor && (await limiter.isSpent(limits.wrongCodesOfAccount, String(user.pk)))) throw blockedCodes();
      const session = db.transaction().execute(async (tx) => {
        // Checking takes a while. If the owner changed the password in the meantime, the old one must not open a session.
        const lockedUser = await lockUser(tx, user.pk);
        if (lockedUser?.password_hash !== user.password_hash) throw invalidCredentials();
        if (!lockedUser.is_active) throw accountDisabled();
        const currentUser = await findUserByPk(tx, user.pk);
        if (!currentUser) throw invalidCredentials();
        if (currentUser.two_factor) {
          if (!input.code) throw codeRequired();
          if (!(await secondFactor.accept(tx, currentUser.pk, input.code))) throw codeWrong();
        }
        await audit(tx, { actor: currentUser.pk, action: 'session.opened' });
        return sessions.open(tx, currentUser, from.userAgent);
      });
      return session.catch(async (error: unknown) => {
        const isWrongCode = error instanceof AppError && error.code === 'second_factor_wrong';
        if (isWrongCode) {
          await limiter.count(limits.wrongCodes, limitKey);
          await limiter.count(limits.wrongCodesOfAccount, String(user.pk));
        }
        throw error;
      });
    },
  };
}

/** Distinguishes password hashes in the key of a counter, without storing the hash there. */
const fingerprint = (passwordHash: string | null) =>
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url')
    .slice(0, 16);

const invalidCredentials = () => new AppError('invalid_credentials', 'Wrong username or password.');

const codeRequired = () =>
  new AppError('second_factor_required', 'Enter the six digits of your authenticator app, or a recovery code.');

/** May be specific: a caller who reaches this limit has the password. */
const tooManyCodes = () =>
  new AppError('too_many_requests', 'Too many wrong codes this week. Set a new password; then codes work again.', {
    retry_after: 86_400,
  });

/** A new password does not help. Passkeys and the provider are not affected. */
const blockedCodes = () =>
  new AppError(
    'too_many_requests',
    'Too many wrong codes for this account this week. Try again in a week, or log in with a passkey.',
    {
      retry_after: 7 * 86_400,
    },
  );

function codeWrong(): AppError {
  const msg = 'This code is wrong or was used already. Enter the code that your app shows now.';
  return new AppError('second_factor_wrong', msg, { fields: { code: msg } });
}
