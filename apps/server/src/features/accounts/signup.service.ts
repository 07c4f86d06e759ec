import type { SignedIn } from '@hexpedition/contract';
import { isSwitchedOn } from '#features/feature-switches/feature-switches.public';
import { audit } from '#platform/audit';
import { AppError } from '#platform/errors';
import type { AccountDeps } from './account-deps.ts';
import type { EmailService } from './email.service.ts';
import type { InviteService } from './invites.service.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { isReservedName } from './reserved-names.ts';
import { findUserByPk } from './users.read-model.ts';
import { insertUser, usernameTaken } from './users.store.ts';

type Deps = Pick<AccountDeps, 'db' | 'sessions' | 'site'> & {
  invites: InviteService;
  emails: EmailService;
};

interface Signup {
  username: string;
  email?: string | undefined;
  password: string;
  invite_code?: string | undefined;
}

export function createSignup({ db, sessions, site, invites, emails }: Deps) {
  /**
   * @throws AppError registration_closed, invite_required, invite_invalid, username_taken, weak_password, unavailable
   */
  return async (input: Signup, userAgent: string): Promise<SignedIn> => {
    const code = input.invite_code || undefined;
    const email = input.email || null;
    const { register } = await site.read();
    if (register === 'closed' || !(await isSwitchedOn(db, 'register'))) throw closed();
    if (register === 'invite' && !code) throw inviteRequired();
    // Cheap checks run before the password is hashed; the transaction repeats all of them.
    if (code) await invites.find(code);
    if (isReservedName(input.username)) throw usernameTaken();
    await refuseWeakPassword(input.password, [input.username, email ?? '']);
    const passwordHash = await hashPassword(input.password);
    const shouldQueueMail = email !== null && (await emails.canMail(email));
    return db.transaction().execute(async (tx) => {
      const pk = await insertUser(tx, { username: input.username, pendingEmail: email, passwordHash });
      await audit(tx, { actor: pk, action: 'account.created' });
      if (code) await invites.redeem(tx, pk, code);
      if (shouldQueueMail) await emails.queueVerification(tx, pk);
      const user = await findUserByPk(tx, pk);
      if (!user) throw new Error('The new user could not be read back.');
      return sessions.open(tx, user, userAgent);
    });
  };
}

const closed = () =>
  new AppError('registration_closed', 'Registration is closed here. Ask the operator for an account.');

function inviteRequired(): AppError {
  const msg = 'You need an invitation code to sign up here. Ask the operator for one.';
  return new AppError('invite_required', msg, { fields: { invite_code: msg } });
}
