import { Cycle } from '@hexpedition/contract';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { announcePageChange } from '#platform/db/page-changes';
import type { PaddleApi } from '../paddle/paddle-api.ts';
import type { Plans } from '../plans.ts';
import { storePrice } from './prices.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  plans: Plans;
  api: PaddleApi;
  /** Called with prices that Paddle does not know or has archived. */
  warn: (missing: { prices: string[] }) => void;
}

const HOUR = 3_600_000;

/** Fetches the prices from Paddle. While Paddle does not answer, the last ones stay. */
export function createPriceSync({ db, clock, plans, api, warn }: Deps) {
  const ids = plans.flatMap(({ prices }) => Cycle.options.map((cycle) => prices[cycle]));
  let dueAt = 0;

  async function refresh(): Promise<void> {
    const prices = await api.read((paddle) => paddle.prices.list({ id: ids, include: ['product'] }).next());
    await db.transaction().execute(async (tx) => {
      let isChanged = false;
      for (const { id, productId, product, name, description, unitPrice, trialPeriod } of prices) {
        const row = {
          price_id: id,
          product_id: productId,
          name: product?.name ?? name ?? description,
          description: product?.description ?? '',
          currency: unitPrice.currencyCode,
          amount: Number(unitPrice.amount),
          trial_interval: trialPeriod?.interval ?? null,
          trial_frequency: trialPeriod?.frequency ?? null,
        };
        if (await storePrice(tx, row, clock.now())) isChanged = true;
      }
      if (isChanged) await announcePageChange(tx, ['/api/config/paddle_subscription']);
    });
    const missing = ids.filter((id) => !prices.some((price) => price.id === id));
    if (missing.length > 0) warn({ prices: missing });
  }

  return {
    /** Fetches the prices once an hour, or at the next call if Paddle did not answer. */
    async sweep(): Promise<void> {
      if (clock.now().getTime() < dueAt) return;
      await refresh();
      dueAt = clock.now().getTime() + HOUR;
    },
  };
}
