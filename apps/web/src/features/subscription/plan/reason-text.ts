import type { SubscriptionOverview } from '@hexpedition/contract';
import { formatDay } from '@hexpedition/contract/money';
import { tierName } from '#lib/format.ts';

export type Reason = SubscriptionOverview['reasons'][number];

/**
 * Describes a reason: `Specialization until 3 March 2027, through voucher 17`. A running subscription has no end date;
 * its renewal date is shown elsewhere.
 */
export function reasonText(reason: Reason, country: string | null): string {
  const { source, tier, from, state } = reason;
  if (source === 'subscription' && state === 'current') return `${tierName(tier)}, through ${sourceText(reason)}`;
  const begins = state === 'later' ? `from ${formatDay(from, country)} ` : '';
  return `${tierName(tier)} ${begins}${endText(reason, country)}`;
}

/** Describes end and source: `until 3 March 2027, through voucher 17`. */
export const endText = (reason: Reason, country: string | null): string =>
  `${reason.until ? `until ${formatDay(reason.until, country)}` : 'with no end date'}, through ${sourceText(reason)}`;

const sourceText = ({ source, reference }: Reason): string =>
  ({
    subscription: 'your subscription',
    voucher: `voucher ${reference ?? ''}`.trim(),
    grant: 'a grant from the operator',
    invite: 'your invitation',
  })[source];

/** Returns the highest current tier that does not come from the subscription; of equal tiers the longest. */
export function strongestOtherReason(reasons: readonly Reason[]): Reason | undefined {
  const [first] = reasons
    .filter(({ state, source, tier }) => state === 'current' && source !== 'subscription' && tier > 0)
    .sort((a, b) => b.tier - a.tier || lastOf(b) - lastOf(a));
  return first;
}

const lastOf = ({ until }: Reason): number => (until ? Date.parse(until) : Number.POSITIVE_INFINITY);
