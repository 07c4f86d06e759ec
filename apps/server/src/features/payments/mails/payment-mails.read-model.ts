import { currentTier } from '#features/accounts/accounts.public';
import { periodTotal } from '#features/active-subscription/active-subscription.public';
import type { Db, Tx } from '#platform/db/db';
import type { SubscriptionState } from './change-mail.policy.ts';

export async function findChange(tx: Tx, subscriptionId: string): Promise<SubscriptionState | undefined> {
  return tx
    .selectFrom('subscriptions')
    .select(['id', 'status', 'change_action', 'occurred_at', 'event_id'])
    .where('id', '=', subscriptionId)
    .executeTakeFirst();
}

/** Returns a mail with its recipient. */
export function findMail(db: Db, pk: number) {
  return db
    .selectFrom('payment_mails')
    .innerJoin('users', 'users.pk', 'payment_mails.user_pk')
    .leftJoin('paddle_customers', 'paddle_customers.user_pk', 'users.pk')
    .select([
      'payment_mails.kind',
      'payment_mails.subject',
      'payment_mails.event_key',
      'payment_mails.user_pk',
      'payment_mails.sent_at',
      'users.username',
      'users.email',
      'users.is_active',
      'paddle_customers.country',
    ])
    .where('payment_mails.pk', '=', pk)
    .executeTakeFirst();
}

export type FoundMail = NonNullable<Awaited<ReturnType<typeof findMail>>>;

export function findPayment(db: Db, id: string) {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the next renewal and scheduled change of a subscription. */
export function findUpcoming(db: Db, subscriptionId: string) {
  return db
    .selectFrom('subscriptions')
    .select(['status', 'product_id', 'billing_interval', 'billing_frequency', 'quantity'])
    .select(['currency', 'amount', 'next_billed_at', 'change_action', 'change_at'])
    .select(periodTotal.as('total'))
    .where('id', '=', subscriptionId)
    .executeTakeFirst();
}

/** Returns the entitlement of a subscription or voucher seat, and the current tier of its account. */
export function findEntitlement(db: Db, subject: string) {
  const seat = /^seat_(\d+)$/.exec(subject)?.[1];
  const query = db
    .selectFrom('entitlements')
    .innerJoin('users', 'users.pk', 'entitlements.user_pk')
    .select(['entitlements.tier', 'entitlements.ends_at', 'users.is_superuser'])
    .select(currentTier.as('tier_now'));
  return (
    seat
      ? query.where('entitlements.voucher_seat_pk', '=', Number(seat))
      : query.where('entitlements.subscription_id', '=', subject)
  ).executeTakeFirst();
}
