import type { SignedIn } from '@hexpedition/contract';
import { audit } from '#platform/audit';
import type { Tx } from '#platform/db/db';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { isReservedName } from './reserved-names.ts';
import type { SessionService } from './sessions.service.ts';
import { findUserByPk } from './users.read-model.ts';
import { insertUser, usernameTaken } from './users.store.ts';

export interface PreparedAccount {
  username: string;
  passwordHash: string;
}

export type OperatorAccount = ReturnType<typeof createOperatorAccount>;

/** Creates the first superuser for the setup wizard. */
export function createOperatorAccount({ sessions }: { sessions: SessionService }) {
  return {
    /**
     * Checks name and password like a sign-up, and hashes the password. Call it before the transaction, because it takes a
     * while.
     * @throws AppError username_taken, weak_password, unavailable
     */
    async prepare(username: string, password: string): Promise<PreparedAccount> {
      if (isReservedName(username)) throw usernameTaken();
      await refuseWeakPassword(password, [username]);
      return { username, passwordHash: await hashPassword(password) };
    },

    /** Inserts the account. @throws AppError username_taken */
    async insert(tx: Tx, account: PreparedAccount): Promise<number> {
      const pk = await insertUser(tx, { ...account, pendingEmail: null, isSuperuser: true });
      const data = { before: { is_superuser: false }, after: { is_superuser: true } };
      await audit(tx, { actor: pk, action: 'account.created' });
      await audit(tx, { actor: pk, action: 'account.superuser', subject: `user:${pk}`, data });
      return pk;
    },

    /** Opens the first session of the account. */
    async openSession(tx: Tx, pk: number, userAgent: string): Promise<SignedIn> {
      const user = await findUserByPk(tx, pk);
      if (!user) throw new Error('The new user could not be read back.');
      return sessions.open(tx, user, userAgent);
    },
  };
}
