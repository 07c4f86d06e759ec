import { Cycle, type PaddleSubscription, tierNames } from '@hexpedition/contract';
import type { PaddleConfig } from '#platform/config';
import { anyOf, type Db } from '#platform/db/db';

/** Returns the data of the plan page from the prices that were fetched last. Does not call Paddle. */
export async function readPrices(db: Db, paddle: PaddleConfig): Promise<PaddleSubscription> {
  const { clientToken, environment, local, plans } = paddle;
  const ids = plans.flatMap(({ prices }) => Cycle.options.map((cycle) => prices[cycle]));
  const rows = await db
    .selectFrom('paddle_prices')
    .select(['price_id', 'name', 'description', 'currency', 'amount', 'trial_interval', 'trial_frequency'])
    .where('price_id', '=', anyOf(ids))
    .execute();
  const priceOf = (price_id: string) => {
    const row = rows.find((one) => one.price_id === price_id);
    if (!row) return { price_id, details: null, currency: null };
    const { name, description, amount, currency, trial_interval: interval, trial_frequency: frequency } = row;
    const trial = interval && frequency ? { interval, frequency } : null;
    return { price_id, details: { name, description, amount: Number(amount), trial }, currency };
  };
  const products = plans.map(({ name, tier, prices }) => {
    const [monthly, yearly] = [priceOf(prices.monthly), priceOf(prices.yearly)];
    return [name, { name: tierNames[tier], tier, monthly, yearly }] as const;
  });
  return {
    token: clientToken,
    environment,
    script: local && `${local.url}/paddle.js`,
    products: Object.fromEntries(products),
  };
}
