import type { Tx } from '#platform/db/db';

/** @returns whether announcement mails were enabled */
export async function disableAnnouncementMails(tx: Tx, userPk: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ announcement_mails: false })
    .where('pk', '=', userPk)
    .where('announcement_mails', '=', true)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
