import { setTimeout as sleep } from 'node:timers/promises';
import type { UpgradePreview } from '@hexpedition/contract';
import { formatMoney } from '@hexpedition/contract/money';
import type { Paddle, Subscription, UpdateSubscriptionRequestBody } from '@paddle/paddle-node-sdk';
import { audit } from '#platform/audit';
import type { Db } from '#platform/db/db';
import { AppError, invalid, notFound } from '#platform/errors';
import type { Ledger } from '../ledger/ledger.service.ts';
import { subscriptionRead } from '../ledger/paddle-snapshots.ts';
import type { PaddleApi } from '../paddle/paddle-api.ts';
import { isUncertain } from '../paddle/paddle-error.ts';
import { offerAt, type Plans } from '../plans.ts';
import { endsFrom, mayChange } from './subscription-changes.policy.ts';
import { findOwnSubscription, type OwnSubscriptionRow } from './own-subscription.read-model.ts';
import { presentPreview } from './upgrade-preview.ts';

interface Deps {
  db: Db;
  api: PaddleApi;
  ledger: Ledger;
  plans: Plans;
  /** When to look what has become of a change whose answer did not come, one wait after another. */
  lookAgainMs?: readonly number[];
}

/** What a learner changes of their subscription at Paddle. Changes are made in a turn of the account. */
export function createChangeService({ db, api, ledger, plans, lookAgainMs = [2_000, 10_000, 40_000] }: Deps) {
  async function select(userPk: number): Promise<OwnSubscriptionRow> {
    const own = await findOwnSubscription(db, userPk);
    if (!own) throw notFound('subscription');
    return own;
  }

  /** Asks Paddle for the change, and knows of it before Paddle tells. */
  async function change(
    userPk: number,
    { id }: OwnSubscriptionRow,
    action: string,
    ask: (paddle: Paddle) => Promise<Subscription>,
    recurring?: number,
  ): Promise<void> {
    try {
      const changed = await api.change(ask);
      await ledger.take(subscriptionRead(changed, recurring?.toString()));
      await db.transaction().execute((tx) => audit(tx, { actor: userPk, action, subject: `subscription:${id}` }));
    } catch (error) {
      if (isUncertain(error)) void lookAgain(id);
      throw error;
    }
  }

  async function lookAgain(id: string): Promise<void> {
    const include = ['recurring_transaction_details' as const];
    for (const wait of lookAgainMs) {
      await sleep(wait, null, { ref: false });
      await api
        .read((paddle) => paddle.subscriptions.get(id, { include }))
        .then((found) => ledger.take(subscriptionRead(found)))
        // The next look, Paddle's own event, or the reconciliation says it.
        .catch(() => undefined);
    }
  }

  async function previewOf(own: OwnSubscriptionRow, priceId: string): Promise<UpgradePreview> {
    const preview = await api.read((paddle) => paddle.subscriptions.previewUpdate(own.id, toPrice(priceId)));
    return presentPreview(preview, { from: own.priceId, to: priceId, plans });
  }

  async function selectChangeable(userPk: number, priceId: string): Promise<OwnSubscriptionRow> {
    if (!offerAt(plans, priceId)) throw invalid({ price_id: 'Nothing is sold at this price.' });
    const own = await select(userPk);
    mayChange(own, priceId);
    return own;
  }

  return {
    /** @throws AppError not_found, conflict, already_done, payments_unavailable */
    async preview(userPk: number, priceId: string): Promise<UpgradePreview> {
      return previewOf(await selectChangeable(userPk, priceId), priceId);
    },

    /**
     * @param most what the learner has agreed to pay now, in the currency's minor unit
     * @throws AppError not_found, conflict, already_done, payment_declined, payments_unavailable
     */
    async upgrade(userPk: number, priceId: string, most: number): Promise<void> {
      const own = await selectChangeable(userPk, priceId);
      const { total, currency, recurring } = await previewOf(own, priceId);
      if (total > most) {
        const sum = formatMoney(total, currency, null);
        throw new AppError('conflict', `The change costs ${sum} by now. Nothing has changed: look at it again.`);
      }
      const body = { ...toPrice(priceId), onPaymentFailure: 'prevent_change' as const };
      const ask = (paddle: Paddle) => paddle.subscriptions.update(own.id, body);
      await change(userPk, own, 'subscription.changed', ask, recurring);
    },

    /** @throws AppError not_found, conflict, already_done, payments_unavailable */
    async cancel(userPk: number): Promise<void> {
      const own = await select(userPk);
      const { status, endsBy } = own.facts;
      if (status === 'canceled' || endsBy) throw new AppError('already_done', 'The subscription ends already.');
      const effectiveFrom = endsFrom(status);
      await change(userPk, own, 'subscription.canceled', (paddle) =>
        paddle.subscriptions.cancel(own.id, { effectiveFrom }),
      );
    },

    /** @throws AppError not_found, conflict, already_done, payment_declined, payments_unavailable */
    async resume(userPk: number): Promise<void> {
      const own = await select(userPk);
      const { status, endsBy } = own.facts;
      if (status === 'canceled')
        throw new AppError('conflict', 'The subscription has ended. Choose a plan to begin a new one.');
      if (status !== 'paused' && !endsBy) throw new AppError('already_done', 'The subscription renews already.');
      await change(userPk, own, 'subscription.resumed', (paddle) =>
        status === 'paused'
          ? paddle.subscriptions.resume(own.id, { effectiveFrom: 'immediately' })
          : paddle.subscriptions.update(own.id, { scheduledChange: null }),
      );
    },

    /**
     * Where to give another card.
     * @throws AppError not_found, payments_unavailable
     */
    async portal(userPk: number): Promise<string> {
      const { id, customerId, facts } = await select(userPk);
      const ids = facts.status === 'canceled' ? [] : [id];
      const { urls } = await api.read((paddle) => paddle.customerPortalSessions.create(customerId, ids));
      return urls.subscriptions[0]?.updateSubscriptionPaymentMethod ?? urls.general.overview;
    },
  };
}

/** One thing is bought at a time, and what is not used of the old one is given back at once. */
const toPrice = (priceId: string): UpdateSubscriptionRequestBody => ({
  items: [{ priceId, quantity: 1 }],
  prorationBillingMode: 'prorated_immediately',
});
