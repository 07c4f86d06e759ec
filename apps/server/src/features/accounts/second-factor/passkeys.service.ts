import type { Security } from '@hexpedition/contract';
import { audit } from '#platform/audit';
import { AppError, notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import type { AccountDeps } from '../account-deps.ts';
import { lockAccount } from './lock-account.ts';
import { countSignInMethods, deletePasskey, insertPasskey, listCredentials } from './passkeys.store.ts';
import { readSecurity } from './security.read-model.ts';
import { type Credential, ceremonySeconds, createWebAuthn } from './web-authn.ts';

type Deps = Pick<AccountDeps, 'config' | 'db' | 'clock' | 'confirm' | 'queueMail' | 'tickets' | 'limiter' | 'site'>;

const maxPasskeys = 10;
/** Counted per session, so that a stolen session does not use up its owner's attempts. */
const changeLimit = { name: 'passkey-change', hits: 40, seconds: 3_600 };

/** The same error for every cause. */
const cannotAdd = () =>
  new AppError('passkey_invalid', 'This passkey could not be added. Try again, or with another device.');

/** Manages the passkeys of an account. A passkey signs in by itself, because it verifies both possession and the user. */
export function createPasskeys({ config, db, clock, confirm, queueMail, tickets, limiter, site }: Deps) {
  const webAuthn = createWebAuthn(config.publicUrl);

  return {
    /** @throws AppError wrong_password, reauthentication_required, already_done */
    async options(viewer: Viewer, password: string | undefined) {
      await confirm(viewer, password);
      await limiter.take(changeLimit, String(viewer.sessionPk));
      const existing = await listCredentials(db, viewer.pk);
      if (existing.length >= maxPasskeys) throw tooManyKeys();
      const options = await webAuthn.registrationOptions((await site.read()).name, viewer, existing);
      const data = { challenge: options.challenge, sessionPk: viewer.sessionPk };
      const ticket = await tickets.issue('passkey-add', ceremonySeconds, { userPk: viewer.pk, data });
      return { ticket, options: { ...options } };
    },

    /** @throws AppError passkey_invalid, already_done */
    async add(viewer: Viewer, input: { ticket: string; name: string; credential: Credential }): Promise<Security> {
      const ticket = await tickets.consume(db, 'passkey-add', input.ticket);
      if (!ticket || ticket.userPk !== viewer.pk || ticket.data.sessionPk !== viewer.sessionPk) throw cannotAdd();
      const passkey = await webAuthn.verifyRegistration(input.credential, String(ticket.data.challenge));
      if (!passkey) throw cannotAdd();
      return db.transaction().execute(async (tx) => {
        await lockAccount(tx, viewer);
        if ((await listCredentials(tx, viewer.pk)).length >= maxPasskeys) throw tooManyKeys();
        const pk = await insertPasskey(tx, { ...passkey, userPk: viewer.pk, name: input.name }, clock.now());
        if (pk === undefined) throw cannotAdd();
        await audit(tx, { actor: viewer.pk, action: 'passkey.added', subject: `passkey:${pk}` });
        await queueMail(tx, { kind: 'second_factor_changed', user: viewer.pk, what: 'passkey_added' });
        return readSecurity(tx, viewer.pk);
      });
    },

    /** @throws AppError wrong_password, reauthentication_required, not_found, forbidden if it is the only sign-in method */
    async remove(viewer: Viewer, pk: number, password: string | undefined): Promise<Security> {
      await confirm(viewer, password);
      await limiter.take(changeLimit, String(viewer.sessionPk));
      return db.transaction().execute(async (tx) => {
        await lockAccount(tx, viewer);
        if (!(await deletePasskey(tx, viewer.pk, pk))) throw notFound('passkey');
        if ((await countSignInMethods(tx, viewer.pk, config.oidc?.issuer)) === 0) throw onlyWayIn();
        await audit(tx, { actor: viewer.pk, action: 'passkey.removed', subject: `passkey:${pk}` });
        await queueMail(tx, { kind: 'second_factor_changed', user: viewer.pk, what: 'passkey_removed' });
        return readSecurity(tx, viewer.pk);
      });
    },
  };
}

const tooManyKeys = () =>
  new AppError('already_done', `You have ${maxPasskeys} passkeys, which is the maximum. Remove one first.`);

const onlyWayIn = () =>
  new AppError('forbidden', 'This passkey is your only way in. Set a password or add another before you remove it.');
