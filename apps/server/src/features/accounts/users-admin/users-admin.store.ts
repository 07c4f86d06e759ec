import type { Tx } from '#platform/db/db';

/** Ends an active grant of the account. @returns the grant */
export async function endGrant(tx: Tx, userPk: number, pk: number, now: Date) {
  const grant = await tx
    .selectFrom('entitlements')
    .select(['tier', 'ends_at'])
    .where('pk', '=', pk)
    .where('user_pk', '=', userPk)
    .where('source', '=', 'grant')
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    .forUpdate()
    .executeTakeFirst();
  if (grant) await tx.updateTable('entitlements').set({ ends_at: now }).where('pk', '=', pk).execute();
  return grant;
}
