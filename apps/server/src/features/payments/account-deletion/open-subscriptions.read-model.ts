import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';

/** Returns the ids of the account's subscriptions that are not canceled. */
export async function readOpenSubscriptionsOf(db: Db | Tx, userPk: number): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('paddle_customers', 'paddle_customers.customer_id', 'subscriptions.customer_id')
    .select('subscriptions.id')
    .where('paddle_customers.user_pk', '=', userPk)
    .where('subscriptions.status', '<>', 'canceled')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the status of a subscription that would still renew although its account is scheduled for deletion. */
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
