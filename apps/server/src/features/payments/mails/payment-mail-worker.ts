import { createHash } from 'node:crypto';
import { formatCycle, formatDay, formatMoney } from '@hexpedition/contract/money';
import { tierNames } from '@hexpedition/contract/tiers';
import { type ComposeMail, type MailContent, renderMail } from '#features/mail-templates/mail-templates.public';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db/db';
import type { Jobs } from '#platform/jobs';
import type { Mailer } from '#platform/mail';
import { findCard } from '../billing/own-subscription.read-model.ts';
import { entitlementPeriod } from '../ledger/entitlement.policy.ts';
import { findSubscription } from '../ledger/payments.read-model.ts';
import { tierOfProduct } from '../plans.ts';
import * as templates from './payment-mail-templates.ts';
import { type FoundMail, findEntitlement, findMail, findPayment, findUpcoming } from './payment-mails.read-model.ts';
import { markSent } from './payment-mails.store.ts';
import { paymentMailJob } from './payment-mails.ts';

interface Deps {
  config: Pick<Config, 'publicUrl' | 'paddle'>;
  db: Db;
  clock: Clock;
  jobs: Jobs;
  mailer: Mailer;
  composeMail: ComposeMail;
  /** Reads the highest tier that is open to everyone. */
  readFreeTier: () => Promise<number>;
}

/** Handles the jobs that write and deliver the payment mails. */
export function handlePaymentMails(deps: Deps): void {
  const { db, clock, jobs, mailer } = deps;
  jobs.handle(paymentMailJob, async ({ mail }) => {
    const found = await findMail(db, mail);
    if (!found?.email || !found.is_active || found.sent_at) return;
    const letter = await write(deps, found);
    if (!letter) return;
    await mailer.deliver({ to: found.email, id: idOf(found), ...renderMail(letter) });
    await markSent(db, mail, clock.now());
  });
}

/**
 * Returns the message id, which is the same at each attempt: a node can die after the mail server has accepted a mail
 * and before that is stored.
 */
const idOf = ({ kind, subject, event_key, user_pk }: FoundMail): string =>
  createHash('sha256').update(`${kind}:${subject}:${event_key}:${user_pk}`).digest('hex').slice(0, 40);

/** @returns undefined if the event that the mail reports no longer applies */
function write(deps: Deps, mail: FoundMail): Promise<MailContent | undefined> {
  switch (mail.kind) {
    case 'receipt':
      return writeReceipt(deps, mail);
    case 'failed':
      return writeCardDeclined(deps, mail);
    case 'end':
      return writeEnd(deps, mail);
    case 'reminder':
    case 'cancellation':
    case 'resumption':
      return writeUpcoming(deps, mail, mail.kind);
  }
}

async function writeReceipt(deps: Deps, mail: FoundMail): Promise<MailContent | undefined> {
  const [payment, bought] = [await findPayment(deps.db, mail.event_key), await findPurchase(deps, mail)];
  if (!payment || !bought) return undefined;
  const { day, money } = formats(mail, payment.currency);
  const { total, paid, tax, period_starts_at: from, period_ends_at: until } = payment;
  const { billing_interval: interval, billing_frequency: frequency } = bought.subscription;
  return deps.composeMail(templates.receiptTemplate, recipientOf(deps, mail), {
    plan: bought.plan,
    cycle: formatCycle({ interval, frequency }),
    total: money(Number(paid)),
    // The tax belongs to the full total. If credit covered a part of it, only the invoice shows the split.
    tax: paid === total && Number(tax) > 0 ? money(Number(tax)) : null,
    period: from && until ? { from: day(from), until: day(until) } : null,
    last4: payment.card_last4,
    invoice: payment.invoice_number,
  });
}

