import fc from 'fast-check';
import type { PaddleConfig } from '#platform/config';
import type { Envelope } from '../ledger/paddle-events.ts';

export const testPlans: PaddleConfig['plans'] = [
  { name: 'foundational', tier: 1, productId: 'pro_one', prices: { monthly: 'pri_1m', yearly: 'pri_1y' } },
  { name: 'specialization', tier: 2, productId: 'pro_two', prices: { monthly: 'pri_2m', yearly: 'pri_2y' } },
];

/** A configuration of Paddle for tests that never call it. */
export const testPaddle = (changes: Partial<PaddleConfig> = {}): PaddleConfig => ({
  environment: 'sandbox',
  apiKey: 'pdl_sdbx_apikey_of_the_tests_alone',
  clientToken: 'test_token_of_the_tests',
  webhookSecret: 'pdl_ntfset_of_the_tests_alone',
  plans: testPlans,
  local: null,
  ...changes,
});

/** Things that can happen to a subscription. */
const steps = [
  'renew',
  'fail',
  'fail-change',
  'recover',
  'change',
  'cancel-later',
  'take-back',
  'cancel',
  'pause',
  'resume',
  'refund',
] as const;
export type Step = (typeof steps)[number];

export interface History {
  events: Envelope[];
  /** Final entitlement by a model that sees each step once and in order; null for none. */
  expected: { tier: number; from: Date; until: Date } | null;
}

const DAY = 86_400_000;
const start = Date.UTC(2026, 0, 5, 9);

/**
 * Generates the events of one subscription. Skips steps that Paddle would reject in the current state. The model
 * updates `until` step by step, and does not use rows or late events.
 */
