import { announceProfileChange } from '#features/profile-pages/profile-pages.public';
import type { Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';
import { findChange } from '../mails/payment-mails.read-model.ts';
import type { PaymentMails } from '../mails/payment-mails.ts';
import { type Plans, tierOfProduct } from '../plans.ts';
import { entitlementPeriod } from './entitlement.policy.ts';
import { type Envelope, readEvent } from './paddle-events.ts';
import { findSubscription, findSubscriptionOfPayment, readSubscriptionIds } from './payments.read-model.ts';
import { storeAdjustment, storeEntitlement, storePayment, storeSubscription } from './payments.store.ts';

/** Advisory lock ids. Lock order: customer or payment first, then subscription. */
const locks = { subscription: 4_839_210, payment: 4_839_211, customer: 4_839_212 } as const;

/**
 * Applies one event. Events can arrive late, twice and in any order. Each event therefore updates only its own row, and
 * only if no later event has; the entitlement is then recomputed from the rows. The same events give the same
 * entitlements in any order.
 * @param mails omit to queue no mails: for commands and replays
 */
export async function applyEvent(tx: Tx, event: Envelope, plans: Plans, mails?: PaymentMails): Promise<void> {
  const read = readEvent(event);
  switch (read.type) {
    case 'subscription': {
      await lockCustomer(tx, read.data.customer_id);
      await takeLock(tx, locks.subscription, read.data.id);
      const before = mails && (await findChange(tx, read.data.id));
      await storeSubscription(tx, read.data, event, plans);
      await recomputeEntitlement(tx, read.data.id, plans, mails);
      return mails?.queueChangeMail(tx, before, await findChange(tx, read.data.id));
    }
    case 'payment': {
      const { subscription_id } = read.data;
      await takeLock(tx, locks.payment, read.data.id);
      if (subscription_id) await takeLock(tx, locks.subscription, subscription_id);
      await storePayment(tx, read.data, event, plans);
      if (subscription_id) await recomputeEntitlement(tx, subscription_id, plans, mails);
      return;
    }
    case 'adjustment': {
      await takeLock(tx, locks.payment, read.data.transaction_id);
      await storeAdjustment(tx, read.data, event);
      const subscriptionId = await findSubscriptionOfPayment(tx, read.data.transaction_id);
      // If the payment is not known yet, its own event recomputes the entitlement later.
      if (!subscriptionId) return;
      await takeLock(tx, locks.subscription, subscriptionId);
      return recomputeEntitlement(tx, subscriptionId, plans, mails);
    }
    case 'other':
  }
}

/** Serializes changes of the customer's account and events of the customer's subscriptions. */
export const lockCustomer = (tx: Tx, customerId: string): Promise<void> => takeLock(tx, locks.customer, customerId);

/** Recomputes the entitlements of all subscriptions of a customer. Needs `lockCustomer`. */
export async function recomputeCustomer(tx: Tx, customerId: string, plans: Plans, mails?: PaymentMails): Promise<void> {
  for (const id of await readSubscriptionIds(tx, customerId)) {
    await takeLock(tx, locks.subscription, id);
    await recomputeEntitlement(tx, id, plans, mails);
  }
}

/**
 * Recomputes the entitlement of a subscription, invalidates the cached pages that show the learner's tier, and queues
 * the mails about its payments.
 */
async function recomputeEntitlement(tx: Tx, subscriptionId: string, plans: Plans, mails?: PaymentMails): Promise<void> {
  const stored = await findSubscription(tx, subscriptionId);
  if (!stored) return;
  const { facts, productId, userPk } = stored;
  const tier = tierOfProduct(plans, productId);
  const period = entitlementPeriod(facts);
  const isEntitled = userPk !== null && tier !== undefined && period !== null;
  const entitlement = isEntitled ? { subscriptionId, userPk, tier, ...period } : null;
  const isChanged = await storeEntitlement(tx, subscriptionId, entitlement);
  if (isChanged && userPk !== null) await announceProfileChange(tx, userPk);
  await mails?.queuePaymentMails(tx, subscriptionId);
}
