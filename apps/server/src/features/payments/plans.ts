import { Cycle, type PlanName } from '@hexpedition/contract';
import type { PaddleConfig } from '#platform/config';

/**
 * Plans on sale. A subscription keeps its tier when the prices at Paddle change, because the product decides the tier.
 */
export type Plans = Readonly<PaddleConfig['plans']>;

/** Plans of the local sandbox. Their ids are the same on every installation. */
export const sandboxPlans: PaddleConfig['plans'] = [
  {
    name: 'foundational',
    tier: 1,
    productId: 'pro_01foundational000000000000',
    prices: { monthly: 'pri_01foundationalmonth0000000', yearly: 'pri_01foundationalyear00000000' },
  },
  {
    name: 'specialization',
    tier: 2,
    productId: 'pro_01specialization0000000000',
    prices: { monthly: 'pri_01specializationmonth00000', yearly: 'pri_01specializationyear000000' },
  },
];

/** Returns the tier of a Paddle product, or undefined if no configured plan has this product. */
export const tierOfProduct = (plans: Plans, productId: string): 1 | 2 | undefined =>
  plans.find((plan) => plan.productId === productId)?.tier;

/**
 * Returns the item with a configured plan, the highest tier if there are several, or else the first item. The plan of a
 * subscription with add-ons can be any of its items.
 */
export function planItemOf<T extends { price: { product_id?: string | null | undefined } }>(
  plans: Plans,
  items: readonly T[],
): T | undefined {
  const tierOf = ({ price }: T): number => (price.product_id && tierOfProduct(plans, price.product_id)) || 0;
  return items.toSorted((a, b) => tierOf(b) - tierOf(a))[0];
}

export interface Offer {
  plan: PlanName;
  tier: 1 | 2;
  cycle: Cycle;
}

/** Returns the plan, tier and cycle of a price, or undefined if no configured plan has this price. */
export function offerAt(plans: Plans, priceId: string): Offer | undefined {
  for (const { name, tier, prices } of plans) {
    const cycle = Cycle.options.find((one) => prices[one] === priceId);
    if (cycle) return { plan: name, tier, cycle };
  }
  return undefined;
}
