import { Cycle, type PlanName } from '@hexpedition/contract';
import type { PaddleConfig } from '#platform/config';

/** What can be bought. Subscriptions keep their tier when its prices at Paddle change: the product decides. */
export type Plans = Readonly<PaddleConfig['plans']>;

/** What the sandbox sells; its ids are the same everywhere. */
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

/** The tier that a product of Paddle's gives; undefined where the operator does not sell it here. */
export const tierOfProduct = (plans: Plans, productId: string): 1 | 2 | undefined =>
  plans.find((plan) => plan.productId === productId)?.tier;

export interface Offer {
  plan: PlanName;
  tier: 1 | 2;
  cycle: Cycle;
}

/** What is bought at a price; undefined for one at which nothing is sold any more. */
export function offerAt(plans: Plans, priceId: string): Offer | undefined {
  for (const { name, tier, prices } of plans) {
    const cycle = Cycle.options.find((one) => prices[one] === priceId);
    if (cycle) return { plan: name, tier, cycle };
  }
  return undefined;
}
