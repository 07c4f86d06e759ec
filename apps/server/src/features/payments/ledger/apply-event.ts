import { announceProfileChange } from '#features/profiles/profiles.public';
import type { Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';
import { findChange } from '../mails/payment-mails.read-model.ts';
import type { PaymentMails } from '../mails/payment-mails.ts';
import { type Plans, tierOfProduct } from '../plans.ts';
import { entitledBy } from './entitlement.policy.ts';
import { type Envelope, readEvent } from './events.ts';
import { findSubscription, findSubscriptionOfPayment, readSubscriptionIds } from './payments.read-model.ts';
import { storeAdjustment, storeEntitlement, storePayment, storeSubscription } from './payments.store.ts';

/**
 * Any fixed numbers: what concerns one customer, one subscription or one payment is done one after another. Whoever takes
 * two of them takes that of the subscription last.
 */
const locks = { subscription: 4_839_210, payment: 4_839_211, customer: 4_839_212 } as const;

/**
 * Does what an event says. Events come late, twice and in any order. So each only brings its own row up to date, if no
 * later event has done so, and what a subscription gives is counted afresh from the rows: the same events give the same
 * entitlements, in whatever order they come.
 * @param mails left out where nobody is told: by a command, and when the ledger is applied once more
 */
export async function applyEvent(tx: Tx, event: Envelope, plans: Plans, mails?: PaymentMails): Promise<void> {
  const read = readEvent(event);
  switch (read.what) {
    case 'subscription': {
      await lockCustomer(tx, read.data.customer_id);
      await takeLock(tx, locks.subscription, read.data.id);
      const before = mails && (await findChange(tx, read.data.id));
      await storeSubscription(tx, read.data, event);
      await settle(tx, read.data.id, plans, mails);
      return mails?.tellOfChange(tx, before, await findChange(tx, read.data.id));
    }
    case 'payment': {
      const { subscription_id } = read.data;
      await takeLock(tx, locks.payment, read.data.id);
      if (subscription_id) await takeLock(tx, locks.subscription, subscription_id);
      await storePayment(tx, read.data, event);
      if (subscription_id) await settle(tx, subscription_id, plans, mails);
      return;
    }
    case 'adjustment': {
      await takeLock(tx, locks.payment, read.data.transaction_id);
      await storeAdjustment(tx, read.data, event);
      const subscriptionId = await findSubscriptionOfPayment(tx, read.data.transaction_id);
      // Where the payment has not been told of yet, its own event will settle this.
      if (!subscriptionId) return;
      await takeLock(tx, locks.subscription, subscriptionId);
      return settle(tx, subscriptionId, plans, mails);
    }
    case 'other':
  }
}

/** Waits until nobody else is at work on a customer: on whose it is, or on a subscription that is new to it. */
export const lockCustomer = (tx: Tx, customerId: string): Promise<void> => takeLock(tx, locks.customer, customerId);

/** Counts afresh what the subscriptions of a customer give. Needs `lockCustomer`. */
export async function settleCustomer(tx: Tx, customerId: string, plans: Plans, mails?: PaymentMails): Promise<void> {
  for (const id of await readSubscriptionIds(tx, customerId)) {
    await takeLock(tx, locks.subscription, id);
    await settle(tx, id, plans, mails);
  }
}

/**
 * Counts afresh what a subscription gives, lets the pages forget that show its buyer's tier, and tells its buyer of its
 * payments.
 */
async function settle(tx: Tx, subscriptionId: string, plans: Plans, mails?: PaymentMails): Promise<void> {
  const known = await findSubscription(tx, subscriptionId);
  if (!known) return;
  const { facts, productId, userPk } = known;
  const tier = tierOfProduct(plans, productId);
  const time = entitledBy(facts);
  const gives = userPk !== null && tier !== undefined && time !== null;
  const entitlement = gives ? { subscriptionId, userPk, tier, ...time } : null;
  const isChanged = await storeEntitlement(tx, subscriptionId, entitlement);
  if (isChanged && userPk !== null) await announceProfileChange(tx, userPk);
  await mails?.tellOfPayments(tx, subscriptionId);
}
