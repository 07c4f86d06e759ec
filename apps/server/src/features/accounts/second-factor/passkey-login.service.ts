import type { SignedIn } from '@hexpedition/contract';
import { audit } from '#platform/audit';
import { AppError } from '#platform/errors';
import type { AccountDeps } from '../deps.ts';
import { disabled } from '../sessions.service.ts';
import { findUserByPk } from '../users.read-model.ts';
import { lockUser } from '../users.store.ts';
import { findPasskey, usePasskey } from './passkeys.store.ts';
import { type Credential, ceremonySeconds, createWebAuthn, credentialIdOf, userHandle } from './web-authn.ts';

type Deps = Pick<AccountDeps, 'config' | 'db' | 'clock' | 'sessions' | 'tickets'>;

/** Says no more, whatever was wrong: an unknown key looks the same as a forged one. */
const passkeyInvalid = () =>
  new AppError('passkey_invalid', 'This passkey opens no account here. Try again, or log in with your password.');

/** Signing in with a passkey alone: it is both factors, so no code is asked for. */
export function createPasskeyLogin({ config, db, clock, sessions, tickets }: Deps) {
  const webAuthn = createWebAuthn(config.publicUrl);

  return {
    async options() {
      const options = await webAuthn.loginOptions();
      const data = { challenge: options.challenge };
      const ticket = await tickets.issue('passkey-login', ceremonySeconds, { userPk: null, data });
      return { ticket, options: { ...options } };
    },

    /** @throws AppError passkey_invalid, user_disabled */
    async open(input: { ticket: string; credential: Credential }, userAgent: string): Promise<SignedIn> {
      const ticket = await tickets.consume(db, 'passkey-login', input.ticket);
      const id = credentialIdOf(input.credential);
      const passkey = ticket && id ? await findPasskey(db, id) : undefined;
      if (!ticket || !passkey) throw passkeyInvalid();
      const handle = userHandle(passkey.user_pk);
      const use = await webAuthn.verifyLogin(input.credential, String(ticket.data.challenge), passkey, handle);
      if (!use) throw passkeyInvalid();
      return db.transaction().execute(async (tx) => {
        // The account is locked first, as for every change of it: its owner may be removing the key at this moment.
        const held = await lockUser(tx, passkey.user_pk);
        if (!(await usePasskey(tx, passkey.pk, use, clock.now()))) throw passkeyInvalid();
        const user = await findUserByPk(tx, passkey.user_pk);
        if (!held || !user) throw passkeyInvalid();
        if (!user.is_active) throw disabled();
        await audit(tx, { actor: user.pk, action: 'session.opened', data: { by: 'passkey' } });
        return sessions.open(tx, user, userAgent);
      });
    },
  };
}
