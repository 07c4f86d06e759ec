import { sql } from 'kysely';
import type { Tx } from '#platform/db/db';

export interface Bounce {
  user: number;
  address: string;
  permanent: boolean;
  reason: string;
}

/** The newest word on an address counts, except that what is permanent stays so. */
export async function recordBounce(tx: Tx, { user, address, permanent, reason }: Bounce, now: Date): Promise<void> {
  await tx
    .insertInto('mail_bounces')
    .values({ user_pk: user, address, permanent, reason, at: now })
    .onConflict((conflict) =>
      conflict.expression(sql`user_pk, lower(address)`).doUpdateSet({
        permanent: sql`mail_bounces.permanent or excluded.permanent`,
        reason,
        at: now,
      }),
    )
    .execute();
}

/** @returns the bounce that was there */
export function deleteBounce(tx: Tx, pk: number) {
  return tx
    .deleteFrom('mail_bounces')
    .where('pk', '=', pk)
    .returning(['user_pk', 'permanent', 'reason'])
    .executeTakeFirst();
}
