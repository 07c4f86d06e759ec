import { type Environment, Paddle } from '@paddle/paddle-node-sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, prices, startSandbox, type TestSandbox } from './testing/test-sandbox.ts';

/** The sandbox as Paddle's own SDK sees it. */

let test: TestSandbox;
let paddle: Paddle;

beforeEach(async () => {
  test = await startSandbox();
  paddle = new Paddle(apiKey, { environment: test.url as Environment });
});
afterEach(() => test.close());

async function subscribed(card = 'succeeds', priceId = prices.foundationalMonthly) {
  const { transactionId } = await test.buy({
    priceId,
    card,
    customer: { email: 'ada@example.com', address: { countryCode: 'DE', postalCode: '10115' } },
  });
  const transaction = await paddle.transactions.get(transactionId);
  if (!transaction.subscriptionId) throw new Error('Nothing was bought.');
  return { transaction, subscription: await paddle.subscriptions.get(transaction.subscriptionId) };
}

describe('the catalogue', () => {
  it('names the plans of the shop, with their prices', async () => {
    const products = await paddle.products.list({ include: ['prices'], orderBy: 'id[ASC]' }).next();
    expect(products.map(({ name, customData, prices }) => [name, customData, prices?.length])).toEqual([
      ['Foundational', { key: 'foundational' }, 2],
      ['Specialization', { key: 'specialization' }, 2],
    ]);
  });

  it.each([
    ['US', undefined, '$19.00', '$0.00', 'USD'],
    ['US', '10001', '$20.69', '$1.69', 'USD'],
    ['DE', undefined, '€18.00', '€2.87', 'EUR'],
    ['GB', undefined, '£16.00', '£2.67', 'GBP'],
    ['JP', undefined, '¥2,900', '¥264', 'JPY'],
  ])('shows what a price is in %s %s', async (countryCode, postalCode, total, tax, currency) => {
    const preview = await paddle.pricingPreview.preview({
      items: [{ priceId: prices.foundationalMonthly, quantity: 1 }],
      address: { countryCode: countryCode as 'US', postalCode },
    });
    const [line] = preview.details.lineItems;
    expect([line?.formattedTotals.total, line?.formattedTotals.tax, preview.currencyCode]).toEqual([
      total,
      tax,
      currency,
    ]);
  });
});

describe('calls that go wrong', () => {
  it('refuses a wrong key, a missing one, and a path that is not there', async () => {
    const wrong = new Paddle('nonsense', { environment: test.url as Environment });
    await expect(wrong.products.get('pro_x')).rejects.toMatchObject({ code: 'invalid_token' });
    expect((await fetch(`${test.url}/products`)).status).toBe(401);
    expect(await (await fetch(`${test.url}/nothing`)).json()).toMatchObject({ error: { code: 'invalid_url' } });
  });

  it.each(['constructor', '__proto__'])('finds nothing under the name %s', async (id) => {
    for (const path of ['customers', 'transactions', 'subscriptions', 'prices', 'notifications']) {
      const headers = { authorization: `Bearer ${apiKey}` };
      expect((await fetch(`${test.url}/${path}/${id}`, { headers })).status).toBe(404);
    }
    expect((await fetch(`${test.url}/checkout/${id}`)).status).toBe(404);
  });

  it('names the fields that are wrong', async () => {
    await expect(paddle.customers.create({ email: 'no address' })).rejects.toMatchObject({
      type: 'request_error',
      code: 'invalid_field',
      errors: [{ field: 'email' }],
    });
  });

  it('names the customer that has the email already', async () => {
    const { id } = await paddle.customers.create({ email: 'ada@example.com' });
    await expect(paddle.customers.create({ email: 'ADA@example.com' })).rejects.toMatchObject({
      code: 'customer_already_exists',
      detail: expect.stringContaining(id),
    });
  });

  it.each([
    ['down', 'service_unavailable', null],
    ['429', 'too_many_requests', 60],
  ] as const)('answers as it was told to: %s', async (mode, code, retryAfter) => {
    await test.control.setApi(mode);
    await expect(paddle.products.list().next()).rejects.toMatchObject({ code, retryAfter });
    await test.control.setApi('ok');
    expect(await paddle.products.list().next()).toHaveLength(2);
  });
});

