import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SignedIn } from '@hexpedition/contract';
import { audit } from '#platform/audit';
import { AppError } from '#platform/errors';
import type { AccountDeps } from '../account-deps.ts';
import { requireLoginOpen } from '../login-gate.ts';
import { accountDisabled } from '../sessions.service.ts';
import { findUserByPk } from '../users.read-model.ts';
import { lockUser } from '../users.store.ts';
import { findPasskey, usePasskey } from './passkeys.store.ts';
import { type Credential, ceremonySeconds, createWebAuthn, credentialIdOf, userHandle } from './web-authn.ts';

type Deps = Pick<AccountDeps, 'config' | 'db' | 'clock' | 'sessions' | 'tickets' | 'secrets'>;

/** The challenge to sign. It belongs to one ticket and reveals nothing about the ticket's signature. */
const challengeOf = (ticket: string) => Uint8Array.from(createHash('sha256').update(ticket).digest());

/** The same error for an unknown and a forged passkey. */
const passkeyInvalid = () =>
  new AppError('passkey_invalid', 'This passkey opens no account here. Try again, or log in with your password.');

/**
 * Sign-in with a passkey alone. It is both factors, so no code is needed. Tickets are signed, and stored only when they
 * are used. There is no limit on tickets, so a caller cannot exhaust the tickets of a network.
 */
export function createPasskeyLogin({ config, db, clock, sessions, tickets, secrets }: Deps) {
  const webAuthn = createWebAuthn(config.publicUrl);
  const key = secrets.key('tickets');
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');

  function issue(): string {
    const expires = clock.now().getTime() + ceremonySeconds * 1_000;
    const text = `${expires}.${randomBytes(16).toString('base64url')}`;
    return `${text}.${sign(text)}`;
  }

  /** Returns the expiry of a ticket; undefined if it has expired or its signature is invalid. */
  function parseExpiry(ticket: string): Date | undefined {
    const at = ticket.lastIndexOf('.');
    const [givenSignature, expectedSignature] = [
      Buffer.from(ticket.slice(at + 1)),
      Buffer.from(sign(ticket.slice(0, Math.max(at, 0)))),
    ];
    if (givenSignature.length !== expectedSignature.length || !timingSafeEqual(givenSignature, expectedSignature))
      return undefined;
    const expiry = new Date(Number(ticket.split('.', 1)[0]));
    return expiry > clock.now() ? expiry : undefined;
  }

  return {
    async options() {
      const ticket = issue();
      return { ticket, options: { ...(await webAuthn.loginOptions(challengeOf(ticket))) } };
    },

    /** @throws AppError login_closed, passkey_invalid, user_disabled */
    async open(input: { ticket: string; credential: Credential }, userAgent: string): Promise<SignedIn> {
      await requireLoginOpen({ db, secrets });
      const expiry = parseExpiry(input.ticket);
      const id = credentialIdOf(input.credential);
      const passkey = expiry && id ? await findPasskey(db, id) : undefined;
      if (!expiry || !passkey) throw passkeyInvalid();
      const challenge = Buffer.from(challengeOf(input.ticket)).toString('base64url');
      const use = await webAuthn.verifyLogin(input.credential, challenge, passkey, userHandle(passkey.user_pk));
      if (!use || !(await tickets.consumeSigned('passkey-login', input.ticket, expiry))) throw passkeyInvalid();
      return db.transaction().execute(async (tx) => {
        // The account is locked first, as for every change of it: its owner may be removing the passkey right now.
        const lockedUser = await lockUser(tx, passkey.user_pk);
        if (!(await usePasskey(tx, passkey.pk, use, clock.now()))) throw passkeyInvalid();
        const user = await findUserByPk(tx, passkey.user_pk);
        if (!lockedUser || !user) throw passkeyInvalid();
        if (!user.is_active) throw accountDisabled();
        await audit(tx, { actor: user.pk, action: 'session.opened', data: { by: 'passkey' } });
        return sessions.open(tx, user, userAgent);
      });
    },
  };
}
