import type { SignedIn } from '@hexpedition/contract';
import { audit } from '#platform/audit';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import { checkPassword, hashPassword, refuseWeakPassword } from './passwords.ts';
import { disabled, type SessionService } from './sessions.service.ts';
import { findUserByLogin, findUserByPk } from './users.read-model.ts';
import { insertUser, lockUser } from './users.store.ts';

interface Deps {
  db: Db;
  sessions: SessionService;
  /** False closes registration. */
  register: boolean;
}

export type AccountService = ReturnType<typeof createAccountService>;

export function createAccountService({ db, sessions, register }: Deps) {
  return {
    /** @throws AppError registration_closed, weak_password, username_taken */
    async signup(input: { username: string; email: string; password: string }, userAgent: string): Promise<SignedIn> {
      if (!register)
        throw new AppError('registration_closed', 'Registration is closed here. Ask the operator for an account.');
      await refuseWeakPassword(input.password, [input.username, input.email]);
      const passwordHash = await hashPassword(input.password);
      return db.transaction().execute(async (tx) => {
        const pk = await insertUser(tx, { username: input.username, pendingEmail: input.email || null, passwordHash });
        await audit(tx, { actor: pk, action: 'account.created' });
        const user = await findUserByPk(tx, pk);
        if (!user) throw new Error('The new user could not be read back.');
        return sessions.open(tx, user, userAgent);
      });
    },

    /**
     * Takes the same time whether the account exists or not, and says the same.
     * @throws AppError invalid_credentials, user_disabled
     */
    async login(input: { username: string; password: string }, userAgent: string): Promise<SignedIn> {
      const user = await findUserByLogin(db, input.username);
      const right = await checkPassword(user?.password_hash, input.password);
      if (!user || !right) throw wrongPair();
      if (!user.is_active) throw disabled();
      return db.transaction().execute(async (tx) => {
        // Checking took a while: a password that was changed meanwhile, to end what a thief has, opens nothing more.
        const now = await lockUser(tx, user.pk);
        if (now?.password_hash !== user.password_hash) throw wrongPair();
        if (!now.is_active) throw disabled();
        await audit(tx, { actor: user.pk, action: 'session.opened' });
        return sessions.open(tx, user, userAgent);
      });
    },
  };
}

const wrongPair = () =>
  new AppError('invalid_credentials', 'This username and password do not go together. Check both.');
