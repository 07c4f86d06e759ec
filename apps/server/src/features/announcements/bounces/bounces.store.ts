import { sql } from 'kysely';
import type { Tx } from '#platform/db/db';

export interface Bounce {
  user: number;
  address: string;
  permanent: boolean;
  reason: string;
}

/** Records a bounce. A newer report replaces the reason of an older one, but a permanent bounce stays permanent. */
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

/** @returns the deleted bounce, or undefined */
export function deleteBounce(tx: Tx, pk: number) {
  return tx
    .deleteFrom('mail_bounces')
    .where('pk', '=', pk)
    .returning(['user_pk', 'permanent', 'reason'])
    .executeTakeFirst();
}
