/** Tier codes and the names that people see. No Zod here: the browser's first load imports this. */
export const tierNames = {
  0: 'Free',
  1: 'Foundational',
  2: 'Specialization',
  3: 'Beta',
  42: 'Admin',
} as const;

export type TierCode = keyof typeof tierNames;

/** Whether somebody reaches what is offered at a tier; null is a visitor. Superusers reach everything. */
export const reachesTier = (someone: { tier: number; isSuperuser: boolean } | null, tier: number): boolean =>
  someone?.isSuperuser || (someone?.tier ?? 0) >= tier;
