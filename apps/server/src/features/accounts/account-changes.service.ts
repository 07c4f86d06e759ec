import type { EndpointInput, User } from '@hexpedition/contract';
import { announceProfileChange } from '#features/profile-pages/profile-pages.public';
import { audit } from '#platform/audit';
import type { Tx } from '#platform/db/db';
import type { Viewer } from '#platform/http/viewer';
import type { AccountDeps } from './account-deps.ts';
import type { EmailService } from './email.service.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { isReservedName } from './reserved-names.ts';
import { sessionEnded } from './sessions.service.ts';
import { isOpen } from './sessions.store.ts';
import { lockUsername } from './username-lock.ts';
import { findUserByPk, type UserRow } from './users.read-model.ts';
import {
  isSlugOfAnother,
  isUniqueViolation,
  lockUserToChange,
  setPassword,
  updateUser,
  usernameTaken,
} from './users.store.ts';

type UserBody = EndpointInput<'POST /api/account/user'>['body'];
type SettingsBody = EndpointInput<'POST /api/account/settings'>['body'];

type Deps = Pick<AccountDeps, 'db' | 'confirm' | 'queueMail' | 'readUser'> & { emails: EmailService };

/** Changes that owners make to their accounts. */
export function createAccountChanges({ db, confirm, queueMail, readUser, emails }: Deps) {
  return {
    /**
     * Changes the given fields of username, email and password in one transaction.
     * @throws AppError wrong_password, reauthentication_required, username_taken, weak_password, unavailable
     */
    async change(viewer: Viewer, body: UserBody): Promise<User> {
      await confirm(viewer, body.password);
      const before = await findUserByPk(db, viewer.pk);
      if (!before) throw sessionEnded();
      const passwordHash = await hashNewPassword(before, body);
      const shouldQueueMail = isNewAddress(before, body.email) && (await emails.canMail(body.email ?? ''));
      try {
        return await db.transaction().execute(async (tx) => {
          const user = await lockViewer(tx, viewer);
          await changeName(tx, user, body.username);
          await changeEmail(tx, user, body.email);
          // Store the address before queueing the mail: the mail worker reads it from the database.
          if (shouldQueueMail && isNewAddress(user, body.email)) await emails.queueVerification(tx, user.pk);
          if (passwordHash) {
            await setPassword(tx, user.pk, passwordHash, viewer.sessionPk);
            await audit(tx, { actor: user.pk, action: 'account.password' });
            await queueMail(tx, { kind: 'password_changed', user: user.pk });
          }
          return readUser(tx, user.pk);
        });
      } catch (error) {
        if (isUniqueViolation(error, 'users_username_key', 'users_profile_slug_key')) throw usernameTaken();
        throw error;
      }
    },

    async changeSettings(viewer: Viewer, settings: SettingsBody): Promise<User> {
      return db.transaction().execute(async (tx) => {
        await updateUser(tx, viewer.pk, settings);
        if (settings.listed !== undefined) await announceProfileChange(tx, viewer.pk);
        await audit(tx, { actor: viewer.pk, action: 'account.settings', data: settings });
        return readUser(tx, viewer.pk);
      });
    },
  };
}

async function hashNewPassword(
  user: UserRow,
  { new_password, username, email }: UserBody,
): Promise<string | undefined> {
  if (!new_password) return undefined;
  const personal = [user.username, user.email, user.pending_email, username, email];
  await refuseWeakPassword(
    new_password,
    personal.filter((word) => typeof word === 'string'),
  );
  return hashPassword(new_password);
}

/** Locks the user against concurrent changes. Throws when the session of the viewer has ended. */
async function lockViewer(tx: Tx, viewer: Viewer): Promise<UserRow> {
  await lockUserToChange(tx, viewer.pk);
  const user = await findUserByPk(tx, viewer.pk);
  if (!user || !(await isOpen(tx, viewer.sessionPk))) throw sessionEnded();
  return user;
}

async function changeName(tx: Tx, user: UserRow, username: string | undefined): Promise<void> {
  if (username === undefined || username === user.username) return;
  if (username.toLowerCase() !== user.username.toLowerCase()) {
    if (isReservedName(username)) throw usernameTaken();
    await lockUsername(tx, username);
    if (await isSlugOfAnother(tx, user.pk, username)) throw usernameTaken();
  }
  // A slug derived from the old name follows the new name. A slug that the user chose stays.
  const slugFollowsName = user.profile_slug === user.username.toLowerCase();
  // Called twice: the page under the old name and a cached "not found" under the new name both have to be dropped.
  await announceProfileChange(tx, user.pk);
  await updateUser(tx, user.pk, { username, ...(slugFollowsName ? { profile_slug: username.toLowerCase() } : {}) });
  await announceProfileChange(tx, user.pk);
  await audit(tx, { actor: user.pk, action: 'account.username' });
}

const isSame = (one: string | null, other: string | undefined) => one?.toLowerCase() === other?.toLowerCase();

/** Returns whether the address needs confirmation and was not pending before. */
function isNewAddress(user: UserRow, email: string | undefined): boolean {
  return email !== undefined && !isSame(user.email, email) && !isSame(user.pending_email, email);
}

/** Does not reveal whether another account has the address. Only a reader of its mailbox finds out. */
async function changeEmail(tx: Tx, user: UserRow, email: string | undefined): Promise<void> {
  if (email === undefined) return;
  if (isSame(user.email, email)) {
    if (user.pending_email === null) return;
    await updateUser(tx, user.pk, { pending_email: null });
    await audit(tx, { actor: user.pk, action: 'account.email_kept' });
  } else if (isNewAddress(user, email)) {
    await updateUser(tx, user.pk, { pending_email: email });
    await audit(tx, { actor: user.pk, action: 'account.email_pending' });
  }
}
