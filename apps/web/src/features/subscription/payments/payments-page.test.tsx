import type { Payment, Payments } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { PaymentsPage } from './payments-page.tsx';

const list = 'GET /api/account/paddle/payments';
const invoice = 'GET /api/account/paddle/payments/:payment/invoice';

const payment = (changes: Partial<Payment> = {}): Payment => ({
  ...{ id: 'txn_1', date: '2026-11-22T10:00:00.000Z', name: 'Specialization', cycle: 'yearly', currency: 'EUR' },
  ...{ total: 15_200, refunded: 0, status: 'paid', invoice_number: '74-10021' },
  card: { type: 'american_express', last4: '4242' },
  ...changes,
});
const page = (payments: Payment[], next_cursor: string | null = null): Payments => ({
  payments,
  country: 'GB',
  next_cursor,
});

const show = (answer: Payments | ReturnType<typeof rejection>, paddle = true) =>
  renderApp(<PaymentsPage />, { user: buildUser(), features: { paddle }, answers: { [list]: answer } });

const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const rowOf = (words: string) => screen.getByText(words).closest('li') as HTMLElement;

test('shows name, date, amount, card and invoice number of a payment', async () => {
  await show(page([payment()]));
  const row = within((await screen.findByText('Specialization, yearly')).closest('li') as HTMLElement);
  expect(row.getByText('22 November 2026').getAttribute('datetime')).toBe('2026-11-22T10:00:00.000Z');
  for (const words of ['€152.00', 'Paid', 'No. 74-10021', 'American Express ending 4242']) row.getByText(words);
});

test('shows partial and full refunds', async () => {
  await show(page([payment({ id: 'txn_1', refunded: 200, name: 'One' }), payment({ id: 'txn_2', refunded: 15_200 })]));
  await screen.findByText('Partly refunded');
  within(rowOf('One, yearly')).getByText('€2.00 refunded');
  within(rowOf('Specialization, yearly')).getByText('Refunded');
});

test('links a declined payment to the card page, and offers no invoice without a number', async () => {
  const unpaid = { invoice_number: null, card: null };
  await show(
    page([
      payment({ id: 'txn_1', status: 'past_due', ...unpaid }),
      payment({ id: 'txn_2', name: 'Open', status: 'open', cycle: null, ...unpaid }),
      payment({ id: 'txn_3', name: 'Gone', status: 'canceled', ...unpaid }),
    ]),
  );
  const link = await screen.findByRole('link', { name: 'Update your card' });
  expect(link.getAttribute('href')).toBe('/subscription');
  expect(screen.getByText('Past due')).toBeTruthy();
  expect(screen.getByText('Canceled')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Download/ })).toBeNull();
});

test('opens the PDF in this window, so that no popup blocker stops it', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...globalThis.location, assign });
  const { person, server } = await show(page([payment({ id: 'txn_7' })]));
  server.change({ [invoice]: { url: 'https://paddle.example/invoice.pdf' } });
  await person.click(await screen.findByRole('button', { name: 'Download PDF of 22 November 2026' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://paddle.example/invoice.pdf'));
  expect(server.callsOf(invoice).map(({ params }) => params)).toEqual([{ payment: 'txn_7' }]);
});

test('shows a failed invoice download beside its button and allows a retry', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...globalThis.location, assign });
  const { person, server } = await show(page([payment()]));
  server.change({ [invoice]: rejection('payments_unavailable', { msg: 'Paddle does not answer.' }) });
  const button = await screen.findByRole('button', { name: /Download PDF/ });
  await person.click(button);
  expect((await screen.findByRole('alert')).textContent).toBe('Paddle does not answer.');
  server.change({ [invoice]: rejection('too_many_requests', { retry_after: 30 }) });
  await person.click(button);
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('Too many attempts. Try again in 30 seconds.'),
  );
  expect(assign).not.toHaveBeenCalled();
});

test('loads more payments and focuses the first of them', async () => {
  const { person, server } = await renderApp(<PaymentsPage />, {
    user: buildUser(),
    answers: {
      [list]: ({ query }) =>
        query.cursor ? page([payment({ id: 'txn_2', name: 'Older' })]) : page([payment()], 'further'),
    },
  });
  await person.click(await screen.findByRole('button', { name: 'Load more' }));
  await screen.findByText('Older, yearly');
  expect(rows().filter((row) => row?.includes('yearly'))).toHaveLength(2);
  await waitFor(() => expect(document.activeElement).toBe(rowOf('Older, yearly')));
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  expect(server.callsOf(list).map(({ query }) => query.cursor)).toEqual([undefined, 'further']);
});

test('shows an error if loading more fails and allows a retry', async () => {
  const { person, server } = await renderApp(<PaymentsPage />, {
    user: buildUser(),
    answers: {
      [list]: ({ query }) =>
        query.cursor ? rejection('unavailable', { msg: 'Later.' }) : page([payment()], 'further'),
    },
  });
  await person.click(await screen.findByRole('button', { name: 'Load more' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Later.');
  server.change({ [list]: page([payment({ id: 'txn_2', name: 'Older' })]) });
  await person.click(screen.getByRole('button', { name: 'Load more' }));
  await screen.findByText('Older, yearly');
});

test('shows an error if the payments do not load and allows a retry', async () => {
  const { person, server } = await show(rejection('unavailable', { msg: 'The server is busy.' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The server is busy.');
  server.change({ [list]: page([payment()]) });
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Specialization, yearly');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('links to the plans if there are no payments', async () => {
  await show(page([]));
  const link = await screen.findByRole('link', { name: 'See the plans' });
  expect(link.getAttribute('href')).toBe('/subscription');
});

test('explains an empty list on a site without plans, and keeps old payments', async () => {
  const { unmount } = await show(page([]), false);
  await screen.findByText('This site sells no plans.');
  expect(screen.queryByRole('link', { name: 'See the plans' })).toBeNull();
  unmount();
  await show(page([payment()]), false);
  await screen.findByText('Specialization, yearly');
});
