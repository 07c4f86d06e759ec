/** Tier codes and the names that people see. No Zod here: the browser's first load imports this. */
export const tierNames = {
  0: 'Free',
  1: 'Foundational',
  2: 'Specialization',
  3: 'Beta',
  42: 'Admin',
} as const;

export type TierCode = keyof typeof tierNames;

/** The highest tier that a plan can give. Beta and Admin are never sold. */
export const highestSold = 2;

/** What decides which tiers somebody reaches. A visitor has tier 0. */
export interface Reaching {
  tier: number;
  isSuperuser: boolean;
  /** Up to which tier the operator has opened everything to everybody. */
  freeTier: number;
}

/**
 * Whether somebody reaches what is offered at a tier. Superusers reach everything. The preview training is offered at
 * tier 0: the server says so wherever it names a training's tier (`offeredTier`), so nobody else has to know.
 */
export const reachesTier = ({ tier: own, isSuperuser, freeTier }: Reaching, tier: number): boolean =>
  isSuperuser || Math.max(own, freeTier) >= tier;
