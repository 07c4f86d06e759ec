import type { SignedIn } from '@hexpedition/contract';
import { audit } from '#platform/audit';
import { AppError } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import type { AccountDeps } from '../account-deps.ts';
import { lockAccount } from '../second-factor/lock-account.ts';
import { countSignInMethods } from '../second-factor/passkeys.store.ts';
import { accountDisabled } from '../sessions.service.ts';
import type { Ticket } from '../tickets.store.ts';
import { findUserByPk } from '../users.read-model.ts';
import { lockUser } from '../users.store.ts';
import type { AuthorizationChecks, OidcClient } from './oidc-client.ts';
import { deleteIdentities, findIdentity, isConnected } from './provider.store.ts';
import { createProviderSignIn } from './provider-sign-in.service.ts';

/** The ticket is stored in a cookie, so that the callback works only in the browser that started it. */
export interface AuthorizationRequest {
  url: string;
  ticket: string;
}

/** Result of a callback from the provider. */
export type CallbackOutcome =
  | { kind: 'finish'; ticket: string; next: string | undefined }
  | { kind: 'exists' | 'closed' }
  | { kind: 'linked' | 'taken' }
  | { kind: 'failed'; wasLink: boolean };

type Deps = Pick<AccountDeps, 'db' | 'tickets' | 'sessions' | 'queueMail'> & {
  oidc: OidcClient;
  /** Display name of the provider. */
  name: string;
  /** Logs a failure, without secrets. */
  warn: (reason: Record<string, unknown>) => void;
};

export const startSeconds = 600;
export const finishSeconds = 60;

/** Sign-in through the OpenID Connect provider. */
export function createProviderService({ db, tickets, sessions, queueMail, oidc, name, warn }: Deps) {
  const providerSignIn = createProviderSignIn({ db, queueMail });
  const failed = (msg: string) => new AppError('provider_failed', msg);
  const tooLate = () => failed(`Logging in through ${name} took too long. Start again.`);

  /** @throws AppError provider_failed if the provider does not answer */
  const orUnreachable = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      warn(describe(error));
      throw failed(`${name} does not answer. Try again in a moment.`);
    });

  async function beginAuthorization(
    userPk: number | null,
    data: Record<string, unknown>,
  ): Promise<AuthorizationRequest> {
    const checks = oidc.newChecks();
    const url = await orUnreachable(oidc.authorizationUrl(checks));
    return {
      url,
      ticket: await tickets.issue('provider-start', startSeconds, { userPk, data: { ...data, ...checks } }),
    };
  }

  async function handleCallback(search: string, { userPk, data }: Ticket): Promise<CallbackOutcome> {
    const login = await oidc.exchangeCode(search, checksOf(data));
    if (userPk !== null) {
      const kind = await providerSignIn.link(login, { userPk, sessionPk: Number(data.session) });
      return kind === 'failed' ? { kind, wasLink: true } : { kind };
    }
    const found = await providerSignIn.signIn(login);
    if (typeof found === 'string') return { kind: found };
    const ticket = await tickets.issue('provider-finish', finishSeconds, {
      userPk: found.userPk,
      data: { issuer: login.issuer, subject: login.subject },
    });
    return { kind: 'finish', ticket, next: typeof data.next === 'string' ? data.next : undefined };
  }

  return {
    /** @param next a validated path of this site */
    start: (next: string | undefined): Promise<AuthorizationRequest> => beginAuthorization(null, next ? { next } : {}),

    async link(viewer: Viewer): Promise<AuthorizationRequest> {
      if (await isConnected(db, viewer.pk, await orUnreachable(oidc.issuer()))) {
        throw failed(`Your account is connected to ${name} already. Disconnect it first to connect another one.`);
      }
      return beginAuthorization(viewer.pk, { session: viewer.sessionPk });
    },

    /** Handles every callback, with any query string. */
    async callback(search: string, ticket: string | undefined): Promise<CallbackOutcome> {
      const started = ticket ? await tickets.consume(db, 'provider-start', ticket) : undefined;
      if (!started) return { kind: 'failed', wasLink: false };
      try {
        return await handleCallback(search, started);
      } catch (error) {
        warn(describe(error));
        return { kind: 'failed', wasLink: started.userPk !== null };
      }
    },

    /** @throws AppError provider_failed, user_disabled */
    async finish(ticket: string | undefined, userAgent: string): Promise<SignedIn> {
      const verified = ticket ? await tickets.consume(db, 'provider-finish', ticket) : undefined;
      const userPk = verified?.userPk ?? undefined;
      if (!verified || userPk === undefined) throw tooLate();
      return db.transaction().execute(async (tx) => {
        // The account is locked first: the identity may have been disconnected in the meantime.
        const lockedUser = await lockUser(tx, userPk);
        const identity = { issuer: String(verified.data.issuer), subject: String(verified.data.subject) };
        if ((await findIdentity(tx, identity))?.user_pk !== userPk) throw tooLate();
        const user = await findUserByPk(tx, userPk);
        if (!lockedUser || !user) throw tooLate();
        if (!user.is_active) throw accountDisabled();
        await audit(tx, { actor: userPk, action: 'session.opened', data: { by: 'provider' } });
        return sessions.open(tx, user, userAgent);
      });
    },

    /** @throws AppError session_ended, or forbidden if it is the only sign-in method */
    async unlink(viewer: Viewer): Promise<void> {
      const { pk } = viewer;
      await db.transaction().execute(async (tx) => {
        await lockAccount(tx, viewer);
        if (!(await deleteIdentities(tx, pk))) return;
        if ((await countSignInMethods(tx, pk, undefined)) === 0) {
          throw new AppError(
            'forbidden',
            `${name} is your only way in. Set a password or add a passkey before you disconnect it.`,
          );
        }
        await audit(tx, { actor: pk, action: 'provider.unlinked' });
        await queueMail(tx, { kind: 'provider_unlinked', user: pk });
      });
    },
  };
}

const checksOf = ({ state, nonce, verifier }: Record<string, unknown>): AuthorizationChecks => ({
  state: String(state),
  nonce: String(nonce),
  verifier: String(verifier),
});

/** Returns what may be logged about a failure: the error's short name, and nothing else from the provider or browser. */
function describe(error: unknown): Record<string, unknown> {
  const { message, code, error: name } = error as { message?: string; code?: unknown; error?: unknown };
  return { reason: message, code, ...(typeof name === 'string' ? { error: name.slice(0, 60) } : {}) };
}
