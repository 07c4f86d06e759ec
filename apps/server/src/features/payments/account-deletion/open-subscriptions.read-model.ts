import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';

/** The subscriptions of an account that have not ended. */
export async function readLivingOf(db: Db | Tx, userPk: number): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('paddle_customers', 'paddle_customers.customer_id', 'subscriptions.customer_id')
    .select('subscriptions.id')
    .where('paddle_customers.user_pk', '=', userPk)
    .where('subscriptions.status', '<>', 'canceled')
    .execute();
  return rows.map(({ id }) => id);
}

/** A subscription that would renew, although its buyer is leaving; undefined where it would not, or nobody leaves. */
export function findRenewing(db: Db, id: string) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('paddle_customers', 'paddle_customers.customer_id', 'subscriptions.customer_id')
    .innerJoin('users', 'users.pk', 'paddle_customers.user_pk')
    .select('subscriptions.status')
    .where('subscriptions.id', '=', id)
    .where('subscriptions.status', '<>', 'canceled')
    .where(sql<boolean>`subscriptions.change_action is distinct from 'cancel'`)
    .where('users.delete_at', 'is not', null)
    .executeTakeFirst();
}
