import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { hasSuperuser } from '#features/accounts/accounts.public';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { AppError } from '#platform/errors';
import { findSetupLink, lockSetupLink, replaceSetupLink } from './setup-link.store.ts';

const lifetimeMs = 24 * 3_600_000;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** An impossible hash: comparing with it takes as long as with a stored one. */
const noHash = Buffer.alloc(32);

interface Deps {
  db: Db;
  clock: Clock;
  publicUrl: string;
}

/**
 * Creates the link of the setup wizard. It replaces the link of an earlier start. Only its hash is stored. The token is in
 * the fragment, which browsers do not send, so it is in no log of a server or a proxy.
 * @returns undefined if the site has a superuser
 */
export function createSetupLink({ db, clock, publicUrl }: Deps): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    await lockSetupLink(tx);
    if (await hasSuperuser(tx, { countsDemo: false })) return undefined;
    const token = randomBytes(32).toString('base64url');
    await replaceSetupLink(tx, hashOf(token), new Date(clock.now().getTime() + lifetimeMs));
    return `${publicUrl}/setup#${token}`;
  });
}

/** @throws AppError link_invalid, link_expired */
export async function requireSetupLink(db: Db | Tx, token: string, now: Date): Promise<void> {
  const link = await findSetupLink(db);
  const isSame = timingSafeEqual(hashOf(token), link?.token_hash ?? noHash);
  if (!link || !isSame) throw linkInvalid();
  if (link.used_at || (await hasSuperuser(db, { countsDemo: false }))) throw linkUsed();
  if (link.expires_at <= now) throw linkExpired();
}

const linkInvalid = () =>
  new AppError(
    'link_invalid',
    'This link is not valid. Each start of the server prints a new link and ends the one before. Use the newest.',
  );

const linkUsed = () =>
  new AppError('link_invalid', 'This site is set up already. Log in as a superuser to change its settings.');

const linkExpired = () =>
  new AppError('link_expired', 'This link has expired. Start the server again: it prints a new link.');
