import { type Environment, Paddle } from '@paddle/paddle-node-sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, prices, startSandbox, type TestSandbox } from './testing/test-sandbox.ts';

/** Tests the sandbox through Paddle's own SDK. */

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

describe('catalogue', () => {
  it('lists the products with their prices', async () => {
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
  ])('previews the price in %s %s', async (countryCode, postalCode, total, tax, currency) => {
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

describe('API errors', () => {
  it('rejects a wrong key, a missing one, and an unknown path', async () => {
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

  it('lists the invalid fields', async () => {
    await expect(paddle.customers.create({ email: 'no address' })).rejects.toMatchObject({
      type: 'request_error',
      code: 'invalid_field',
      errors: [{ field: 'email' }],
    });
  });

  it('returns the id of the customer that already has the email address', async () => {
    const { id } = await paddle.customers.create({ email: 'ada@example.com' });
    await expect(paddle.customers.create({ email: 'ADA@example.com' })).rejects.toMatchObject({
      code: 'customer_already_exists',
      detail: expect.stringContaining(id),
    });
  });

  it.each([
    ['down', 'service_unavailable', null],
    ['429', 'too_many_requests', 60],
  ] as const)('answers in the API mode %s', async (mode, code, retryAfter) => {
    await test.control.setApi(mode);
    await expect(paddle.products.list().next()).rejects.toMatchObject({ code, retryAfter });
    await test.control.setApi('ok');
    expect(await paddle.products.list().next()).toHaveLength(2);
  });
});

it('delays answers in the API mode slow', async () => {
  const slow = await startSandbox({ slowMs: 300 });
  await slow.control.setApi('slow');
  const started = performance.now();
  await new Paddle(apiKey, { environment: slow.url as Environment }).products.list().next();
  expect(performance.now() - started).toBeGreaterThanOrEqual(299);
  await slow.close();
});

it('returns a list page by page', async () => {
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

describe('checkout', () => {
  it('starts a subscription and sends the webhooks in order', async () => {
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

  it('signs webhooks so that the SDK accepts them', async () => {
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

  it('reports a declined card, and allows another attempt', async () => {
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

  it('waits for the bank’s confirmation of a card', async () => {
    const order = { priceId: prices.foundationalMonthly, card: 'confirm' };
    expect((await test.buy({ ...order, confirmed: false })).result).toBe('declined');
    expect((await test.buy({ ...order, confirmed: true })).result).toBe('paid');
  });

  it('returns the invoice as PDF', async () => {
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

describe('change of a subscription', () => {
  it('charges the amount of its preview', async () => {
    const { subscription } = await subscribed();
    await test.control.advanceTime(10 * 24 * 60 * 60 * 1_000);
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
    // Some time has passed between the preview and the change.
    expect(Math.abs(Number(charged?.details?.totals?.grandTotal) - Number(result?.amount))).toBeLessThanOrEqual(1);
    expect(charged?.origin).toBe('subscription_update');
  });

  it('starts a new period when the cycle changes', async () => {
    const { subscription } = await subscribed();
    const updated = await paddle.subscriptions.update(subscription.id, {
      items: [{ priceId: prices.foundationalYearly, quantity: 1 }],
      prorationBillingMode: 'prorated_immediately',
    });
    expect(updated.billingCycle).toEqual({ interval: 'year', frequency: 1 });
    const { startsAt = '', endsAt = '' } = updated.currentBillingPeriod ?? {};
    expect(Date.parse(endsAt) - Date.parse(startsAt)).toBeGreaterThan(364 * 24 * 60 * 60 * 1_000);
  });

  it('adds the difference to the next bill if requested', async () => {
    const { subscription } = await subscribed();
    await test.control.advanceTime(10 * 24 * 60 * 60 * 1_000);
    await paddle.subscriptions.update(subscription.id, {
      items: [{ priceId: prices.specializationMonthly, quantity: 1 }],
      prorationBillingMode: 'prorated_next_billing_period',
    });
    await test.control.advanceTime('next_billing');
    const [renewal] = await paddle.transactions.list({ subscriptionId: [subscription.id] }).next();
    expect(renewal?.details?.lineItems.map(({ proration }) => proration === null)).toEqual([true, false]);
    expect(Number(renewal?.details?.totals?.credit)).toBeGreaterThan(1_000);
  });

  it('changes nothing if the card is declined', async () => {
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

  it('cancels at the end of the period, and removes the cancellation', async () => {
    const { subscription } = await subscribed();
    const canceled = await paddle.subscriptions.cancel(subscription.id, { effectiveFrom: 'next_billing_period' });
    expect(canceled).toMatchObject({ status: 'active', nextBilledAt: null, scheduledChange: { action: 'cancel' } });
    await expect(paddle.subscriptions.cancel(subscription.id, {})).rejects.toMatchObject({
      code: 'subscription_locked_pending_changes',
    });
    const kept = await paddle.subscriptions.update(subscription.id, { scheduledChange: null });
    expect(kept).toMatchObject({ nextBilledAt: subscription.nextBilledAt, scheduledChange: null });
  });

  it('refunds a payment and shows the remaining amount', async () => {
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
    await test.control.advanceTime('day');
    const after = await paddle.transactions.get(transaction.id, { include: ['adjustments_totals'] });
    expect(after.adjustmentsTotals?.breakdown?.refund).toBe('500');
    expect(after.details?.adjustedTotals?.total).toBe('1300');
  });
});

describe('customer', () => {
  it('pays a transaction that the shop has created, with an auth token', async () => {
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

  it('changes the card, which deletes the old one', async () => {
    const { subscription } = await subscribed();
    const [before] = await paddle.paymentMethods.list(subscription.customerId).next();
    const change = await paddle.subscriptions.getPaymentMethodChangeTransaction(subscription.id);
    expect(change.details?.totals?.grandTotal).toBe('0');
    await test.buy({ transactionId: change.id, card: 'fails_later' });
    const after = await paddle.paymentMethods.list(subscription.customerId).next();
    expect(after.map(({ card }) => card?.last4)).toEqual(['3184']);
    expect(after[0]?.id).not.toBe(before?.id);
  });

  it('opens the portal with a signed link', async () => {
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

describe('events', () => {
  it('can be listed from any point', async () => {
    await subscribed();
    const all = await paddle.events.list({ orderBy: 'id[ASC]' }).next();
    const rest = await paddle.events.list({ orderBy: 'id[ASC]', after: all[3]?.eventId }).next();
    expect(rest.map(({ eventId }) => eventId)).toEqual(all.slice(4).map(({ eventId }) => eventId));
    const times = all.map(({ occurredAt }) => occurredAt);
    expect(new Set(times).size).toBe(times.length);
    expect([...times].sort()).toEqual(times);
  });

  it('are sent again on replay', async () => {
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

it('generates the same ids from the same seed and clock', async () => {
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

it('handles many simultaneous calls', async () => {
  const emails = Array.from({ length: 30 }, (_, index) => `learner${index}@example.com`);
  await Promise.all([...emails, ...emails].map((email) => paddle.customers.create({ email }).catch(() => null)));
  const customers = await paddle.customers.list({ perPage: 200 }).next();
  expect(customers.map(({ email }) => email).sort()).toEqual(emails.sort());
});