export function historyOf(n: number, taken: readonly { step: Step; days: number }[]): History {
  let now = start;
  let serial = 0;
  const events: Envelope[] = [];
  const sub = {
    id: `sub_${n}`,
    status: 'active',
    customer_id: `ctm_${n}`,
    currency_code: 'EUR',
    created_at: iso(now),
    started_at: iso(now),
    next_billed_at: iso(now + 30 * DAY) as string | null,
    paused_at: null as string | null,
    canceled_at: null as string | null,
    current_billing_period: { starts_at: iso(now), ends_at: iso(now + 30 * DAY) } as {
      starts_at: string;
      ends_at: string;
    } | null,
    billing_cycle: { interval: 'month', frequency: 1 },
    scheduled_change: null as { action: 'cancel'; effective_at: string } | null,
    items: [{ price: { id: 'pri_1m', product_id: 'pro_one', unit_price: { amount: '1200' } } }],
  };
  let payment = '';
  let failed = '';
  let refundedAt = 0;
  const model = { tier: 1, from: new Date(now), until: now + 33 * DAY, refunded: false };

  const emit = (event_type: string, data: object) => {
    serial++;
    const event_id = `evt_${n}_${String(serial).padStart(4, '0')}`;
    events.push({ event_id, event_type, occurred_at: new Date(now), data: structuredClone(data) as Envelope['data'] });
  };
  const pay = (status: 'completed' | 'past_due', id = `txn_${n}_${serial}`) => {
    if (status === 'completed') payment = id;
    else failed = id;
    const at = iso(now);
    const items = [{ price: { id: sub.items[0]?.price.id } }];
    const rest = { currency_code: 'EUR', invoice_number: null, created_at: at, billed_at: at, items };
    emit(`transaction.${status === 'completed' ? 'completed' : 'past_due'}`, {
      ...{ id, status, customer_id: sub.customer_id, subscription_id: sub.id },
      ...rest,
      details: { totals: { total: '1428' } },
    });
  };
  const period = () => {
    sub.current_billing_period = { starts_at: iso(now), ends_at: iso(now + 30 * DAY) };
    sub.next_billed_at = iso(now + 30 * DAY);
  };
  const inPeriod = () => now < Date.parse(sub.current_billing_period?.ends_at ?? '');
  /** Each step takes a second, because Paddle orders events of the same time arbitrarily. */
  const done = (event_type: string) => {
    now += 1_000;
    emit(event_type, sub);
  };

  pay('completed');
  done('subscription.created');
  for (const { step, days } of taken) {
    now += days * DAY;
    const is = (...all: string[]) => all.includes(sub.status);
    if (step === 'renew' && is('active') && !sub.scheduled_change) {
      period();
      pay('completed');
      model.until = now + 33 * DAY;
      model.refunded = false;
      done('subscription.updated');
    } else if (step === 'fail' && is('active') && !sub.scheduled_change) {
      period();
      sub.status = 'past_due';
      pay('past_due');
      model.until = now + 14 * DAY;
      done('subscription.past_due');
    } else if (step === 'fail-change' && is('active') && !sub.scheduled_change && inPeriod()) {
      sub.status = 'past_due';
      pay('past_due');
      model.until = now + 14 * DAY;
      done('subscription.past_due');
    } else if (step === 'recover' && is('past_due')) {
      sub.status = 'active';
      pay('completed', failed);
      model.until = Date.parse(sub.current_billing_period?.ends_at ?? '') + 3 * DAY;
      model.refunded = false;
      done('subscription.updated');
    } else if (step === 'change' && is('active')) {
      const isFirst = sub.items.at(-1)?.price.product_id === 'pro_one';
      const price = isFirst ? { id: 'pri_2m', product_id: 'pro_two' } : { id: 'pri_1m', product_id: 'pro_one' };
      const addOn = { price: { id: 'pri_add', product_id: 'pro_addon', unit_price: { amount: '300' } } };
      sub.items = [addOn, { price: { ...price, unit_price: { amount: isFirst ? '2400' : '1200' } } }];
      pay('completed');
      model.tier = isFirst ? 2 : 1;
      model.refunded = false;
      done('subscription.updated');
    } else if (step === 'cancel-later' && is('active') && !sub.scheduled_change) {
      sub.scheduled_change = { action: 'cancel', effective_at: sub.current_billing_period?.ends_at ?? '' };
      model.until = Date.parse(sub.scheduled_change.effective_at);
      done('subscription.updated');
    } else if (step === 'take-back' && is('active') && sub.scheduled_change) {
      sub.scheduled_change = null;
      model.until = Date.parse(sub.current_billing_period?.ends_at ?? '') + 3 * DAY;
      done('subscription.updated');
    } else if (step === 'cancel' && !is('canceled')) {
      Object.assign(sub, { status: 'canceled', canceled_at: iso(now), scheduled_change: null, next_billed_at: null });
      sub.current_billing_period = null;
      model.until = now;
      done('subscription.canceled');
    } else if (step === 'pause' && is('active')) {
      Object.assign(sub, { status: 'paused', paused_at: iso(now), scheduled_change: null, next_billed_at: null });
      model.until = now;
      done('subscription.paused');
    } else if (step === 'resume' && is('paused')) {
      Object.assign(sub, { status: 'active', paused_at: null });
      period();
      pay('completed');
      model.until = now + 33 * DAY;
      model.refunded = false;
      done('subscription.resumed');
    } else if (step === 'refund' && !model.refunded) {
      emit('adjustment.updated', {
        ...{ id: `adj_${n}_${serial}`, transaction_id: payment, action: 'refund', status: 'approved' },
        totals: { total: '1428' },
      });
      model.refunded = true;
      refundedAt = now;
      now += 1_000;
    }
  }
  const until = model.refunded ? Math.min(model.until, refundedAt) : model.until;
  const expected = until > start ? { tier: model.tier, from: model.from, until: new Date(until) } : null;
  return { events, expected };
}
const iso = (time: number) => new Date(time).toISOString();

export const histories = fc.array(
  fc.record({ step: fc.constantFrom(...steps), days: fc.integer({ min: 1, max: 40 }) }),
  { maxLength: 10 },
);
