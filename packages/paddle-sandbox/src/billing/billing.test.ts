import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCatalogue } from '../catalogue.ts';
import type { Context } from '../context.ts';
import { createOutbox } from '../events/outbox.ts';
import { createIds, createRandom } from '../random.ts';
import type { Subscription, Transaction } from '../shapes.ts';
import { openStore } from '../state.ts';
import { prices } from '../testing/test-sandbox.ts';
import { adjust, approveAdjustment } from './adjustments.ts';
import { balanceOf } from './balances.ts';
import { changeItems } from './change-items.ts';
import { changeCard } from './charges.ts';
import { openCheckout, pay } from './checkouts.ts';
import { runDue } from './due.ts';
import { cancel, pause, resume, unschedule } from './ends-and-pauses.ts';
import { orderOf } from './lines.ts';
import { moveTime } from './move-time.ts';
import type { ProrationMode } from './plan-update.ts';

/** The billing alone, without a server. */

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
      runDue(context);
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

describe('changes of plan', () => {
  it('charge the difference for the time that is left', () => {
    const subscription = subscribe();
    // The period is March: 31 days.
    test.pass(15.5 * day);
    change(subscription, prices.specializationMonthly);
    const [, update] = transactions();
    expect(update?.details.totals).toMatchObject({ total: '1950', credit: '950', grand_total: '1000', balance: '0' });
    expect(subscription.current_billing_period?.ends_at).toBe('2026-04-01T00:00:00.000Z');
    expect(update?.items[0]?.proration?.rate).toBe('0.5');
  });

  it('keep what is given back beyond the bill as credit, which pays the next ones', () => {
    const subscription = subscribe('succeeds', prices.specializationYearly);
    change(subscription, prices.foundationalMonthly);
    expect(balanceOf(test.context, subscription.customer_id, 'USD').available).toBe(39_000 - 1_900);
    test.pass(31 * day);
    expect(transactions().at(-1)?.details.totals).toMatchObject({ total: '1900', credit: '1900', grand_total: '0' });
    expect(balanceOf(test.context, subscription.customer_id, 'USD')).toEqual({ available: 35_200, used: 1_900 });
  });

  it('give nothing back that was refunded', () => {
    const subscription = subscribe();
    const [first] = transactions();
    if (!first) throw new Error('Nothing was bought.');
    const refund = adjust(test.context, first, { action: 'refund', type: 'full', reason: 'x', items: [] });
    approveAdjustment(test.context, refund);
    change(subscription, prices.specializationMonthly);
    expect(transactions().at(-1)?.details.totals).toMatchObject({ credit: '0', grand_total: '3900' });
  });

  it('may cost nothing, or all, or come with the next bill', () => {
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

  it('never lose or make money: what was paid is what was used and what is owed', () => {
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

  it('give a plan back that was paid, also when it came back without a bill in between', () => {
    const subscription = subscribe();
    change(subscription, prices.specializationMonthly, 'do_not_bill');
    test.pass(15.5 * day);
    change(subscription, prices.foundationalMonthly);
    expect(transactions().at(-1)?.details.totals).toMatchObject({ total: '950', credit: '950', grand_total: '0' });
  });

  it('charge on the next bill only the time in which a plan was used', () => {
    const subscription = subscribe();
    test.pass(15.5 * day);
    change(subscription, prices.specializationMonthly, 'prorated_next_billing_period');
    test.pass(7.75 * day);
    change(subscription, prices.foundationalMonthly, 'prorated_next_billing_period');
    test.pass(7.75 * day);
    // A month, a quarter of the dear plan, a quarter of the other; half of the month before comes back.
    expect(transactions().at(-1)?.details.totals).toMatchObject({ total: '3350', credit: '950', grand_total: '2400' });
  });

  it('charge for each plan what its time costs, to a unit a change', () => {
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
        // The next month is paid in advance.
        cost += (price * left) / length + price;
        const { available } = balanceOf(test.context, subscription.customer_id, 'USD');
        expect(Math.abs(paidBy(transactions()) - available - cost)).toBeLessThanOrEqual(2 * steps.length + 1);
      }),
      { numRuns: 100 },
    );
  });
});

describe('renewals', () => {
  it('charge each period once, also when many are due', () => {
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

  it('that fail are tried on days 3, 5 and 7, and given up on day 30', () => {
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

  it('that failed once are paid by the next try', () => {
    const subscription = subscribe();
    Object.assign(test.context.state.billing[subscription.id] ?? {}, { failNextCharge: true });
    test.pass(31 * day);
    expect(subscription.status).toBe('past_due');
    test.pass(3 * day);
    expect(subscription.status).toBe('active');
    expect(transactions().map(({ status }) => status)).toEqual(['completed', 'completed']);
  });

  it('that failed are paid by another card at once', () => {
    const subscription = subscribe('fails_later');
    test.pass(32 * day);
    changeCard(test.context, subscription, 'succeeds');
    expect(subscription.status).toBe('active');
    expect(test.types()).toContain('payment_method.deleted');
  });
});

describe('bills that were not paid at once', () => {
  it('leave what was to pay them to the customer', () => {
    const subscription = subscribe('fails_later');
    test.pass(15.5 * day);
    change(subscription, prices.specializationMonthly, 'prorated_next_billing_period');
    test.pass(60 * day);
    expect(subscription.status).toBe('canceled');
    expect(balanceOf(test.context, subscription.customer_id, 'USD').available).toBe(950);
  });

  it('are given back like any other once they are paid', () => {
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

describe('an end', () => {
  it('comes when the period is over, unless it was taken back', () => {
    const subscription = subscribe();
    cancel(test.context, subscription, 'next_billing_period');
    unschedule(test.context, subscription);
    test.pass(31 * day);
    expect(subscription.status).toBe('active');
    cancel(test.context, subscription, 'next_billing_period');
    test.pass(31 * day);
    expect([subscription.status, transactions().length]).toEqual(['canceled', 2]);
  });

  it('of a pause begins a new period', () => {
    const subscription = subscribe();
    pause(test.context, subscription, 'immediately', null);
    test.pass(100 * day);
    expect([subscription.status, transactions().length]).toEqual(['paused', 1]);
    resume(test.context, subscription, 'immediately');
    expect(subscription.current_billing_period?.starts_at).toBe(test.context.now().toISOString());
    expect(transactions()).toHaveLength(2);
  });
});

describe('moving time', () => {
  it('moves the past back and leaves the clock alone', () => {
    const subscription = subscribe();
    const before = structuredClone(subscription);
    const now = test.context.now();
    moveTime(test.context, 10 * day);
    const moved = (text: string) => new Date(Date.parse(text) - 10 * day).toISOString();
    expect(test.context.now()).toEqual(now);
    expect(subscription.started_at).toBe(moved(before.started_at));
    expect(subscription.current_billing_period?.ends_at).toBe(moved('2026-04-01T00:00:00.000Z'));
    // The period is part of the transaction too; it moves once.
    expect(transactions()[0]?.billing_period).toEqual(subscription.current_billing_period);
    const last = Object.values(test.context.state.events).at(-1);
    expect(last).toMatchObject({ event_type: 'subscription.updated', data: { started_at: subscription.started_at } });
    expect(Date.parse(last?.occurred_at ?? '')).toBeGreaterThanOrEqual(now.getTime());
  });

  it('does what is due, with dates that are not ahead of the clock', () => {
    const subscription = subscribe();
    moveTime(test.context, 'year');
    expect(transactions()).toHaveLength(12 + 1);
    const { starts_at = '', ends_at = '' } = subscription.current_billing_period ?? {};
    expect(Date.parse(starts_at)).toBeLessThanOrEqual(test.context.now().getTime());
    expect(Date.parse(ends_at)).toBeGreaterThan(test.context.now().getTime());
  });

  it('goes exactly to the next billing', () => {
    const subscription = subscribe('succeeds', prices.foundationalYearly);
    moveTime(test.context, 'next_billing');
    expect(transactions()).toHaveLength(2);
    expect(subscription.current_billing_period?.starts_at).toBe(test.context.now().toISOString());
  });
});