it('is slow when it was told to be', async () => {
  const slow = await startSandbox({ slowMs: 300 });
  await slow.control.setApi('slow');
  const started = performance.now();
  await new Paddle(apiKey, { environment: slow.url as Environment }).products.list().next();
  expect(performance.now() - started).toBeGreaterThanOrEqual(299);
  await slow.close();
});

it('pages through a list by its cursor', async () => {
  for (let index = 0; index < 5; index++) await paddle.customers.create({ email: `learner${index}@example.com` });
  const seen: string[] = [];
  const pages = paddle.customers.list({ perPage: 2, orderBy: 'id[ASC]' });
  do {
    const page = await pages.next();
    expect(page.length).toBeLessThanOrEqual(2);
    seen.push(...page.map(({ email }) => email));
  } while (pages.hasMore);
  expect(seen).toEqual([0, 1, 2, 3, 4].map((index) => `learner${index}@example.com`));
});

describe('buying', () => {
  it('begins a subscription and tells the shop in the order in which it happened', async () => {
    const { subscription, transaction } = await subscribed();
    expect(transaction).toMatchObject({ status: 'completed', currencyCode: 'EUR', origin: 'web' });
    expect(subscription).toMatchObject({ status: 'active', currencyCode: 'EUR', scheduledChange: null });
    await test.sandbox.idle();
    expect(test.shop.types()).toEqual([
      'customer.created',
      'transaction.created',
      'address.created',
      'transaction.updated',
      'transaction.ready',
      'payment_method.saved',
      'transaction.updated',
      'transaction.paid',
      'subscription.created',
      'subscription.activated',
      'transaction.updated',
      'transaction.completed',
    ]);
  });

  it('signs what it sends so that the SDK takes it', async () => {
    await subscribed();
    await test.sandbox.idle();
    for (const { body, signature } of test.shop.received) {
      const event = await paddle.webhooks.unmarshal(body, test.shop.secret, signature);
      expect(event.eventId).toMatch(/^evt_[a-z0-9]{26}$/);
    }
    const [first] = test.shop.received;
    await expect(
      paddle.webhooks.unmarshal(`${first?.body} `, test.shop.secret, first?.signature ?? ''),
    ).rejects.toThrow();
  });

  it('is told when the card is declined, and can be tried again', async () => {
    const customer = { email: 'ada@example.com' };
    const { result, transactionId } = await test.buy({
      priceId: prices.foundationalMonthly,
      card: 'declined',
      customer,
    });
    expect(result).toBe('declined');
    expect(await paddle.transactions.get(transactionId)).toMatchObject({
      status: 'ready',
      subscriptionId: null,
      payments: [{ status: 'error', errorCode: 'declined' }],
    });
    expect((await test.buy({ transactionId })).result).toBe('paid');
  });

  it('waits for the bank of a card that asks it', async () => {
    const order = { priceId: prices.foundationalMonthly, card: 'confirm' };
    expect((await test.buy({ ...order, confirmed: false })).result).toBe('declined');
    expect((await test.buy({ ...order, confirmed: true })).result).toBe('paid');
  });

  it('offers the invoice as a PDF', async () => {
    const { transaction } = await subscribed();
    const { url } = await paddle.transactions.getInvoicePDF(transaction.id);
    const answer = await fetch(url);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="SANDBOX-\d+\.pdf"$/);
    const pdf = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    expect(pdf).toMatch(/^%PDF-1\.4\n/);
    expect(pdf.slice(Number(/startxref\n(\d+)/.exec(pdf)?.[1])).startsWith('xref')).toBe(true);
    expect(pdf).toContain('Total: \\20018.00');
    expect((await fetch(url.replace(/.{8}\.pdf/, '00000000.pdf'))).status).toBe(404);
    const inline = await paddle.transactions.getInvoicePDF(transaction.id, { disposition: 'inline' });
    expect((await fetch(inline.url)).headers.get('content-disposition')).toMatch(/^inline; /);
  });
});

