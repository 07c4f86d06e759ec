import type { Tx } from '#platform/db/db';

export interface OwnCustomer {
  customerId: string;
  addressId: string | null;
  country: string | null;
}

/** Links an account to a customer at Paddle, and replaces an earlier link. Needs `lockCustomer`. */
export async function storeCustomer(
  tx: Tx,
  userPk: number,
  { customerId, addressId, country }: OwnCustomer,
): Promise<void> {
  const values = { customer_id: customerId, address_id: addressId, country };
  await tx
    .insertInto('paddle_customers')
    .values({ user_pk: userPk, ...values })
    .onConflict((conflict) => conflict.column('user_pk').doUpdateSet(values))
    .execute();
}

/** Unlinks a customer from its account. Needs `lockCustomer`. */
export async function removeCustomer(tx: Tx, customerId: string): Promise<void> {
  await tx.deleteFrom('paddle_customers').where('customer_id', '=', customerId).execute();
}
