import { setTimeout as sleep } from 'node:timers/promises';
import { tierNames, type UpgradePreview } from '@hexpedition/contract';
import { formatMoney } from '@hexpedition/contract/money';
import type { Paddle, Subscription, SubscriptionPreview } from '@paddle/paddle-node-sdk';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError, invalid, notFound } from '#platform/errors';
import type { Ledger } from '../ledger/ledger.service.ts';
import { subscriptionSnapshot } from '../ledger/paddle-snapshots.ts';
import type { PaddleApi } from '../paddle/paddle-api.ts';
import { isUncertain } from '../paddle/paddle-error.ts';
import { offerAt, type Plans } from '../plans.ts';
import { findOwnSubscription, type OwnSubscriptionRow } from './own-subscription.read-model.ts';
import {
  assertChangeable,
  cancellationEffectiveFrom,
  itemsChange,
  resumesPaidPeriod,
} from './subscription-changes.policy.ts';

interface Deps {
  db: Db;
  clock: Clock;
  api: PaddleApi;
  ledger: Ledger;
  plans: Plans;
  /** Waits between the polls of a subscription after a change without an answer. */
  pollDelaysMs?: readonly number[];
}

interface Change {
  /** Price ids before and after the change. */
  from: string;
  to: string;
  plans: Plans;
}

/** Converts Paddle's preview of a change into the API's. */
function presentPreview(preview: SubscriptionPreview, change: Change): UpgradePreview {
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

/** Returns the lines of the new items, and the credit for the unused part of the old one. */
function linesOf({ billingPeriod, details, adjustments }: Bill, { from, to, plans }: Change): UpgradePreview['lines'] {
  const line = (text: string, period: Period | null | undefined, total: number) => {
    const { startsAt, endsAt } = period ?? billingPeriod;
    return { text, from: iso(startsAt), until: iso(endsAt), total };
  };
  const credits = adjustments.flatMap(({ items }) => items);
  return [
    ...details.lineItems.map(({ priceId, product, proration, totals }) =>
      line(priceId === to ? nameOf(plans, to) : product.name, proration?.billingPeriod, Number(totals.total)),
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

/** Changes the learner's subscription at Paddle. Callers hold the account mutex. */
export function createChangeService({ db, clock, api, ledger, plans, pollDelaysMs = [2_000, 10_000, 40_000] }: Deps) {
  async function selectOwnSubscription(userPk: number): Promise<OwnSubscriptionRow> {
    const own = await findOwnSubscription(db, userPk);
    if (!own) throw notFound('subscription');
    return own;
  }

  /** Sends the change to Paddle and records the result in the ledger without waiting for the webhook. */
  async function change(
    userPk: number,
    { id }: OwnSubscriptionRow,
    action: string,
    request: (paddle: Paddle) => Promise<Subscription>,
    recurring?: number,
  ): Promise<void> {
    try {
      const changed = await api.change(request);
      await ledger.applySnapshot(subscriptionSnapshot(changed, recurring?.toString()));
      await db.transaction().execute((tx) => audit(tx, { actor: userPk, action, subject: `subscription:${id}` }));
    } catch (error) {
      if (isUncertain(error)) void pollSubscription(id);
      throw error;
    }
  }

  async function pollSubscription(id: string): Promise<void> {
    const include = ['recurring_transaction_details' as const];
    for (const wait of pollDelaysMs) {
      await sleep(wait, null, { ref: false });
      await api
        .read((paddle) => paddle.subscriptions.get(id, { include }))
        .then((found) => ledger.applySnapshot(subscriptionSnapshot(found)))
        // The next poll, Paddle's event or the reconciliation brings the result.
        .catch(() => undefined);
    }
  }

  /** Returns the change and its cost. Paddle needs all items, and we store only the plan. */
  async function prepare(own: OwnSubscriptionRow, priceId: string) {
    const current = await api.read((paddle) => paddle.subscriptions.get(own.id));
    const body = itemsChange(current, own.priceId, priceId);
    const preview = await api.read((paddle) => paddle.subscriptions.previewUpdate(own.id, body));
    return { body, preview: presentPreview(preview, { from: own.priceId, to: priceId, plans }) };
  }

  async function selectChangeable(userPk: number, priceId: string): Promise<OwnSubscriptionRow> {
    if (!offerAt(plans, priceId)) throw invalid({ price_id: 'No plan has this price.' });
    const own = await selectOwnSubscription(userPk);
    assertChangeable(own, priceId);
    return own;
  }

  return {
    /** @throws AppError not_found, conflict, already_done, payments_unavailable */
    async preview(userPk: number, priceId: string): Promise<UpgradePreview> {
      return (await prepare(await selectChangeable(userPk, priceId), priceId)).preview;
    },

    /**
     * @param maxTotal the amount that the learner has agreed to pay now, in the currency's minor unit
     * @throws AppError not_found, conflict, already_done, payment_declined, payments_unavailable
     */
    async upgrade(userPk: number, priceId: string, maxTotal: number): Promise<void> {
      const own = await selectChangeable(userPk, priceId);
      const { body, preview } = await prepare(own, priceId);
      const { total, currency, recurring } = preview;
      if (total > maxTotal) {
        const sum = formatMoney(total, currency, null);
        throw new AppError(
          'conflict',
          `The change now costs ${sum}. Nothing has changed. Check the new price and confirm again.`,
        );
      }
      const update = (paddle: Paddle) =>
        paddle.subscriptions.update(own.id, { ...body, onPaymentFailure: 'prevent_change' });
      await change(userPk, own, 'subscription.changed', update, recurring);
    },

    /** @throws AppError not_found, conflict, already_done, payments_unavailable */
    async cancel(userPk: number): Promise<void> {
      const own = await selectOwnSubscription(userPk);
      const { status, endsBy, refundedAt } = own.facts;
      if (status === 'canceled' || endsBy) throw new AppError('already_done', 'Your subscription is already canceled.');
      const effectiveFrom = refundedAt ? 'immediately' : cancellationEffectiveFrom(status);
      await change(userPk, own, 'subscription.canceled', (paddle) =>
        paddle.subscriptions.cancel(own.id, { effectiveFrom }),
      );
    },

    /** @throws AppError not_found, conflict, already_done, payment_declined, payments_unavailable */
    async resume(userPk: number): Promise<void> {
      const own = await selectOwnSubscription(userPk);
      const { status, endsBy } = own.facts;
      if (status === 'canceled')
        throw new AppError('conflict', 'Your subscription has ended. Choose a plan to start a new one.');
      if (status !== 'paused' && !endsBy) throw new AppError('already_done', 'Your subscription already renews.');
      const onResume = resumesPaidPeriod(own, clock.now())
        ? 'continue_existing_billing_period'
        : 'start_new_billing_period';
      await change(userPk, own, 'subscription.resumed', (paddle) =>
        status === 'paused'
          ? paddle.subscriptions.resume(own.id, { effectiveFrom: 'immediately', onResume })
          : paddle.subscriptions.update(own.id, { scheduledChange: null }),
      );
    },

    /**
     * Returns the URL of Paddle's portal, where the learner can add another card.
     * @throws AppError not_found, payments_unavailable
     */
    async portal(userPk: number): Promise<string> {
      const { id, customerId, facts } = await selectOwnSubscription(userPk);
      const ids = facts.status === 'canceled' ? [] : [id];
      const { urls } = await api.read((paddle) => paddle.customerPortalSessions.create(customerId, ids));
      return urls.subscriptions[0]?.updateSubscriptionPaymentMethod ?? urls.general.overview;
    },
  };
}
