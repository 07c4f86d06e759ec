/** What can be bought. */
interface Plan {
  name: 'foundational' | 'specialization';
  tier: 1 | 2;
  /** Paddle's product: subscriptions keep their tier when its prices change. */
  productId: string;
  prices: { monthly: string; yearly: string };
}

export type Plans = readonly Plan[];

/** The tier that a product of Paddle's gives; undefined where the operator does not sell it here. */
export const tierOfProduct = (plans: Plans, productId: string): 1 | 2 | undefined =>
  plans.find((plan) => plan.productId === productId)?.tier;
