import { announceProfileChange } from '#features/profile-pages/profile-pages.public';
import { addMonths } from '#platform/add-months';
import { type AuditEvent, audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import type { AccountDeletion } from '../account-deletion/account-deletion.service.ts';
import { hasOtherSuperuser } from '../account-deletion/account-deletion.store.ts';
import { deleteSecret } from '../second-factor/second-factor.store.ts';
import { endOtherSessions, endSession, findOpenSession } from '../sessions.store.ts';
import { findUserByLogin, findUserByPk, type UserRow } from '../users.read-model.ts';
import { grantTier, lockUserToChange, setActive, setSuperuser, updateUser } from '../users.store.ts';
import { endGrant } from './users-admin.store.ts';

/** The superuser; null for the operator's command. */
type Actor = number | null;
/** Username or email address of an account, or its key. */
export type Target = string | number;
/** State before and after the action, and further audit data. Undefined if nothing changed. */
type Change = Pick<AuditEvent, 'action' | 'data'> | undefined;

interface Deps {
  db: Db;
  clock: Clock;
  /** Omitted by the operator's command, which does not delete accounts. */
  accountDeletion?: Pick<AccountDeletion, 'scheduleByOperator' | 'cancelByOperator'>;
}

export type AccountActions = ReturnType<typeof createAccountActions>;

/**
 * Actions of superusers and the operator's command on accounts. Each action finds the account, checks whether the change
 * is allowed and writes an audit event. @returns the account's pk, or undefined if it does not exist
 */
export function createAccountActions({ db, clock, accountDeletion }: Deps) {
  async function run(
    actor: Actor,
    target: Target,
    change: (tx: Tx, user: UserRow) => Promise<Change>,
  ): Promise<number | undefined> {
    return db.transaction().execute(async (tx) => {
      const found = await findTarget(tx, target);
      if (!found) return undefined;
      await lockUserToChange(tx, found.pk);
      // Read after the lock, to see the result of the previous action.
      const user = await findTarget(tx, target);
      if (!user) return undefined;
      const event = await change(tx, user);
      if (event) await audit(tx, { actor, subject: `user:${user.pk}`, ...event });
      return user.pk;
    });
  }

  return {
    grant: (actor: Actor, target: Target, { tier, months }: { tier: number; months: number | null }) =>
      run(actor, target, async (tx, user) => {
        const endsAt = months === null ? null : addMonths(clock.now(), months);
        await grantTier(tx, user.pk, tier, endsAt);
        await announceProfileChange(tx, user.pk);
        const after = { tier: Math.max(tier, user.tier), granted: tier, until: endsAt?.toISOString() ?? null };
        return { action: 'tier.granted', data: { before: { tier: user.tier }, after } };
      }),

    /** @throws AppError not_found if the account has no such active grant */
    revokeTier: (actor: Actor, target: Target, pk: number) =>
      run(actor, target, async (tx, user) => {
        const grant = await endGrant(tx, user.pk, pk, clock.now());
        if (!grant) throw notFound('grant');
        await announceProfileChange(tx, user.pk);
        const before = { granted: grant.tier, until: grant.ends_at?.toISOString() ?? null };
        const after = { granted: grant.tier, until: clock.now().toISOString() };
        return { action: 'tier.revoked', data: { before, after } };
      }),

    setBeta: (actor: Actor, target: Target, beta_access: boolean) =>
      run(actor, target, async (tx, user) => {
        if (user.beta_access === beta_access) return undefined;
        await updateUser(tx, user.pk, { beta_access });
        const data = { before: { beta_access: user.beta_access }, after: { beta_access } };
        return { action: 'account.beta', data };
      }),

    /**
     * Enables or disables an account. Disabling also ends its sessions.
     * @throws AppError forbidden for one's own account and for the last superuser
     */
    setActive: (actor: Actor, target: Target, { isActive, reason }: { isActive: boolean; reason: string }) =>
      run(actor, target, async (tx, user) => {
        if (user.is_active === isActive) return undefined;
        if (!isActive && actor !== null) await refuseLockout(tx, actor, user);
        await setActive(tx, user.pk, isActive);
        await announceProfileChange(tx, user.pk);
        const data = { before: { is_active: user.is_active }, after: { is_active: isActive }, reason };
        return { action: isActive ? 'account.enabled' : 'account.disabled', data };
      }),

    /** @param sidHash the session to end; undefined for all sessions @throws AppError not_found */
    endSessions: (actor: Actor, target: Target, sidHash: string | undefined) =>
      run(actor, target, async (tx, user) => {
        const ended = await (sidHash === undefined
          ? endOtherSessions(tx, user.pk, 0, clock.now())
          : endOneSession(tx, user.pk, sidHash, clock.now()));
        return ended === 0
          ? undefined
          : { action: 'account.sessions_ended', data: { before: { sessions: ended }, after: { sessions: 0 } } };
      }),

    /** Removes an authenticator app after its owner lost it and the recovery codes. Passkeys stay. */
    removeSecondFactor: (actor: Actor, target: Target) =>
      run(actor, target, async (tx, user) => {
        await deleteSecret(tx, user.pk);
        if (!user.two_factor) return undefined;
        return {
          action: 'account.second_factor_removed',
          data: { before: { two_factor: true }, after: { two_factor: false } },
        };
      }),

    /**
     * Schedules the deletion of an account in two weeks and ends its sessions, or cancels it.
     * @throws AppError forbidden for one's own account and for the last superuser
     */
    setDeletion: (actor: number, target: Target, change: { delete: boolean; reason: string }) =>
      run(actor, target, async (tx, user) => {
        if (!accountDeletion) throw new Error('These actions were created without account deletion.');
        if ((user.delete_at !== null) === change.delete) return undefined;
        if (change.delete) await refuseLockout(tx, actor, user);
        const deleteAt = change.delete ? await accountDeletion.scheduleByOperator(tx, user.pk) : null;
        if (!change.delete) await accountDeletion.cancelByOperator(tx, user.pk);
        const data = {
          before: { delete_at: user.delete_at?.toISOString() ?? null },
          after: { delete_at: deleteAt?.toISOString() ?? null },
          reason: change.reason,
        };
        return { action: change.delete ? 'account.deletion_scheduled' : 'account.deletion_cancelled', data };
      }),

    /** @throws AppError forbidden for one's own account and for the last superuser */
    setSuperuser: (actor: number, target: Target, is_superuser: boolean) =>
      run(actor, target, async (tx, user) => {
        if (user.is_superuser === is_superuser) return undefined;
        if (!is_superuser) await refuseLockout(tx, actor, user);
        await setSuperuser(tx, user.pk, is_superuser);
        const data = { before: { is_superuser: user.is_superuser }, after: { is_superuser } };
        return { action: is_superuser ? 'account.superuser' : 'account.no_superuser', data };
      }),
  };
}

const findTarget = (tx: Tx, target: Target) =>
  typeof target === 'number' ? findUserByPk(tx, target) : findUserByLogin(tx, target);

async function endOneSession(tx: Tx, userPk: number, sidHash: string, now: Date): Promise<number> {
  const session = await findOpenSession(tx, userPk, Buffer.from(sidHash, 'base64url'));
  if (session === undefined) throw notFound('session');
  await endSession(tx, session, 'ended', now);
  return 1;
}

/** Rejects locking one's own account and the last superuser. */
async function refuseLockout(tx: Tx, actor: number, user: UserRow): Promise<void> {
  if (user.pk === actor) {
    throw new AppError('forbidden', 'This is your own account. Ask another superuser to do it.');
  }
  if (user.is_superuser && !(await hasOtherSuperuser(tx, user.pk))) {
    throw new AppError('forbidden', 'This is the only superuser. Make someone else a superuser first.');
  }
}
