import type { Subscribed } from '@hexpedition/contract';
import { formatDay } from '@hexpedition/contract/money';
import { tierName } from '#lib/format.ts';

export type Reason = Subscribed['reasons'][number];

/**
 * `Specialization until 3 March 2027, by voucher 17`. A subscription that runs has no end of its own: what it says is
 * when it renews.
 */
export function reasonText({ source, tier, from, until, reference, state }: Reason, country: string | null): string {
  const by = { subscription: 'your subscription', voucher: `voucher ${reference ?? ''}`.trim(), ...gifts }[source];
  const end = until ? `until ${formatDay(until, country)}` : 'without an end';
  if (source === 'subscription' && state === 'current') return `${tierName(tier)}, by ${by}`;
  const time = { current: end, later: `from ${formatDay(from, country)} ${end}`, over: end }[state];
  return `${tierName(tier)} ${time}, by ${by}`;
}

const gifts = { grant: 'the people who run this site', invite: 'your invitation' };

/** The strongest thing besides the subscription that gives a tier now; of two that are as strong, the one that lasts. */
export function strongestGift(reasons: readonly Reason[]): Reason | undefined {
  const [first] = reasons
    .filter(({ state, source, tier }) => state === 'current' && source !== 'subscription' && tier > 0)
    .sort((a, b) => b.tier - a.tier || lastOf(b) - lastOf(a));
  return first;
}

const lastOf = ({ until }: Reason): number => (until ? Date.parse(until) : Number.POSITIVE_INFINITY);
