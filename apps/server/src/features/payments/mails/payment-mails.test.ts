import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Jobs } from '#platform/jobs';
import { buildUser } from '#testing/factories';
import { createTestApp, type TestApp, type TestClock } from '#testing/test-app';
import { createLedger } from '../ledger/ledger.service.ts';
import type { Envelope } from '../ledger/paddle-events.ts';
import { testPaddle, testPlans } from '../testing/subscription-model.ts';
import { createPaymentMails } from './payment-mails.ts';

/* Runs a mail server and checks the mails that arrive. The app's node writes them; this file applies the events. */

const arrived: Email[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => {
    buffer(stream)
      .then((bytes) => PostalMime.parse(bytes))
      .then((mail) => {
        arrived.push(mail);
        done();
      }, done);
  },
});

let test: TestApp;
let jobs: Jobs;
let clock: TestClock;
beforeAll(async () => {
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  test = await createTestApp({ paddle: testPaddle(), smtpUrl: `smtp://127.0.0.1:${port}` });
  clock = test.clock;
  jobs = test.jobs;
});
afterAll(async () => {
  await test.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

const DAY = 86_400_000;
let n = 0;
let buyer: { pk: number; email: string };
beforeEach(async () => {
  n++;
  const { pk } = await buildUser(test.database.db, { email: `mara${n}@example.org` });
  buyer = { pk, email: `mara${n}@example.org` };
  await linkCustomer(pk, n);
});
afterEach(() => {
  arrived.length = 0;
});
const linkCustomer = (pk: number, number: number) =>
  test.database.db
    .insertInto('paddle_customers')
    .values({ customer_id: `ctm_${number}`, user_pk: pk, country: 'DE' })
    .execute();

const on = (days: number) => new Date(clock.now().getTime() + days * DAY);
const at = (days: number) => on(days).toISOString();
const mails = ({ freeTier = 0, paymentsEnabled = true } = {}) =>
  createPaymentMails({ db: test.database.db, clock, jobs, readFreeTier: async () => freeTier, paymentsEnabled });
const ledger = () =>
  createLedger({
    db: test.database.db,
    clock,
    plans: testPlans,
    mails: mails(),
    warn: (fault) => expect(fault).toBe(''),
  });

let serial = 0;
function event(event_type: string, data: object, days = 0): Envelope {
  const event_id = `evt_${String(++serial).padStart(5, '0')}`;
  return { event_id, event_type, occurred_at: on(days), data: data as Envelope['data'] };
}

/** A monthly subscription that began today. */
const subscription = (changes: object = {}) => ({
  ...{ id: `sub_${n}`, status: 'active', customer_id: `ctm_${n}`, currency_code: 'EUR' },
  ...{ created_at: at(0), started_at: at(0), next_billed_at: at(30) },
  current_billing_period: { starts_at: at(0), ends_at: at(30) },
  billing_cycle: { interval: 'month', frequency: 1 },
  items: [{ price: { id: 'pri_1m', product_id: 'pro_one', unit_price: { amount: '1513' } } }],
  ...changes,
});
const payment = (changes: object = {}) => ({
  ...{ id: `txn_${n}`, status: 'completed', customer_id: `ctm_${n}`, subscription_id: `sub_${n}` },
  ...{ currency_code: 'EUR', invoice_number: '325-10001', origin: 'web', created_at: at(0), billed_at: at(0) },
  billing_period: { starts_at: at(0), ends_at: at(30) },
  items: [{ price: { id: 'pri_1m' } }],
  details: { totals: { total: '1800', tax: '287' } },
  payments: [{ status: 'captured', method_details: { card: { type: 'visa', last4: '4242' } } }],
  ...changes,
});
const bought = () => [event('transaction.completed', payment()), event('subscription.created', subscription())];

async function applyEvents(...events: Envelope[]): Promise<void> {
  for (const one of events) await ledger().receive(Buffer.from(JSON.stringify(one)));
  const waiting = () =>
    test.database.db.selectFrom('paddle_events').select('event_id').where('applied_at', 'is', null).execute();
  await expect.poll(waiting, { timeout: 15_000 }).toEqual([]);
}

/** Waits until no mail job is left, and returns the buyer's mails since the last call. */
async function newMails(): Promise<Email[]> {
  const count = sql<{ left: number }>`
    select count(*)::int as left from pgboss.job where name = 'payment-mail' and state < 'completed'`;
  await expect
    .poll(async () => (await count.execute(test.database.db)).rows, { timeout: 15_000 })
    .toEqual([{ left: 0 }]);
  return arrived.splice(0).filter(({ to }) => to?.some(({ address }) => address === buyer.email));
}
const newSubjects = async () => (await newMails()).map(({ subject }) => subject ?? '').toSorted();
/** Returns the text of the only new mail. */
async function onlyText(): Promise<string> {
  const all = await newMails();
  expect(all).toHaveLength(1);
  return all[0]?.text ?? '';
}

it('sends one receipt for a payment when events arrive twice, late or in a replay', async () => {
  const [paid, created] = bought();
  if (!paid || !created) throw new Error('Expected two events.');
  // The payment arrives before its subscription, two nodes apply the events, and the ledger is replayed.
  await applyEvents(paid);
  await applyEvents(created, paid, created, event('transaction.updated', payment()));
  await Promise.all([ledger().applyPending(), ledger().applyPending()]);
  await ledger().replay();
  const [mail, ...others] = await newMails();
  expect([mail?.subject, others]).toEqual(['Your receipt: Foundational, €18.00', []]);
  expect(mail?.messageId).toMatch(/^<[0-9a-f]{40}@/);
  expect(mail?.text).toContain('Bought: Foundational, monthly\n  Paid: €18.00, including €2.87 tax');
  expect(mail?.text).toContain('Invoice: 325-10001');
  expect(mail?.text).toContain('/subscription/payments');
  await applyEvents(event('transaction.updated', payment()));
  expect(await newSubjects()).toEqual([]);
});

it('sends no mail about old events, to disabled accounts, or without a confirmed address', async () => {
  const { db } = test.database;
  await applyEvents(event('transaction.completed', payment(), -4), event('subscription.created', subscription(), -4));
  expect(await newSubjects()).toEqual([]);
  // Updated today by a refund, but paid long ago.
  await applyEvents(
    event('transaction.updated', payment({ id: `txn_old_${n}`, billed_at: at(-60), created_at: at(-60) })),
  );
  expect(await newSubjects()).toEqual([]);
  await db.updateTable('users').set({ email: null }).where('pk', '=', buyer.pk).execute();
  await applyEvents(event('transaction.completed', payment({ id: `txn_a_${n}` })));
  await db.updateTable('users').set({ email: buyer.email, is_active: false }).where('pk', '=', buyer.pk).execute();
  await applyEvents(event('transaction.completed', payment({ id: `txn_b_${n}` })));
  expect(await newSubjects()).toEqual([]);
  await db.updateTable('users').set({ is_active: true }).where('pk', '=', buyer.pk).execute();
  // A total of zero: credit covered the payment, or the learner only changed the card.
  const nothing = { details: { totals: { total: '0' } } };
  await applyEvents(event('transaction.completed', payment({ id: `txn_c_${n}`, ...nothing })));
  expect(await newSubjects()).toEqual([]);
});

it('sends one mail per period about a declined card, and none if the payment has succeeded meanwhile', async () => {
  await applyEvents(...bought());
  await newSubjects();
  const failed = (id: string) => payment({ id, status: 'past_due', origin: 'subscription_recurring', payments: [] });
  const pastDue = subscription({ status: 'past_due' });
  await applyEvents(event('transaction.past_due', failed(`txn_2_${n}`)), event('subscription.past_due', pastDue));
  expect(await onlyText()).toMatch(
    /^Your card was not charged\n[\s\S]*the card ending in 4242 was declined[\s\S]*Access until: /,
  );
  await applyEvents(event('transaction.payment_failed', failed(`txn_2_${n}`)), event('subscription.updated', pastDue));
  expect(await newSubjects()).toEqual([]);
  const third = [event('transaction.past_due', failed(`txn_3_${n}`)), event('subscription.past_due', pastDue)];
  const recovered = [
    event('transaction.completed', payment({ id: `txn_3_${n}` })),
    event('subscription.updated', subscription()),
  ];
  // Applies the recovery first, because pending events are applied in any order.
  await applyEvents(...recovered);
  await applyEvents(...third);
  expect(await newSubjects()).toEqual(['Your receipt: Foundational, €18.00']);
});

it('confirms every cancellation and every resumption', async () => {
  await applyEvents(...bought());
  await newSubjects();
  const ending = subscription({ scheduled_change: { action: 'cancel', effective_at: at(30) } });
  const cancel = event('subscription.updated', ending);
  await applyEvents(cancel, event('subscription.updated', ending));
  expect(await newSubjects()).toEqual(['Your subscription is canceled']);
  const back = event('subscription.updated', subscription());
  await applyEvents(back, cancel);
  expect(await newSubjects()).toEqual(['Your subscription continues']);
  await applyEvents(event('subscription.updated', ending));
  expect(await newSubjects()).toEqual(['Your subscription is canceled']);
  // An older event that arrives late changes nothing.
  await applyEvents({ ...back, event_id: 'evt_late', occurred_at: on(-0.5) });
  await ledger().replay();
  expect(await newSubjects()).toEqual([]);
});

it('sends one reminder three days before a monthly renewal, and none after a cancellation', async () => {
  const renewsIn = (days: number) => event('subscription.updated', subscription({ next_billed_at: at(days) }));
  await applyEvents(event('transaction.completed', payment()), renewsIn(3.1));
  await newSubjects();
  await mails().sweep();
  expect(await newSubjects()).toEqual([]);
  await applyEvents(renewsIn(2.9));
  await mails({ paymentsEnabled: false }).sweep();
  expect(await newSubjects()).toEqual([]);
  await Promise.all([mails().sweep(), mails().sweep()]);
  expect(await newSubjects()).toEqual([expect.stringMatching(/^Your subscription renews on \d+ \w+ \d{4}$/)]);
  // The sandbox moves dates. It is still the same renewal.
  await applyEvents(renewsIn(1));
  await mails().sweep();
  expect(await newSubjects()).toEqual([]);
  // The learner cancels between the sweep and the delivery.
  await applyEvents(event('transaction.completed', payment({ id: `txn_2_${n}` })));
  await newSubjects();
  await test.database.db
    .updateTable('subscriptions')
    .set({ next_billed_at: on(2) })
    .where('id', '=', `sub_${n}`)
    .execute();
  const held = createPaymentMails({
    ...{ db: test.database.db, clock, readFreeTier: async () => 0, paymentsEnabled: true },
    jobs: {
      ...jobs,
      send: async (tx, kind, data) => {
        await jobs.send(tx, kind, data);
        await sql`update subscriptions set change_action = 'cancel', change_at = next_billed_at where id = ${`sub_${n}`}`.execute(
          tx,
        );
      },
    },
  });
  await held.sweep();
  expect(await newSubjects()).toEqual([]);
});

it('sends the reminder of a yearly renewal a week before, with the last price of a year', async () => {
  const price = { id: 'pri_1y' };
  const yearly = {
    next_billed_at: at(6.9),
    billing_cycle: { interval: 'year', frequency: 1 },
    items: [{ price: { ...price, product_id: 'pro_one', unit_price: { amount: '15000' } } }],
  };
  const paid = payment({ items: [{ price }], details: { totals: { total: '17850', tax: '2850' } } });
  await applyEvents(event('transaction.completed', paid), event('subscription.created', subscription(yearly)));
  await newSubjects();
  await mails().sweep();
  expect(await onlyText()).toMatch(/Costs: €178\.50\n/);
});

it('states the price plus tax in the reminder if there was no payment yet', async () => {
  await applyEvents(event('subscription.created', subscription({ next_billed_at: at(2) })));
  await mails().sweep();
  expect(await onlyText()).toMatch(/We will charge €15\.13 plus tax to your card\./);
});

it('sends one mail about ended access, and only if the tier sinks', async () => {
  const { db } = test.database;
  await applyEvents(...bought());
  await newSubjects();
  const over = { status: 'canceled', started_at: at(-9), canceled_at: at(-0.01), next_billed_at: null };
  await applyEvents(event('subscription.canceled', subscription(over)));
  await mails({ freeTier: 1 }).sweep();
  expect(await newSubjects()).toEqual([]);
  await db
    .insertInto('entitlements')
    .values({ user_pk: buyer.pk, source: 'invite', tier: 1, starts_at: on(-1), ends_at: on(1) })
    .execute();
  await mails().sweep();
  expect(await newSubjects()).toEqual([]);
  await db.deleteFrom('entitlements').where('user_pk', '=', buyer.pk).where('source', '=', 'invite').execute();
  await Promise.all([mails().sweep(), mails().sweep()]);
  await mails().sweep();
  expect(await onlyText()).toMatch(/^Your access to Foundational has ended\n[\s\S]*You still have access to Free\./);
});

it('sends no mail about an end that is extended before the delivery, or about an old one', async () => {
  const { db } = test.database;
  const seat = async (days: number) => {
    const batch = await db
      .insertInto('voucher_batches')
      .values({ name: 'class', tier: 2, months: 1, uses: 1, made_at: clock.now() })
      .returning('pk')
      .executeTakeFirstOrThrow();
    const voucher = await db
      .insertInto('vouchers')
      .values({ batch_pk: batch.pk, secret_hash: Buffer.from(`secret ${++serial}`) })
      .returning('pk')
      .executeTakeFirstOrThrow();
    const { pk } = await db
      .insertInto('voucher_seats')
      .values({ voucher_pk: voucher.pk, user_pk: buyer.pk, redeemed_at: clock.now() })
      .returning('pk')
      .executeTakeFirstOrThrow();
    const gives = { source: 'voucher' as const, tier: 2, starts_at: on(-40), ends_at: on(days), voucher_seat_pk: pk };
    await db
      .insertInto('entitlements')
      .values({ user_pk: buyer.pk, ...gives })
      .execute();
    return pk;
  };
  await seat(-4);
  const taken = await seat(-1);
  await db
    .updateTable('voucher_seats')
    .set({ released_at: on(-1) })
    .where('pk', '=', taken)
    .execute();
  await mails().sweep();
  expect(await newSubjects()).toEqual([]);
  const over = await seat(-0.5);
  const extended = createPaymentMails({
    ...{ db, clock, readFreeTier: async () => 0, paymentsEnabled: true },
    jobs: {
      ...jobs,
      send: async (tx, kind, data) => {
        await jobs.send(tx, kind, data);
        await tx
          .updateTable('entitlements')
          .set({ ends_at: on(5) })
          .where('voucher_seat_pk', '=', over)
          .execute();
      },
    },
  });
  await extended.sweep();
  expect(await newSubjects()).toEqual([]);
  await seat(-0.1);
  await db
    .updateTable('entitlements')
    .set({ ends_at: on(-0.2) })
    .where('voucher_seat_pk', '=', over)
    .execute();
  await mails().sweep();
  expect(await onlyText()).toContain('Your voucher has expired');
});
