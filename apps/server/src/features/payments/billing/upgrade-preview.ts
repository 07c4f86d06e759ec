import { tierNames, type UpgradePreview } from '@hexpedition/contract';
import type { SubscriptionPreview } from '@paddle/paddle-node-sdk';
import { offerAt, type Plans } from '../plans.ts';

interface Change {
  /** The price that the subscription has, and the one that it would have. */
  from: string;
  to: string;
  plans: Plans;
}

/** What Paddle says that a change would cost, as a learner reads it. */
export function presentPreview(preview: SubscriptionPreview, change: Change): UpgradePreview {
  const now = preview.immediateTransaction;
  const totals = now?.details.totals;
  return {
    price_id: change.to,
    currency: preview.currencyCode,
    lines: now ? linesOf(now, change) : [],
    total: Number(totals?.grandTotal ?? 0),
    tax: totals ? taxOf(totals) : 0,
    credit: Number(totals?.creditToBalance ?? 0),
    recurring: Number(preview.recurringTransactionDetails?.totals.total ?? 0),
    renews_at: preview.nextBilledAt && iso(preview.nextBilledAt),
  };
}

/** What comes, and what was paid before and is given back. */
function linesOf({ billingPeriod, details, adjustments }: Bill, { from, to, plans }: Change): UpgradePreview['lines'] {
  const line = (text: string, period: Period | null | undefined, total: number) => {
    const { startsAt, endsAt } = period ?? billingPeriod;
    return { text, from: iso(startsAt), until: iso(endsAt), total };
  };
  const credits = adjustments.flatMap(({ items }) => items);
  return [
    ...details.lineItems.map(({ proration, totals }) =>
      line(nameOf(plans, to), proration?.billingPeriod, Number(totals.total)),
    ),
    ...credits.map(({ proration, totals, amount }) =>
      line(`${nameOf(plans, from)}: not used`, proration?.billingPeriod, -Number(totals?.total ?? amount)),
    ),
  ];
}

function nameOf(plans: Plans, priceId: string): string {
  const offer = offerAt(plans, priceId);
  return offer ? `${tierNames[offer.tier]}, ${offer.cycle}` : 'What was paid before';
}

/** The tax in what is paid now: its share of the whole, where Paddle does not say it. */
function taxOf({ grandTotalTax, grandTotal, total, tax }: Bill['details']['totals']): number {
  const said: string | undefined = grandTotalTax;
  if (said !== undefined) return Number(said);
  return Number(total) === 0 ? 0 : Math.round((Number(tax) * Number(grandTotal)) / Number(total));
}

type Bill = NonNullable<SubscriptionPreview['immediateTransaction']>;
type Period = Pick<Bill['billingPeriod'], 'startsAt' | 'endsAt'>;

const iso = (time: string): string => new Date(time).toISOString();
