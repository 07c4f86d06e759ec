import { z } from 'zod';
import { isSwitchedOn } from '#features/feature-switches/feature-switches.public';
import { audit } from '#platform/audit';
import type { Tx } from '#platform/db/db';
import type { AccountDeps } from '../account-deps.ts';
import { insertNamedUser } from '../insert-named-user.ts';
import { lockUserToChange, updateUser } from '../users.store.ts';
import type { Profile, ProviderLogin } from './oidc-client.ts';
import {
  findIdentity,
  hasVerifiedEmail,
  type Identity,
  insertIdentity,
  isSessionOpen,
  lockIdentity,
} from './provider.store.ts';

/**
 * Result of a login: the user, `exists` when another account already has the address, or `closed` when a new account is
 * needed while superusers have switched sign-up off.
 */
type SignIn = { userPk: number } | 'exists' | 'closed';
/** `taken`: the identity is connected to another account. */
type Link = 'linked' | 'taken' | 'failed';

/** Signs in people whom the provider has authenticated. */
export function createProviderSignIn({ db, queueMail }: Pick<AccountDeps, 'db' | 'queueMail'>) {
  return {
    /**
     * Finds the account of an identity, or creates one. Never takes over an existing account with the same address: its
     * owner has to connect the provider.
     */
    async signIn(login: ProviderLogin): Promise<SignIn> {
      const existing = await findIdentity(db, login);
      if (existing) return { userPk: existing.user_pk };
      const profile = await login.profile();
      const email = verifiedEmail(profile);
      return db.transaction().execute(async (tx) => {
        await lockIdentity(tx, login);
        const meanwhile = await findIdentity(tx, login);
        if (meanwhile) return { userPk: meanwhile.user_pk };
        if (email !== null && (await hasVerifiedEmail(tx, email))) return 'exists';
        if (!(await isSwitchedOn(tx, 'register'))) return 'closed';
        return { userPk: await makeAccount(tx, login, profile, email) };
      });
    },

    /** Connects an identity to the account whose session started the authorization. */
    link(identity: Identity, { userPk, sessionPk }: { userPk: number; sessionPk: number }): Promise<Link> {
      return db.transaction().execute(async (tx) => {
        await lockIdentity(tx, identity);
        await lockUserToChange(tx, userPk);
        if (!(await isSessionOpen(tx, sessionPk, userPk))) return 'failed';
        const existing = await findIdentity(tx, identity);
        if (existing) return existing.user_pk === userPk ? 'linked' : 'taken';
        // The account already has an identity at this provider: it was connected in another tab in the meantime.
        if (!(await insertIdentity(tx, identity, userPk))) return 'failed';
        await audit(tx, { actor: userPk, action: 'provider.linked', data: { issuer: identity.issuer } });
        await queueMail(tx, { kind: 'provider_linked', user: userPk });
        return 'linked';
      });
    },
  };
}

function verifiedEmail({ email, email_verified }: Profile): string | null {
  if (email_verified !== true) return null;
  return z.email().max(254).safeParse(email).data ?? null;
}

async function makeAccount(tx: Tx, { issuer, subject }: Identity, profile: Profile, email: string | null) {
  const pk = await insertNamedUser(tx, [profile.preferred_username, profile.name, profile.email]);
  if (email !== null) await updateUser(tx, pk, { email });
  await insertIdentity(tx, { issuer, subject }, pk);
  await audit(tx, { actor: pk, action: 'account.created', data: { issuer } });
  return pk;
}
