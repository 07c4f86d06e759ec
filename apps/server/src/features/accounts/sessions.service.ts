import { maxSessions, type SignedIn } from '@hexpedition/contract';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { OpenAccess, Viewer } from '#platform/http/viewer';
import type { AccessTokens } from './access-token.ts';
import { describeDevice } from './describe-device.ts';
import type { IdentityCache } from './identity-cache.ts';
import type { QueueMail } from './mails/account-mails.ts';
import { findActor, listUserAgents } from './sessions.read-model.ts';
import {
  deleteOldRefreshTokens,
  endLeastRecentlyUsed,
  endSession,
  findRefreshTokenForUpdate,
  findSessionOfRefreshToken,
  insertSession,
  issueRefreshToken,
  markRefreshTokensUsed,
  touchSession,
} from './sessions.store.ts';
import type { PresentUser } from './users.presenter.ts';
import { findUserByPk, type UserRow } from './users.read-model.ts';

/** Time for which the last used credential stays valid, so that two tabs or a lost answer do not end the session. */
const graceMs = 20_000;

export type SessionService = ReturnType<typeof createSessionService>;

interface Deps {
  db: Db;
  clock: Clock;
  tokens: AccessTokens;
  queueMail: QueueMail;
  readOpenAccess: () => Promise<OpenAccess>;
  presentUser: PresentUser;
  identities: IdentityCache;
}

export function createSessionService(deps: Deps) {
  const { db, clock, tokens, queueMail, readOpenAccess, presentUser, identities } = deps;
  return {
    /**
     * Opens a session for an authenticated user, and queues a mail if the device is new. The caller has locked the user,
     * so concurrent calls cannot exceed the maximum number of sessions.
     */
    async open(tx: Tx, user: UserRow, userAgent: string): Promise<SignedIn> {
      const now = clock.now();
      if (user.sign_in_mails && user.email !== null) await queueNewDeviceMail(tx, user.pk, userAgent, now);
      const session = await insertSession(tx, user.pk, userAgent, now);
      await endLeastRecentlyUsed(tx, user.pk, maxSessions, now);
      return issueTokens(user, session.sid, await issueRefreshToken(tx, session.pk, now));
    },

    /** Returns the session that a refresh credential belongs to. Exchanges are limited per session. */
    findSession: (refresh: string): Promise<number | undefined> => findSessionOfRefreshToken(db, refresh),

    /**
     * Exchanges a refresh credential for a new pair. Reuse of a credential after the grace period ends the whole session,
     * because it means that two parties hold it.
     * @throws AppError refresh_expired, session_ended, user_disabled
     */
    async refresh(refresh: string): Promise<SignedIn> {
      const outcome = await db.transaction().execute((tx) => rotate(tx, refresh));
      if ('error' in outcome) throw outcome.error; // thrown after the transaction, so that ending the session is committed
      return outcome.signedIn;
    },

    sweep: (): Promise<void> => deleteOldRefreshTokens(db, clock.now()),

    /**
     * Identifies the caller of an access credential, from the database or as found less than a second ago.
     * @throws AppError token_invalid, token_expired, session_ended, user_disabled
     */
    async identify(token: string): Promise<Viewer> {
      const known = identities.find(token, clock.now());
      if (known) return known;
      const { generation } = identities;
      const { expiresAt, ...claims } = await tokens.verify(token);
      const viewer = await readViewer(claims);
      identities.store(token, viewer, { now: clock.now(), expiresAt }, generation);
      return viewer;
    },

    /** Makes the next call of an account, or of all, read the database: something about it may have changed. */
    forget: (userPk: number | 'all'): void => identities.forget(userPk),
  };

  async function readViewer(claims: { userPk: number; sid: string; impersonatedBy: number | null }): Promise<Viewer> {
    const actor = await findActor(db, claims.sid);
    if (!actor || actor.user_pk !== (claims.impersonatedBy ?? claims.userPk)) throw sessionEnded();
    // Disabling an account also ends its sessions. The owner should see this reason, not "session ended".
    if (!actor.is_active) throw accountDisabled();
    if (actor.ended_at) throw sessionEnded();
    await touchSession(db, { pk: actor.session_pk, lastSeenAt: actor.last_seen_at }, clock.now());
    const session = { ...(await readOpenAccess()), sid: claims.sid, sessionPk: actor.session_pk };
    if (claims.impersonatedBy !== null)
      return { ...(await readViewedUser(actor, claims.userPk)), ...session, impersonatedBy: claims.impersonatedBy };
    return {
      pk: actor.user_pk,
      username: actor.username,
      tier: actor.tier,
      isSuperuser: actor.is_superuser,
      betaAccess: actor.beta_access,
      ...session,
    };
  }

  /** The learner whom a superuser views the site as. The view ends if the superuser is demoted or the learner promoted. */
  async function readViewedUser(actor: { is_superuser: boolean }, userPk: number) {
    const user = await findUserByPk(db, userPk);
    if (!actor.is_superuser || !user || user.is_superuser) throw sessionEnded();
    return { pk: user.pk, username: user.username, tier: user.tier, isSuperuser: false, betaAccess: user.beta_access };
  }

  async function queueNewDeviceMail(tx: Tx, userPk: number, userAgent: string, now: Date): Promise<void> {
    const device = describeDevice(userAgent).text;
    const before = await listUserAgents(tx, userPk);
    // In the first session of an account every device is new, and the owner has just created the account.
    if (before.length === 0 || before.some((known) => describeDevice(known).text === device)) return;
    await queueMail(tx, { kind: 'new_sign_in', user: userPk, device, at: now.toISOString() });
  }

  async function rotate(tx: Tx, refresh: string): Promise<{ signedIn: SignedIn } | { error: AppError }> {
    const now = clock.now();
    const found = await findRefreshTokenForUpdate(tx, refresh);
    if (!found) return { error: refreshExpired() };
    const { session, usedAt, lastUse } = found;
    const user = await findUserByPk(tx, session.user_pk);
    if (!user?.is_active) {
      await endSession(tx, session.pk, 'disabled', now);
      return { error: accountDisabled() };
    }
    if (session.ended_at) return { error: sessionEnded() };
    if (session.expires_at <= now) {
      await endSession(tx, session.pk, 'expired', now);
      return { error: refreshExpired() };
    }
    const isLastUsed = usedAt?.getTime() === lastUse?.getTime();
    if (usedAt && !(isLastUsed && now.getTime() - usedAt.getTime() <= graceMs)) {
      await endSession(tx, session.pk, 'reuse', now);
      return { error: sessionEnded() };
    }
    if (!usedAt) await markRefreshTokensUsed(tx, session.pk, now);
    return { signedIn: await issueTokens(user, session.sid, await issueRefreshToken(tx, session.pk, now)) };
  }

  async function issueTokens(user: UserRow, sid: string, refresh: string): Promise<SignedIn> {
    const access = await tokens.issue({ userPk: user.pk, sid, tier: user.tier, isSuperuser: user.is_superuser });
    return { token: { access, refresh }, user: presentUser(user) };
  }
}

const refreshExpired = () => new AppError('refresh_expired', 'Your session has expired. Log in again.');
export const sessionEnded = () => new AppError('session_ended', 'This session has ended. Log in again.');

export function accountDisabled(): AppError {
  return new AppError('user_disabled', 'This account is disabled.', { detail: 'inactive' });
}
