import type { Db, Tx } from '#platform/db/db';
import type { OwnCustomer } from './customers.store.ts';

/** Returns the account's customer at Paddle. */
export async function findOwnCustomer(db: Db | Tx, userPk: number): Promise<OwnCustomer | undefined> {
  const row = await db
    .selectFrom('paddle_customers')
    .select(['customer_id', 'address_id', 'country'])
    .where('user_pk', '=', userPk)
    .executeTakeFirst();
  return row && { customerId: row.customer_id, addressId: row.address_id, country: row.country };
}

/** Returns the account of a customer, or undefined if no account has it. */
export async function findOwnerOf(db: Db | Tx, customerId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('paddle_customers')
    .select('user_pk')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.user_pk;
}

/** Returns whether a subscription of the customer has a current or future entitlement. */
export async function hasEntitlement(db: Db | Tx, customerId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('entitlements')
    .innerJoin('subscriptions', 'subscriptions.id', 'entitlements.subscription_id')
    .select('entitlements.pk')
    .where('subscriptions.customer_id', '=', customerId)
    .where('entitlements.ends_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns whether the account of a customer has bought nothing and has not confirmed the customer's email address, so
 * that the owner of the address may have the customer.
 */
export async function isUnclaimed(db: Db | Tx, customerId: string, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('paddle_customers')
    .innerJoin('users', 'users.pk', 'paddle_customers.user_pk')
    .leftJoin('subscriptions', 'subscriptions.customer_id', 'paddle_customers.customer_id')
    .select(['users.email', 'subscriptions.id'])
    .where('paddle_customers.customer_id', '=', customerId)
    .executeTakeFirst();
  return row !== undefined && row.id === null && row.email?.toLowerCase() !== address.toLowerCase();
}
