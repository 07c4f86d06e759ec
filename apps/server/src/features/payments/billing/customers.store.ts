import type { Tx } from '#platform/db/db';

export interface OwnCustomer {
  customerId: string;
  addressId: string | null;
  country: string | null;
}

/** Says who an account is at Paddle; it replaces who it was before. Needs `lockCustomer`. */
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
