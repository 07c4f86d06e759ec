import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCatalogue } from '../catalogue.ts';
import type { Context } from '../context.ts';
import { createOutbox } from '../events/outbox.ts';
import { createIds, createRandom } from '../random-ids.ts';
import { openStore } from '../sandbox-state.ts';
import type { Subscription, Transaction } from '../shapes.ts';
import { prices } from '../testing/test-sandbox.ts';
import { adjust, approveAdjustment } from './adjustments.ts';
import { advanceTime } from './advance-time.ts';
import { orderOf } from './bill-lines.ts';
import { cancel, pause, resume, unschedule } from './cancel-and-pause.ts';
import { changeItems } from './change-items.ts';
import { changeCard } from './charges.ts';
import { openCheckout, pay } from './checkouts.ts';
import { balanceOf } from './credit-balances.ts';
import { runDueEvents } from './due-events.ts';
import type { ProrationMode } from './item-change-plan.ts';

/** Tests the billing without a server. */

const day = 86_400_000;

function createTestContext(start = Date.UTC(2026, 2, 1)) {
  const { state } = openStore(null, 1);
  let time = start;
  const now = () => new Date(time);
  const id = createIds(state, now, createRandom(state, true));
  const context: Context = {
    state,
    catalogue: createCatalogue(now()),
    now,
    id,
    emit: createOutbox({ state, now, id }, () => {}),
    publicUrl: () => 'http://127.0.0.1:1',
    paymentLink: () => 'http://127.0.0.1:2',
  };
  const types = () => Object.values(state.events).map(({ event_type }) => event_type);
  return {
    context,
    types,
    pass(ms: number) {
      time += ms;
      runDueEvents(context);
    },
  };
}

type TestContext = ReturnType<typeof createTestContext>;
let test: TestContext;
beforeEach(() => {
  test = createTestContext();
});

function subscribe(card: 'succeeds' | 'fails_later' = 'succeeds', price = prices.foundationalMonthly, country = 'US') {
  const { context } = test;
  const { checkout } = openCheckout(context, {
    shopOrigin: 'http://127.0.0.1:2',
    items: [{ price_id: price, quantity: 1 }],
    customer: { email: 'ada@example.com', address: { countryCode: country } },
  });
  pay(context, checkout, { card, email: 'ada@example.com' });
  const [subscription] = Object.values(context.state.subscriptions);
  if (!subscription) throw new Error('Nothing was bought.');
  return subscription;
}

function change(subscription: Subscription, price: string, mode: ProrationMode = 'prorated_immediately') {
  const order = orderOf(test.context, [{ price_id: price, quantity: 1 }]);
  changeItems(test.context, subscription, { order, mode, onFailure: 'prevent_change' });
}

const transactions = () => Object.values(test.context.state.transactions);
const paidBy = (all: Transaction[]) =>
  all
    .filter(({ status }) => status === 'completed')
    .reduce((sum, { details }) => sum + Number(details.totals.grand_total), 0);
const usedIn = (all: Transaction[]) =>
  all
    .filter(({ status }) => status === 'completed')
    .reduce((sum, { details }) => sum + Number(details.adjusted_totals.total), 0);

