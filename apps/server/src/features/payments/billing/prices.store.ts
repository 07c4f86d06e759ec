import type { Duration } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db';

export interface PriceRow {
  price_id: string;
  product_id: string;
  name: string;
  description: string;
  currency: string;
  /** Price of one period in the currency's minor unit. */
  amount: number;
  trial_interval: Duration['interval'] | null;
  trial_frequency: number | null;
}

/** Stores a price. @returns whether data that pages show has changed */
export async function storePrice(tx: Tx, price: PriceRow, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('paddle_prices')
    .values({ ...price, read_at: now })
    .onConflict((conflict) =>
      conflict
        .column('price_id')
        .doUpdateSet({ ...price, read_at: now })
        .where(sql<boolean>`
        (paddle_prices.product_id, paddle_prices.name, paddle_prices.description, paddle_prices.currency,
          paddle_prices.amount, paddle_prices.trial_interval, paddle_prices.trial_frequency)
        is distinct from (excluded.product_id, excluded.name, excluded.description, excluded.currency,
          excluded.amount, excluded.trial_interval, excluded.trial_frequency)`),
    )
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