describe('changing a subscription', () => {
  it('charges what its preview has said', async () => {
    const { subscription } = await subscribed();
    await test.control.moveTime(10 * 24 * 60 * 60 * 1_000);
    const change = {
      items: [{ priceId: prices.specializationMonthly, quantity: 1 }],
      prorationBillingMode: 'prorated_immediately' as const,
    };
    const preview = await paddle.subscriptions.previewUpdate(subscription.id, change);
    const updated = await paddle.subscriptions.update(subscription.id, change);
    expect(updated.items[0]?.price.id).toBe(prices.specializationMonthly);
    expect(updated.nextBilledAt).toBe(preview.nextBilledAt);
    const [charged] = await paddle.transactions.list({ subscriptionId: [subscription.id] }).next();
    const { charge, credit, result } = preview.updateSummary ?? {};
    expect(result?.action).toBe('charge');
    expect(Number(charge?.amount) - Number(credit?.amount)).toBe(Number(result?.amount));
    // A moment has passed between the two.
    expect(Math.abs(Number(charged?.details?.totals?.grandTotal) - Number(result?.amount))).toBeLessThanOrEqual(1);
    expect(charged?.origin).toBe('subscription_update');
  });

  it('begins a new period when the cycle changes', async () => {
    const { subscription } = await subscribed();
    const updated = await paddle.subscriptions.update(subscription.id, {
      items: [{ priceId: prices.foundationalYearly, quantity: 1 }],
      prorationBillingMode: 'prorated_immediately',
    });
    expect(updated.billingCycle).toEqual({ interval: 'year', frequency: 1 });
    const { startsAt = '', endsAt = '' } = updated.currentBillingPeriod ?? {};
    expect(Date.parse(endsAt) - Date.parse(startsAt)).toBeGreaterThan(364 * 24 * 60 * 60 * 1_000);
  });

  it('puts the difference on the next bill if that was asked for', async () => {
    const { subscription } = await subscribed();
    await test.control.moveTime(10 * 24 * 60 * 60 * 1_000);
    await paddle.subscriptions.update(subscription.id, {
      items: [{ priceId: prices.specializationMonthly, quantity: 1 }],
      prorationBillingMode: 'prorated_next_billing_period',
    });
    await test.control.moveTime('next_billing');
    const [renewal] = await paddle.transactions.list({ subscriptionId: [subscription.id] }).next();
    expect(renewal?.details?.lineItems.map(({ proration }) => proration === null)).toEqual([true, false]);
    expect(Number(renewal?.details?.totals?.credit)).toBeGreaterThan(1_000);
  });

  it('changes nothing when the card does not pay', async () => {
    const { subscription } = await subscribed('fails_later');
    const change = {
      items: [{ priceId: prices.specializationMonthly, quantity: 1 }],
      prorationBillingMode: 'prorated_immediately' as const,
    };
    await expect(paddle.subscriptions.update(subscription.id, change)).rejects.toMatchObject({
      code: 'subscription_payment_declined',
    });
    const after = await paddle.subscriptions.get(subscription.id);
    expect(after.items[0]?.price.id).toBe(prices.foundationalMonthly);
  });

  it('cancels at the end of the period, and takes it back', async () => {
    const { subscription } = await subscribed();
    const canceled = await paddle.subscriptions.cancel(subscription.id, { effectiveFrom: 'next_billing_period' });
    expect(canceled).toMatchObject({ status: 'active', nextBilledAt: null, scheduledChange: { action: 'cancel' } });
    await expect(paddle.subscriptions.cancel(subscription.id, {})).rejects.toMatchObject({
      code: 'subscription_locked_pending_changes',
    });
    const kept = await paddle.subscriptions.update(subscription.id, { scheduledChange: null });
    expect(kept).toMatchObject({ nextBilledAt: subscription.nextBilledAt, scheduledChange: null });
  });

  it('refunds, and shows what is left', async () => {
    const { transaction } = await subscribed();
    const [line] = transaction.details?.lineItems ?? [];
    const refund = (amount: string) =>
      paddle.adjustments.create({
        action: 'refund',
        transactionId: transaction.id,
        reason: 'asked for it',
        items: [{ itemId: line?.id ?? '', type: 'partial', amount }],
      });
    expect((await refund('500')).status).toBe('pending_approval');
    await expect(refund('1301')).rejects.toMatchObject({ code: 'adjustment_amount_above_remaining_allowed' });
    await test.control.moveTime('day');
    const after = await paddle.transactions.get(transaction.id, { include: ['adjustments_totals'] });
    expect(after.adjustmentsTotals?.breakdown?.refund).toBe('500');
    expect(after.details?.adjustedTotals?.total).toBe('1300');
  });
});

