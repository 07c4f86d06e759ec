import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Viewer } from '#platform/http/viewer';
import { checkPassword } from './passwords.ts';
import { findSessionPassword } from './sessions.read-model.ts';

/** Maximum age of a session that can confirm an account without a password. */
const freshMs = 15 * 60_000;
const limit = { name: 'confirm', hits: 10, seconds: 600 };

/**
 * Asks for the password again before a change that a stolen session must not allow. Throws wrong_password with the field
 * `password`. For an account without a password it throws reauthentication_required if the session is older than 15
 * minutes.
 */
export type ConfirmIdentity = (viewer: Viewer, password: string | undefined) => Promise<void>;

export function createConfirmIdentity(deps: { db: Db; clock: Clock; limiter: RateLimiter }): ConfirmIdentity {
  const { db, clock, limiter } = deps;
  return async (viewer, password) => {
    const row = await findSessionPassword(db, viewer.sessionPk);
    if (row?.password_hash) {
      // Counted per session: attempts with a stolen session do not lock the owner out on another device.
      await limiter.take(limit, String(viewer.sessionPk));
      if (password && (await checkPassword(row.password_hash, password))) return;
      const msg = password ? 'This is not your password.' : 'Enter your password.';
      throw new AppError('wrong_password', msg, { fields: { password: msg } });
    }
    if (row && clock.now().getTime() - row.created_at.getTime() <= freshMs) return;
    throw new AppError(
      'reauthentication_required',
      'Log out and log in again to do this. Your last log-in was too long ago.',
    );
  };
}
