import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Viewer } from '#platform/http/viewer';
import { checkPassword } from './passwords.ts';
import { findSessionPassword } from './sessions.read-model.ts';

/** Without a password a session has to be this young. */
const freshMs = 15 * 60_000;
const limit = { name: 'confirm', hits: 10, seconds: 600 };

/**
 * Asks for the password once more before a change that the thief of a session must not make. Throws wrong_password with
 * the field `password`, or reauthentication_required for accounts without a password whose session is older than 15
 * minutes.
 */
export type ConfirmIdentity = (viewer: Viewer, password: string | undefined) => Promise<void>;

export function createConfirmIdentity(deps: { db: Db; clock: Clock; limiter: RateLimiter }): ConfirmIdentity {
  const { db, clock, limiter } = deps;
  return async (viewer, password) => {
    const row = await findSessionPassword(db, viewer.sessionPk);
    if (row?.password_hash) {
      // Counted per session: a thief's tries cost the owner nothing on another device.
      await limiter.take(limit, String(viewer.sessionPk));
      if (password && (await checkPassword(row.password_hash, password))) return;
      const msg = password ? 'This is not your password.' : 'Enter your password.';
      throw new AppError('wrong_password', msg, { fields: { password: msg } });
    }
    if (row && clock.now().getTime() - row.created_at.getTime() <= freshMs) return;
    throw new AppError(
      'reauthentication_required',
      'Log out and in again to do this: your last log-in was a while ago.',
    );
  };
}