async function writeCardDeclined(deps: Deps, mail: FoundMail): Promise<MailContent | undefined> {
  const { db, clock } = deps;
  const [payment, bought] = [await findPayment(db, mail.event_key), await findPurchase(deps, mail)];
  if (payment?.status !== 'past_due' || bought?.subscription.status !== 'past_due') return undefined;
  const until = await findEnd(db, mail.subject);
  if (!until || until <= clock.now()) return undefined;
  const { day, money } = formats(mail, payment.currency);
  return deps.composeMail(templates.cardDeclinedTemplate, recipientOf(deps, mail), {
    plan: bought.plan,
    total: money(Number(payment.paid)),
    last4: await findLast4(db, mail.subject),
    until: day(until),
  });
}

/** Writes a mail about the next renewal or the scheduled end, if that is still ahead. */
async function writeUpcoming(
  deps: Deps,
  mail: FoundMail,
  kind: 'reminder' | 'cancellation' | 'resumption',
): Promise<MailContent | undefined> {
  const bought = await findPurchase(deps, mail);
  if (!bought || bought.subscription.status === 'canceled') return undefined;
  const { plan, subscription } = bought;
  const { next_billed_at: renewsAt, change_action: action, change_at: changeAt } = subscription;
  const { day, money } = formats(mail, subscription.currency);
  const recipient = recipientOf(deps, mail);
  if (kind === 'cancellation') {
    return action === 'cancel' && changeAt
      ? deps.composeMail(templates.cancellationTemplate, recipient, { plan, day: day(changeAt) })
      : undefined;
  }
  if (action || !renewsAt || renewsAt <= deps.clock.now()) return undefined;
  const { total, amount } = subscription;
  const values = {
    plan,
    day: day(renewsAt),
    total: total === null ? `${money(Number(amount))} plus tax` : money(Number(total)),
    last4: await findLast4(deps.db, mail.subject),
  };
  return kind === 'reminder'
    ? deps.composeMail(templates.reminderTemplate, recipient, values)
    : deps.composeMail(templates.resumptionTemplate, recipient, values);
}

async function writeEnd(deps: Deps, mail: FoundMail): Promise<MailContent | undefined> {
  const { db, clock, readFreeTier } = deps;
  const ended = await findEntitlement(db, mail.subject);
  if (!ended?.ends_at || ended.ends_at > clock.now() || ended.is_superuser) return undefined;
  const remainingTier = Math.max(ended.tier_now, await readFreeTier());
  if (remainingTier >= ended.tier) return undefined;
  const subscription = await findSubscription(db, mail.subject);
  const cause = !subscription ? 'voucher' : subscription.facts.status === 'past_due' ? 'unpaid' : 'subscription';
  const values = { tier: nameOf(ended.tier), left: nameOf(remainingTier) };
  return deps.composeMail(templates.accessEndedTemplates[cause], recipientOf(deps, mail), values);
}

const recipientOf = ({ config }: Deps, { username }: FoundMail) => ({ username, publicUrl: config.publicUrl });

/** Returns the subscription and the name of its plan; undefined if no configured plan has its product. */
async function findPurchase({ config, db }: Deps, { subject }: FoundMail) {
  const subscription = await findUpcoming(db, subject);
  const tier = subscription && tierOfProduct(config.paddle?.plans ?? [], subscription.product_id);
  return subscription && tier && { plan: tierNames[tier], subscription };
}

/** Returns the last four digits of the card of the newest payment. */
async function findLast4(db: Db, subscriptionId: string): Promise<string | null> {
  return (await findCard(db, subscriptionId))?.last4 ?? null;
}

/** Returns when the entitlement of a subscription ends. */
async function findEnd(db: Db, subscriptionId: string): Promise<Date | undefined> {
  const found = await findSubscription(db, subscriptionId);
  return found && entitlementPeriod(found.facts)?.endsAt;
}

const formats = ({ country }: FoundMail, currency: string) => ({
  day: (time: Date) => formatDay(time, country),
  money: (minor: number) => formatMoney(minor, currency, country),
});

/** A check constraint of the database guarantees that the tier exists. */
const nameOf = (tier: number): string => tierNames[tier as keyof typeof tierNames];
