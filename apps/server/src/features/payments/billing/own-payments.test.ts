import type { CustomerAnswer, PaddleLink, Payments } from '@hexpedition/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#testing/test-app';
import { createPaymentsTestApp, type PaymentsTestApp, prices } from '../testing/payments-test-app.ts';

let platform: PaymentsTestApp;
let learner: Caller & { pk: number };
let customerId: string;
beforeAll(async () => {
  platform = await createPaymentsTestApp();
  await platform.startDeliveries();
  learner = await platform.as({ email: 'ada@example.com' });
  const { body } = await learner.post<CustomerAnswer>('/api/account/paddle/customer', { country: 'DE' });
  customerId = body.customer_id;
});
afterAll(() => platform.close());

const read = async (cursor?: string) =>
  (await learner.get<Payments>(`/api/account/paddle/payments${cursor ? `?cursor=${cursor}` : ''}`)).body;
const invoiceOf = (id: string, as: Caller = learner) =>
  as.get<PaddleLink>(`/api/account/paddle/payments/${id}/invoice`);

describe('own payments', () => {
  let paid: string;
  it('lists completed payments with their refunds', async () => {
    const priceId = prices.specialization.yearly;
    await platform.buy({ customerId, priceId, card: 'declined' });
    paid = await platform.buy({ customerId, priceId });
    await platform.buy({ email: 'other@example.com' });
    await platform.waitForDeliveries();
    await platform.applyPending();
    const [payment, ...others] = (await read()).payments;
    expect(others).toEqual([]);
    expect(payment).toEqual({
      id: paid,
      date: expect.any(String),
      name: 'Specialization',
      cycle: 'yearly',
      currency: 'EUR',
      total: 37_000,
      refunded: 0,
      status: 'paid',
      invoice_number: expect.any(String),
      card: { type: 'visa', last4: '4242' },
    });
    await platform.control.refund(paid);
    await platform.waitForDeliveries();
    await platform.applyPending();
    expect((await read()).payments).toMatchObject([{ id: paid, refunded: 37_000 }]);
  });

  it('returns the invoice only to the account that has paid', async () => {
    const { status, body } = await invoiceOf(paid);
    expect(status).toBe(200);
    const pdf = await (await fetch(body.url)).arrayBuffer();
    expect(Buffer.from(pdf).toString('latin1', 0, 5)).toBe('%PDF-');
    const stranger = await platform.as();
    expect(await invoiceOf(paid, stranger)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await invoiceOf('txn_01unknown')).toMatchObject({ status: 404 });
    expect(await invoiceOf('rubbish')).toMatchObject({ status: 400 });
    expect(await platform.anonymous.get(`/api/account/paddle/payments/${paid}/invoice`)).toMatchObject({ status: 401 });
  });

  it('lists the payments but returns no invoice while Paddle does not answer', async () => {
    await platform.control.setApi('down');
    expect(await invoiceOf(paid)).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } });
    expect((await read()).payments).toHaveLength(1);
    await platform.control.setApi('ok');
  });

  it('returns every payment once, newest first, page by page', async () => {
    const { db } = platform.database;
    const at = (i: number) => new Date(Date.UTC(2025, 0, 1 + Math.floor(i / 3)));
    await db
      .insertInto('payments')
      .values(
        Array.from({ length: 60 }, (_, i) => ({
          ...{ id: `txn_01${String(i).padStart(3, '0')}`, customer_id: customerId, status: 'completed' },
          ...{ currency: 'EUR', total: i, paid: i, created_at: at(i), occurred_at: at(i), event_id: `evt_${i}` },
        })),
      )
      .execute();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Payments = await read(cursor);
      seen.push(...page.payments.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toHaveLength(61);
    expect(new Set(seen).size).toBe(61);
    expect(seen.slice(1)).toEqual(seen.slice(1).sort().reverse());
    const rejected = await learner.get('/api/account/paddle/payments?cursor=rubbish');
    expect(rejected).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });
});
