import { audit } from '#platform/audit';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import { switchOff } from './unsubscribe.store.ts';
import type { Unsubscribe } from './unsubscribe.ts';

/** Unsubscribes by the link of an announcement; again it does nothing. @throws AppError link_invalid */
export async function unsubscribeByLink(
  { db, unsubscribe }: { db: Db; unsubscribe: Unsubscribe },
  userPk: number,
  hmac: string,
): Promise<void> {
  if (!unsubscribe.isOurs(userPk, hmac)) {
    throw new AppError('link_invalid', 'This link is not valid. Log in and switch announcements off under Account.');
  }
  await db.transaction().execute(async (tx) => {
    if (await switchOff(tx, userPk)) {
      await audit(tx, { actor: userPk, action: 'account.settings', data: { announcement_mails: false } });
    }
  });
}
