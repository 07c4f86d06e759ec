import type { Subscribed } from '@hexpedition/contract';
import { formatDay } from '@hexpedition/contract/money';
import { tierName } from '#lib/format.ts';

export type Reason = Subscribed['reasons'][number];

/**
 * `Specialization until 3 March 2027, by voucher 17`. A subscription that runs has no end of its own: what it says is
 * when it renews.
 */
export function reasonText(reason: Reason, country: string | null): string {
  const { source, tier, from, state } = reason;
  if (source === 'subscription' && state === 'current') return `${tierName(tier)}, by ${giver(reason)}`;
  const begins = state === 'later' ? `from ${formatDay(from, country)} ` : '';
  return `${tierName(tier)} ${begins}${endText(reason, country)}`;
}

/** `until 3 March 2027, by voucher 17` */
export const endText = (reason: Reason, country: string | null): string =>
  `${reason.until ? `until ${formatDay(reason.until, country)}` : 'without an end'}, by ${giver(reason)}`;

const giver = ({ source, reference }: Reason): string =>
  ({
    subscription: 'your subscription',
    voucher: `voucher ${reference ?? ''}`.trim(),
    grant: 'the people who run this site',
    invite: 'your invitation',
  })[source];

/** The strongest thing besides the subscription that gives a tier now; of two that are as strong, the one that lasts. */
export function strongestGift(reasons: readonly Reason[]): Reason | undefined {
  const [first] = reasons
    .filter(({ state, source, tier }) => state === 'current' && source !== 'subscription' && tier > 0)
    .sort((a, b) => b.tier - a.tier || lastOf(b) - lastOf(a));
  return first;
}

const lastOf = ({ until }: Reason): number => (until ? Date.parse(until) : Number.POSITIVE_INFINITY);
