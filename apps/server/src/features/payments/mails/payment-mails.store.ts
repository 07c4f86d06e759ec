import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';
import { maxMailAgeDays, type SubscriptionState } from './change-mail.policy.ts';

/**
 * Inserts the mails that a query returns with the columns kind, subject, event_key and user_pk.
 * @returns the pks of the mails that did not exist before
 */
async function insertMails(tx: Tx, owed: RawBuilder<unknown>, now: Date): Promise<number[]> {
  const { rows } = await sql<{ pk: number }>`
    insert into payment_mails (kind, subject, event_key, user_pk, queued_at)
    select owed.kind, owed.subject, owed.event_key, owed.user_pk, ${now}::timestamptz from (${owed}) as owed
    on conflict (kind, subject, event_key) do nothing
    returning pk`.execute(tx);
  return rows.map(({ pk }) => pk);
}

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000);

/** Maximum age of a payment's bill. Paddle retries a declined card for thirty days. */
const maxPaymentAgeDays = 31;

/** Inserts the receipts of a subscription's payments, and a mail for each payment that is past due. */
export function insertPaymentMails(tx: Tx, subscriptionId: string, now: Date): Promise<number[]> {
  const owed = sql`
    select
      case payments.status when 'completed' then 'receipt' else 'failed' end as kind,
      subscriptions.id as subject, payments.id as event_key, paddle_customers.user_pk
    from subscriptions
    join paddle_customers on paddle_customers.customer_id = subscriptions.customer_id
    join payments on payments.subscription_id = subscriptions.id
    where subscriptions.id = ${subscriptionId}
      and payments.total > 0
      and (payments.status = 'completed' or (payments.status = 'past_due' and subscriptions.status = 'past_due'))
      and payments.occurred_at > ${daysBefore(now, maxMailAgeDays)}
      and coalesce(payments.billed_at, payments.created_at) > ${daysBefore(now, maxPaymentAgeDays)}`;
  return insertMails(tx, owed, now);
}

/** Inserts the mail about a change, with the event of the change as its key. */
export function insertChangeMail(
  tx: Tx,
  kind: 'cancellation' | 'resumption',
  change: SubscriptionState,
  now: Date,
): Promise<number[]> {
  const owed = sql`
    select ${kind}::text as kind, subscriptions.id as subject, ${change.event_id}::text as event_key,
      paddle_customers.user_pk
    from subscriptions
    join paddle_customers on paddle_customers.customer_id = subscriptions.customer_id
    where subscriptions.id = ${change.id}`;
  return insertMails(tx, owed, now);
}

/** Days between the reminder and the renewal. */
const reminderDays = { year: 7, shorter: 3 };

/**
 * SQL for the payment of the current period. It identifies the period; dates cannot, because the sandbox moves them.
 * @param subscriptionId column with the subscription id
 */
const newestPayment = (subscriptionId: string) => sql`(
  select payments.id from payments
  where payments.subscription_id = ${sql.ref(subscriptionId)} and payments.status in ('paid', 'completed')
    and payments.origin is distinct from 'subscription_payment_method_change'
  order by payments.billed_at desc nulls last, payments.id desc limit 1
)`;

/** Inserts the reminders of renewals that are due soon. */
export function insertReminders(tx: Tx, now: Date): Promise<number[]> {
  const owed = sql`
    select 'reminder' as kind, subscriptions.id as subject,
      coalesce(${newestPayment('subscriptions.id')}, 'first') as event_key, paddle_customers.user_pk
    from subscriptions
    join paddle_customers on paddle_customers.customer_id = subscriptions.customer_id
    where subscriptions.status in ('active', 'trialing') and subscriptions.change_action is null
      and subscriptions.next_billed_at > ${now}
      and subscriptions.next_billed_at <= case subscriptions.billing_interval
        when 'year' then ${daysBefore(now, -reminderDays.year)}::timestamptz
        else ${daysBefore(now, -reminderDays.shorter)}::timestamptz
      end`;
  return insertMails(tx, owed, now);
}

/**
 * Inserts mails about ended entitlements of subscriptions and vouchers, if the tier of the account sinks. Skips
 * released voucher seats: the voucher's owner has taken them back, they have not expired.
 */
export function insertEndMails(tx: Tx, freeTier: number, now: Date): Promise<number[]> {
  const owed = sql`
    select 'end' as kind,
      coalesce(entitlements.subscription_id, 'seat_' || entitlements.voucher_seat_pk) as subject,
      coalesce(${newestPayment('entitlements.subscription_id')}, 'over') as event_key,
      entitlements.user_pk
    from entitlements
    join users on users.pk = entitlements.user_pk and not users.is_superuser
    left join voucher_seats on voucher_seats.pk = entitlements.voucher_seat_pk
    where entitlements.source in ('subscription', 'voucher')
      and entitlements.ends_at <= ${now} and entitlements.ends_at > ${daysBefore(now, maxMailAgeDays)}
      and entitlements.tier > ${freeTier} and voucher_seats.released_at is null
      and not exists (
        select from entitlements as other
        where other.user_pk = entitlements.user_pk and other.tier >= entitlements.tier
          and other.starts_at <= ${now} and (other.ends_at is null or other.ends_at > ${now})
      )`;
  return insertMails(tx, owed, now);
}

export async function markSent(db: Db, pk: number, now: Date): Promise<void> {
  await db.updateTable('payment_mails').set({ sent_at: now }).where('pk', '=', pk).execute();
}
