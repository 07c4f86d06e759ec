import { audit } from '#platform/audit';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import { disableAnnouncementMails } from './unsubscribe.store.ts';
import type { Unsubscribe } from './unsubscribe.ts';

/** Unsubscribes an account with the link of an announcement. Idempotent. @throws AppError link_invalid */
export async function unsubscribeByLink(
  { db, unsubscribe }: { db: Db; unsubscribe: Unsubscribe },
  userPk: number,
  hmac: string,
): Promise<void> {
  if (!unsubscribe.isValid(userPk, hmac)) {
    throw new AppError(
      'link_invalid',
      'This link is not valid. To unsubscribe, log in and switch off announcements under Account.',
    );
  }
  await db.transaction().execute(async (tx) => {
    if (await disableAnnouncementMails(tx, userPk)) {
      await audit(tx, { actor: userPk, action: 'account.settings', data: { announcement_mails: false } });
    }
  });
}