describe('change of plan', () => {
  it('charges the difference for the remaining time', () => {
    const subscription = subscribe();
    // The period is March: 31 days.
    test.pass(15.5 * day);
    change(subscription, prices.specializationMonthly);
    const [, update] = transactions();
    expect(update?.details.totals).toMatchObject({ total: '1950', credit: '950', grand_total: '1000', balance: '0' });
    expect(subscription.current_billing_period?.ends_at).toBe('2026-04-01T00:00:00.000Z');
    expect(update?.items[0]?.proration?.rate).toBe('0.5');
  });

  it('keeps credit that exceeds the bill for the next bills', () => {
    const subscription = subscribe('succeeds', prices.specializationYearly);
    change(subscription, prices.foundationalMonthly);
    expect(balanceOf(test.context, subscription.customer_id, 'USD').available).toBe(39_000 - 1_900);
    test.pass(31 * day);
    expect(transactions().at(-1)?.details.totals).toMatchObject({ total: '1900', credit: '1900', grand_total: '0' });
    expect(balanceOf(test.context, subscription.customer_id, 'USD')).toEqual({ available: 35_200, used: 1_900 });
  });

  it('gives no credit for refunded amounts', () => {
    const subscription = subscribe();
    const [first] = transactions();
    if (!first) throw new Error('Nothing was bought.');
    const refund = adjust(test.context, first, { action: 'refund', type: 'full', reason: 'x', items: [] });
    approveAdjustment(test.context, refund);
    change(subscription, prices.specializationMonthly);
    expect(transactions().at(-1)?.details.totals).toMatchObject({ credit: '0', grand_total: '3900' });
  });

  it('can be free, charged in full, or charged with the next bill', () => {
    const subscription = subscribe();
    change(subscription, prices.specializationMonthly, 'do_not_bill');
    expect(transactions()).toHaveLength(1);
    change(subscription, prices.foundationalMonthly, 'full_next_billing_period');
    test.pass(31 * day);
    expect(transactions().at(-1)?.details.totals.total).toBe('3800');
    change(subscription, prices.specializationMonthly, 'full_immediately');
    expect(transactions().at(-1)?.details.totals).toMatchObject({ total: '3900', credit: '0' });
  });

  const step = fc.record({
    wait: fc.integer({ min: 1, max: 45 * day }),
    price: fc.constantFrom(...Object.values(prices)),
    mode: fc.constantFrom<ProrationMode>('prorated_immediately', 'prorated_next_billing_period', 'do_not_bill'),
  });

  it('keeps payments equal to the used time plus the remaining credit', () => {
    const country = fc.constantFrom('US', 'DE', 'JP', 'GB');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), country, (steps, where) => {
        test = createTestContext();
        const subscription = subscribe('succeeds', prices.foundationalMonthly, where);
        for (const { wait, price, mode } of steps) {
          test.pass(wait);
          change(subscription, price, mode);
        }
        test.pass(400 * day);
        const all = transactions();
        const { available } = balanceOf(test.context, subscription.customer_id, subscription.currency_code);
        expect(paidBy(all)).toBe(usedIn(all) + available);
        expect(available).toBeGreaterThanOrEqual(0);
        for (const { details } of all) {
          for (const sums of [
            details.totals,
            details.adjusted_totals,
            ...details.line_items.map((one) => one.totals),
          ]) {
            for (const [name, sum] of Object.entries(sums)) {
              if (name !== 'earnings' && name !== 'currency_code') expect(Number(sum)).toBeGreaterThanOrEqual(0);
            }
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('gives credit for a paid plan that was removed and added again without a bill in between', () => {
    const subscription = subscribe();
    change(subscription, prices.specializationMonthly, 'do_not_bill');
    test.pass(15.5 * day);
    change(subscription, prices.foundationalMonthly);
    expect(transactions().at(-1)?.details.totals).toMatchObject({ total: '950', credit: '950', grand_total: '0' });
  });

  it('charges only the used time of a plan on the next bill', () => {
    const subscription = subscribe();
    test.pass(15.5 * day);
    change(subscription, prices.specializationMonthly, 'prorated_next_billing_period');
    test.pass(7.75 * day);
    change(subscription, prices.foundationalMonthly, 'prorated_next_billing_period');
    test.pass(7.75 * day);
    // One month, a quarter of the expensive plan and a quarter of the other one, minus half of the previous month.
    expect(transactions().at(-1)?.details.totals).toMatchObject({ total: '3350', credit: '950', grand_total: '2400' });
  });

  it('charges each plan for its time, with an error of at most one minor unit per change', () => {
    const length = 31 * day;
    const quick = fc.record({
      wait: fc.integer({ min: 0, max: 4 * day }),
      upgrade: fc.boolean(),
      mode: fc.constantFrom<ProrationMode>('prorated_immediately', 'prorated_next_billing_period'),
    });
    fc.assert(
      fc.property(fc.array(quick, { maxLength: 7 }), (steps) => {
        test = createTestContext();
        const subscription = subscribe();
        let price = 1_900;
        let cost = 0;
        let left = length;
        for (const { wait, upgrade, mode } of steps) {
          test.pass(wait);
          cost += (price * wait) / length;
          left -= wait;
          price = upgrade ? 3_900 : 1_900;
          change(subscription, upgrade ? prices.specializationMonthly : prices.foundationalMonthly, mode);
        }
        test.pass(left);
        // The next month is prepaid.
        cost += (price * left) / length + price;
        const { available } = balanceOf(test.context, subscription.customer_id, 'USD');
        expect(Math.abs(paidBy(transactions()) - available - cost)).toBeLessThanOrEqual(2 * steps.length + 1);
      }),
      { numRuns: 100 },
    );
  });
});

describe('renewal', () => {
  it('charges each period once when several are due', () => {
    const subscription = subscribe();
    test.pass(100 * day);
    expect(transactions().map(({ billed_at }) => billed_at?.slice(0, 10))).toEqual([
      '2026-03-01',
      '2026-04-01',
      '2026-05-01',
      '2026-06-01',
    ]);
    expect(subscription.next_billed_at?.slice(0, 10)).toBe('2026-07-01');
  });

  it('retries a failed charge on days 3, 5 and 7, and cancels on day 30', () => {
    const subscription = subscribe('fails_later');
    const failures = () => test.types().filter((type) => type === 'transaction.payment_failed').length;
    test.pass(31 * day);
    expect([subscription.status, failures()]).toEqual(['past_due', 1]);
    for (const [wait, count] of [
      [2.9, 1],
      [0.2, 2],
      [2, 3],
      [2, 4],
      [20, 4],
    ] as const) {
      test.pass(wait * day);
      expect([subscription.status, failures()]).toEqual(['past_due', count]);
    }
    test.pass(3 * day);
    expect(subscription).toMatchObject({ status: 'canceled', next_billed_at: null, current_billing_period: null });
    expect(test.types()).toContain('transaction.canceled');
  });

  it('succeeds at the next retry after one failure', () => {
    const subscription = subscribe();
    Object.assign(test.context.state.billing[subscription.id] ?? {}, { failNextCharge: true });
    test.pass(31 * day);
    expect(subscription.status).toBe('past_due');
    test.pass(3 * day);
    expect(subscription.status).toBe('active');
    expect(transactions().map(({ status }) => status)).toEqual(['completed', 'completed']);
  });

  it('charges a past due bill to a new card immediately', () => {
    const subscription = subscribe('fails_later');
    test.pass(32 * day);
    changeCard(test.context, subscription, 'succeeds');
    expect(subscription.status).toBe('active');
    expect(test.types()).toContain('payment_method.deleted');
  });
});

describe('unpaid bill', () => {
  it('returns its credit to the customer when it is canceled', () => {
    const subscription = subscribe('fails_later');
    test.pass(15.5 * day);
    change(subscription, prices.specializationMonthly, 'prorated_next_billing_period');
    test.pass(60 * day);
    expect(subscription.status).toBe('canceled');
    expect(balanceOf(test.context, subscription.customer_id, 'USD').available).toBe(950);
  });

  it('can be credited like any other bill once it is paid', () => {
    const subscription = subscribe('fails_later');
    const order = orderOf(test.context, [{ price_id: prices.specializationMonthly, quantity: 1 }]);
    changeItems(test.context, subscription, { order, mode: 'prorated_immediately', onFailure: 'apply_change' });
    expect(subscription.status).toBe('past_due');
    changeCard(test.context, subscription, 'succeeds');
    test.pass(15.5 * day);
    change(subscription, prices.foundationalMonthly);
    expect(transactions().at(-1)?.details.totals).toMatchObject({ total: '950', credit_to_balance: '1000' });
  });
});

describe('cancellation and pause', () => {
  it('cancels at the end of the period, unless the cancellation is removed', () => {
    const subscription = subscribe();
    cancel(test.context, subscription, 'next_billing_period');
    unschedule(test.context, subscription);
    test.pass(31 * day);
    expect(subscription.status).toBe('active');
    cancel(test.context, subscription, 'next_billing_period');
    test.pass(31 * day);
    expect([subscription.status, transactions().length]).toEqual(['canceled', 2]);
  });

  it('starts a new period at the end of a pause', () => {
    const subscription = subscribe();
    pause(test.context, subscription, 'immediately');
    test.pass(100 * day);
    expect([subscription.status, transactions().length]).toEqual(['paused', 1]);
    resume(test.context, subscription, 'immediately');
    expect(subscription.current_billing_period?.starts_at).toBe(test.context.now().toISOString());
    expect(transactions()).toHaveLength(2);
  });

  it('keeps the billing period of a paused subscription, and continues it without a charge on request', () => {
    const subscription = subscribe();
    const period = subscription.current_billing_period;
    pause(test.context, subscription, 'immediately');
    test.pass(10 * day);
    expect(subscription).toMatchObject({ status: 'paused', current_billing_period: period, next_billed_at: null });
    resume(test.context, subscription, 'immediately', 'continue_existing_billing_period');
    expect(subscription).toMatchObject({ status: 'active', current_billing_period: period });
    expect(subscription.next_billed_at).toBe(period?.ends_at);
    expect(transactions()).toHaveLength(1);
  });

  it('does not continue a billing period that has ended', () => {
    const subscription = subscribe();
    pause(test.context, subscription, 'immediately');
    test.pass(100 * day);
    const code = 'subscription_continuing_existing_billing_period_not_allowed';
    expect(() => resume(test.context, subscription, 'immediately', 'continue_existing_billing_period')).toThrow(
      expect.objectContaining({ code }),
    );
    expect([subscription.status, transactions().length]).toEqual(['paused', 1]);
  });

  it('resumes a scheduled pause as the request to pause says', () => {
    const subscription = subscribe();
    const resumeAt = new Date(test.context.now().getTime() + 5 * day).toISOString();
    pause(test.context, subscription, 'immediately', { resumeAt, onResume: 'continue_existing_billing_period' });
    test.pass(6 * day);
    expect([subscription.status, transactions().length]).toEqual(['active', 1]);
  });
});

describe('advanceTime', () => {
  it('moves stored dates back and does not change the clock', () => {
    const subscription = subscribe();
    const before = structuredClone(subscription);
    const now = test.context.now();
    advanceTime(test.context, 10 * day);
    const moved = (text: string) => new Date(Date.parse(text) - 10 * day).toISOString();
    expect(test.context.now()).toEqual(now);
    expect(subscription.started_at).toBe(moved(before.started_at));
    expect(subscription.current_billing_period?.ends_at).toBe(moved('2026-04-01T00:00:00.000Z'));
    // The transaction shares the period, which moves only once.
    expect(transactions()[0]?.billing_period).toEqual(subscription.current_billing_period);
    const last = Object.values(test.context.state.events).at(-1);
    expect(last).toMatchObject({ event_type: 'subscription.updated', data: { started_at: subscription.started_at } });
    expect(Date.parse(last?.occurred_at ?? '')).toBeGreaterThanOrEqual(now.getTime());
  });

  it('runs due events with dates that are not ahead of the clock', () => {
    const subscription = subscribe();
    advanceTime(test.context, 'year');
    expect(transactions()).toHaveLength(12 + 1);
    const { starts_at = '', ends_at = '' } = subscription.current_billing_period ?? {};
    expect(Date.parse(starts_at)).toBeLessThanOrEqual(test.context.now().getTime());
    expect(Date.parse(ends_at)).toBeGreaterThan(test.context.now().getTime());
  });

  it('can advance exactly to the next billing', () => {
    const subscription = subscribe('succeeds', prices.foundationalYearly);
    advanceTime(test.context, 'next_billing');
    expect(transactions()).toHaveLength(2);
    expect(subscription.current_billing_period?.starts_at).toBe(test.context.now().toISOString());
  });
});
