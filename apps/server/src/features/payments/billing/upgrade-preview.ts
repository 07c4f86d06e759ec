import { tierNames, type UpgradePreview } from '@hexpedition/contract';
import type { SubscriptionPreview } from '@paddle/paddle-node-sdk';
import { offerAt, type Plans } from '../plans.ts';

interface Change {
  /** Price ids before and after the change. */
  from: string;
  to: string;
  plans: Plans;
}

/** Converts Paddle's preview of a change into the API's. */
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

/** Returns the lines of the new plan, and the credit for the unused part of the old one. */
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
  return offer ? `${tierNames[offer.tier]}, ${offer.cycle}` : 'Earlier payment';
}

/** Returns the tax in the amount due now. If Paddle does not return it, takes the same share as in the total. */
function taxOf({ grandTotalTax, grandTotal, total, tax }: Bill['details']['totals']): number {
  const exact: string | undefined = grandTotalTax;
  if (exact !== undefined) return Number(exact);
  return Number(total) === 0 ? 0 : Math.round((Number(tax) * Number(grandTotal)) / Number(total));
}

type Bill = NonNullable<SubscriptionPreview['immediateTransaction']>;
type Period = Pick<Bill['billingPeriod'], 'startsAt' | 'endsAt'>;

const iso = (time: string): string => new Date(time).toISOString();
