import { announceProfileChange } from '#features/profile-pages/profile-pages.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { AppError } from '#platform/errors';
import { listDemoAccounts } from '../demo-accounts.read-model.ts';
import type { QueueMail } from '../mails/account-mails.ts';
import {
  deleteUser,
  endAllSessions,
  hasOtherSuperuser,
  listDueAccounts,
  lockDemoAccount,
  lockDueAccount,
  lockUser,
  setDeleteAt,
} from './account-deletion.store.ts';

/** Callbacks of other features, called in the transaction of the change. */
export interface DeletionHooks {
  onSchedule: (tx: Tx, userPk: number) => Promise<void>;
  /** Runs before the account is deleted. */
  onDelete: (tx: Tx, userPk: number) => Promise<void>;
}

interface Deps {
  db: Db;
  clock: Clock;
  queueMail: QueueMail;
  endLabs: (userPk: number) => Promise<void>;
  deletionHooks: DeletionHooks;
}

/** Time in which a user can cancel the deletion. */
const graceMs = 14 * 86_400_000;

export type AccountDeletion = ReturnType<typeof createAccountDeletion>;

/** Deletes accounts after a grace period. */
export function createAccountDeletion({ db, clock, queueMail, endLabs, deletionHooks }: Deps) {
  return {
    /**
     * Schedules the deletion in two weeks and ends all sessions of the account. A second request keeps the first date.
     * @throws AppError forbidden for the last superuser
     */
    async schedule(userPk: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const now = clock.now();
        const user = await lockUser(tx, userPk);
        if (!user) return;
        if (user.is_superuser && !(await hasOtherSuperuser(tx, userPk))) throw lastSuperuser();
        if (!user.delete_at) {
          await scheduleIn(tx, userPk, { byOperator: false });
          await audit(tx, { actor: userPk, action: 'account.deletion_scheduled' });
        }
        await endAllSessions(tx, userPk, now);
      });
    },

    /**
     * Schedules the deletion for a superuser and ends all sessions. The caller has locked the account and writes the
     * audit event. @returns when the account will be deleted
     */
    async scheduleByOperator(tx: Tx, userPk: number): Promise<Date> {
      const deleteAt = await scheduleIn(tx, userPk, { byOperator: true });
      await endAllSessions(tx, userPk, clock.now());
      return deleteAt;
    },

    /** Cancels a deletion for a superuser. The caller has locked the account and writes the audit event. */
    async cancelByOperator(tx: Tx, userPk: number): Promise<void> {
      await setDeleteAt(tx, userPk, null);
      await announceProfileChange(tx, userPk);
    },

    /** Cancels the scheduled deletion, if there is one. */
    async cancel(userPk: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const user = await lockUser(tx, userPk);
        if (!user?.delete_at) return;
        await setDeleteAt(tx, userPk, null);
        await announceProfileChange(tx, userPk);
        await audit(tx, { actor: userPk, action: 'account.deletion_cancelled' });
      });
    },

    /**
     * Deletes the demo accounts at once.
     * @param actor a superuser
     * @returns the number of deleted accounts
     * @throws AppError already_done without demo accounts, forbidden if the actor is one of them
     */
    async removeDemoAccounts(actor: number): Promise<number> {
      const accounts = await listDemoAccounts(db);
      if (accounts.length === 0) throw new AppError('already_done', 'There are no demo accounts.');
      if (accounts.some(({ pk }) => pk === actor)) throw ownDemoAccount();
      for (const { pk, username } of accounts) {
        await endLabs(pk);
        await db.transaction().execute(async (tx) => {
          // A second call, or a new password, may have been faster.
          if (!(await lockDemoAccount(tx, pk))) return;
          await announceProfileChange(tx, pk);
          await deletionHooks.onDelete(tx, pk);
          await deleteUser(tx, pk);
          const data = { before: { username, demo: true }, after: null };
          await audit(tx, { actor, action: 'account.deleted', subject: `user:${pk}`, data });
        });
      }
      return accounts.length;
    },

    /** Deletes the accounts whose grace period is over. A failure does not stop the deletion of the others. */
    async sweep(): Promise<void> {
      const failures: string[] = [];
      for (const pk of await listDueAccounts(db, clock.now())) {
        try {
          await remove(pk);
        } catch (error) {
          failures.push(`user ${pk}: ${(error as Error).message}`);
        }
      }
      if (failures.length > 0) throw new Error(`Accounts were not deleted: ${failures.join('; ')}`);
    },
  };

  async function scheduleIn(tx: Tx, userPk: number, { byOperator }: { byOperator: boolean }): Promise<Date> {
    const deleteAt = new Date(clock.now().getTime() + graceMs);
    await setDeleteAt(tx, userPk, deleteAt);
    await announceProfileChange(tx, userPk);
    await deletionHooks.onSchedule(tx, userPk);
    const kind = byOperator ? 'deletion_by_operator' : 'deletion_scheduled';
    await queueMail(tx, { kind, user: userPk, deleteAt: deleteAt.toISOString() });
    return deleteAt;
  }

  async function remove(pk: number): Promise<void> {
    await endLabs(pk);
    await db.transaction().execute(async (tx) => {
      if (!(await lockDueAccount(tx, pk, clock.now()))) return;
      await announceProfileChange(tx, pk);
      await deletionHooks.onDelete(tx, pk);
      await audit(tx, { actor: null, action: 'account.deleted', subject: `user:${pk}` });
      await deleteUser(tx, pk);
    });
  }
}

const ownDemoAccount = () =>
  new AppError(
    'forbidden',
    'You are logged in with a demo account. Set a new password for it, or log in as another superuser.',
  );

const lastSuperuser = () =>
  new AppError(
    'forbidden',
    'You are the only superuser here. Make someone else a superuser before you delete this account.',
  );
