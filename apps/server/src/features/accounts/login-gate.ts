import { timingSafeEqual } from 'node:crypto';
import { isSwitchedOn } from '#features/feature-switches/feature-switches.public';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { Secrets } from '#platform/secrets';

/** Returns the address at which superusers log in while log-in is switched off. The key never leaves the browser's address bar. */
export const superuserLoginLink = ({ publicUrl }: Config, secrets: Secrets): string =>
  `${publicUrl}/login#key=${secrets.key('login-link').toString('base64url')}`;

/**
 * Checks whether log-in is possible now.
 * @param key the key of `superuserLoginLink`, if the call has it
 * @returns the users who may log in
 * @throws AppError login_closed
 */
export async function requireLoginOpen(
  { db, secrets }: { db: Db; secrets: Secrets },
  key?: string,
): Promise<'everyone' | 'superusers'> {
  if (await isSwitchedOn(db, 'login')) return 'everyone';
  const [given, expected] = [Buffer.from(key ?? '', 'base64url'), secrets.key('login-link')];
  if (given.length === expected.length && timingSafeEqual(given, expected)) return 'superusers';
  throw loginClosed();
}

export const loginClosed = () =>
  new AppError('login_closed', 'Logging in is turned off at the moment. You can still read the map and the lessons.');