describe('a customer', () => {
  it('pays a transaction that the shop has made, known by a token', async () => {
    const customer = await paddle.customers.create({ email: 'grace@example.com' });
    const address = await paddle.addresses.create(customer.id, { countryCode: 'GB', postalCode: 'SW1A 1AA' });
    const transaction = await paddle.transactions.create({
      items: [{ priceId: prices.specializationYearly, quantity: 1 }],
      customerId: customer.id,
      addressId: address.id,
      customData: { pk: 7 },
    });
    expect(transaction).toMatchObject({ status: 'ready', currencyCode: 'GBP' });
    expect(transaction.checkout?.url).toBe(`${test.shop.url}/?_ptxn=${transaction.id}`);
    const { customerAuthToken } = await paddle.customers.generateAuthToken(customer.id);
    await test.buy({ transactionId: transaction.id, customerToken: customerAuthToken });
    const paid = await paddle.transactions.get(transaction.id, { include: ['customer'] });
    expect(paid).toMatchObject({ status: 'completed', customer: { email: 'grace@example.com' } });
    const forged = customerAuthToken.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    const again = { priceId: prices.foundationalMonthly };
    await expect(test.buy({ ...again, customerToken: forged })).rejects.toThrow('invalid_token');
  });

  it('gives another card, and the old one is gone', async () => {
    const { subscription } = await subscribed();
    const [before] = await paddle.paymentMethods.list(subscription.customerId).next();
    const change = await paddle.subscriptions.getPaymentMethodChangeTransaction(subscription.id);
    expect(change.details?.totals?.grandTotal).toBe('0');
    await test.buy({ transactionId: change.id, card: 'fails_later' });
    const after = await paddle.paymentMethods.list(subscription.customerId).next();
    expect(after.map(({ card }) => card?.last4)).toEqual(['3184']);
    expect(after[0]?.id).not.toBe(before?.id);
  });

  it('opens the portal by a link that nobody else can make', async () => {
    const { subscription } = await subscribed();
    const session = await paddle.customerPortalSessions.create(subscription.customerId, [subscription.id]);
    const overview = session.urls.general.overview;
    expect((await fetch(overview)).status).toBe(200);
    expect((await fetch(overview.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))).status).toBe(404);
    const foreign = await fetch(`${overview}/cancel`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
      body: `subscription_id=${subscription.id}`,
    });
    expect(foreign.status).toBe(403);
  });
});

describe('the events', () => {
  it('can be read again from any point, as a reconciliation does', async () => {
    await subscribed();
    const all = await paddle.events.list({ orderBy: 'id[ASC]' }).next();
    const rest = await paddle.events.list({ orderBy: 'id[ASC]', after: all[3]?.eventId }).next();
    expect(rest.map(({ eventId }) => eventId)).toEqual(all.slice(4).map(({ eventId }) => eventId));
    const times = all.map(({ occurredAt }) => occurredAt);
    expect(new Set(times).size).toBe(times.length);
    expect([...times].sort()).toEqual(times);
  });

  it('are sent again when the shop asks', async () => {
    await subscribed();
    await test.sandbox.idle();
    const [notification] = await paddle.notifications.list({ status: ['delivered'] }).next();
    const before = test.shop.received.length;
    await paddle.notifications.replay(notification?.id ?? '');
    await test.sandbox.idle();
    expect(test.shop.received.slice(before).map(({ event }) => event.event_id)).toEqual([
      notification?.payload?.eventId,
    ]);
  });
});

it('makes the same ids from the same seed and clock', async () => {
  const now = () => new Date('2026-03-01T00:00:00Z');
  const idsOf = async () => {
    const one = await startSandbox({ seed: 5, now });
    await one.buy({ priceId: prices.foundationalMonthly });
    const { subscriptions, events } = await one.control.overview();
    await one.close();
    return [...subscriptions.map(({ id }) => id), ...events.map(({ event_id }) => event_id)];
  };
  expect(await idsOf()).toEqual(await idsOf());
});

it('takes many calls at once', async () => {
  const emails = Array.from({ length: 30 }, (_, index) => `learner${index}@example.com`);
  await Promise.all([...emails, ...emails].map((email) => paddle.customers.create({ email }).catch(() => null)));
  const customers = await paddle.customers.list({ perPage: 200 }).next();
  expect(customers.map(({ email }) => email).sort()).toEqual(emails.sort());
});
