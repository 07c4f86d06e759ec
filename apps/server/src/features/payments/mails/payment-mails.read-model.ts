import { currentTier } from '#features/accounts/accounts.public';
import type { Db, Tx } from '#platform/db/db';
import type { Change } from './change.policy.ts';

export async function findChange(tx: Tx, subscriptionId: string): Promise<Change | undefined> {
  return tx
    .selectFrom('subscriptions')
    .select(['id', 'status', 'change_action', 'occurred_at', 'event_id'])
    .where('id', '=', subscriptionId)
    .executeTakeFirst();
}

/** A mail with its recipient. */
export function findMail(db: Db, pk: number) {
  return db
    .selectFrom('payment_mails')
    .innerJoin('users', 'users.pk', 'payment_mails.user_pk')
    .leftJoin('paddle_customers', 'paddle_customers.user_pk', 'users.pk')
    .select([
      'payment_mails.kind',
      'payment_mails.subject',
      'payment_mails.occasion',
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

export function findRenewal(db: Db, subscriptionId: string) {
  return db
    .selectFrom('subscriptions')
    .select(['status', 'product_id', 'price_id', 'cycle', 'currency', 'amount', 'next_billed_at'])
    .select(['change_action', 'change_at', 'period_starts_at'])
    .where('id', '=', subscriptionId)
    .executeTakeFirst();
}

/** The payments of a subscription that arrived, the newest first: they know the card and the tax. */
export function readPaid(db: Db, subscriptionId: string) {
  return db
    .selectFrom('payments')
    .select(['price_id', 'origin', 'total', 'tax', 'card_last4'])
    .where('subscription_id', '=', subscriptionId)
    .where('status', 'in', ['paid', 'completed'])
    .where('total', '>', '0')
    .orderBy('billed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
}

/** What a subscription or a voucher's seat gave, and the tier that its owner has now. */
export function findGiven(db: Db, subject: string) {
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
