import { announceProfileChange } from '#features/profiles/profiles.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { QueueMail } from '../mails/account-mails.ts';
import {
  deleteUser,
  endAllSessions,
  hasOtherSuperuser,
  lockDue,
  lockUser,
  readDue,
  setDeleteAt,
} from './own-data.store.ts';

/** What has to be told, in the transaction of the change, when somebody leaves. */
export interface Leaving {
  onLeave: (tx: Tx, userPk: number) => Promise<void>;
  /** Before the account is deleted. */
  onDelete: (tx: Tx, userPk: number) => Promise<void>;
}

interface Deps {
  db: Db;
  clock: Clock;
  queueMail: QueueMail;
  endLabs: (userPk: number) => Promise<void>;
  leaving: Leaving;
}

/** How long somebody who asked to be deleted can come back. */
const graceMs = 14 * 86_400_000;

export type OwnData = ReturnType<typeof createOwnData>;

/** Gives users their data as a file, and deletes their accounts after a grace period. */
export function createOwnData({ db, clock, queueMail, endLabs, leaving }: Deps) {
  return {
    /**
     * Marks the account for deletion in two weeks and ends all its sessions. Asking again does not move the day.
     * @throws AppError forbidden for the last superuser
     */
    async scheduleDeletion(userPk: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const now = clock.now();
        const user = await lockUser(tx, userPk);
        if (!user) return;
        if (user.is_superuser && !(await hasOtherSuperuser(tx, userPk))) throw lastSuperuser();
        if (!user.delete_at) {
          const deleteAt = new Date(now.getTime() + graceMs);
          await setDeleteAt(tx, userPk, deleteAt);
          await announceProfileChange(tx, userPk);
          await leaving.onLeave(tx, userPk);
          await audit(tx, { actor: userPk, action: 'account.deletion_scheduled' });
          await queueMail(tx, { kind: 'deletion_scheduled', user: userPk, deleteAt: deleteAt.toISOString() });
        }
        await endAllSessions(tx, userPk, now);
      });
    },

    /** Takes the deletion back; fine where none was asked for. */
    async keep(userPk: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const user = await lockUser(tx, userPk);
        if (!user?.delete_at) return;
        await setDeleteAt(tx, userPk, null);
        await announceProfileChange(tx, userPk);
        await audit(tx, { actor: userPk, action: 'account.kept' });
      });
    },

    /** Deletes the accounts whose grace is over. One that cannot be deleted does not hold up the others. */
    async sweep(): Promise<void> {
      const failures: string[] = [];
      for (const pk of await readDue(db, clock.now())) {
        try {
          await remove(pk);
        } catch (error) {
          failures.push(`user ${pk}: ${(error as Error).message}`);
        }
      }
      if (failures.length > 0) throw new Error(`Accounts were not deleted: ${failures.join('; ')}`);
    },
  };

  async function remove(pk: number): Promise<void> {
    await endLabs(pk);
    await db.transaction().execute(async (tx) => {
      if (!(await lockDue(tx, pk, clock.now()))) return;
      await announceProfileChange(tx, pk);
      await leaving.onDelete(tx, pk);
      await audit(tx, { actor: null, action: 'account.deleted', subject: `user:${pk}` });
      await deleteUser(tx, pk);
    });
  }
}

const lastSuperuser = () =>
  new AppError('forbidden', 'You are the only superuser here. Make somebody else one before you delete this account.');
