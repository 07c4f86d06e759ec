/** Tier codes and their display names. This file must not import Zod, because it is in the browser's first load. */
export const tierNames = {
  0: 'Free',
  1: 'Foundational',
  2: 'Specialization',
  3: 'Beta',
  42: 'Admin',
} as const;

export type TierCode = keyof typeof tierNames;

/** Highest tier of a paid plan. Beta and Admin are never sold. */
export const highestPaidTier = 2;

/** Inputs of the tier rule. A visitor has tier 0. */
export interface TierContext {
  tier: number;
  isSuperuser: boolean;
  /** Highest tier that the operator has opened to everyone. */
  freeTier: number;
}

/**
 * Returns whether a viewer can access content of a tier. Superusers can access everything. The preview training counts
 * as tier 0: the server returns that tier everywhere (`offeredTier`), so clients need no special case.
 */
export const canAccessTier = ({ tier: own, isSuperuser, freeTier }: TierContext, tier: number): boolean =>
  isSuperuser || Math.max(own, freeTier) >= tier;
