import type { BatchVouchers, VoucherBatch } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { rejection } from '#lib/testing/fake-api.ts';
import { errorOf } from '#lib/testing/field-errors.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { AdminVouchersPage } from './admin-vouchers-page.tsx';
import { seatsCsv } from './batch-export.tsx';
import { voucherStateText } from './batch-vouchers.tsx';
import { codesCsv } from './new-codes.tsx';

const batch: VoucherBatch = {
  ...{ pk: 4, name: 'Autumn school', tier: 2, months: 3, uses: 1, vouchers: 2, disabled: 0, taken: 1 },
  ...{ expires_at: null, made_at: '2026-11-24T10:00:00.000Z', made_by: 'captain', holder: null },
};
const voucher: BatchVouchers['vouchers'][number] = {
  ...{ number: 1001, disabled: false, taken: 1, redeemed_by: ['ada'], redeemed_at: '2026-11-24T10:00:00.000Z' },
};
const free = { ...voucher, number: 1002, taken: 0, redeemed_by: [], redeemed_at: null };
const user = buildUser({ is_superuser: true });
const none = { batches: [], next_cursor: null };

test('creates a batch and shows its codes only once', async () => {
  const secrets = [
    { number: 1001, secret: 'AAAA-BBBB' },
    { number: 1002, secret: 'CCCC-DDDD' },
  ];
  const { person, server } = await renderApp(<AdminVouchersPage />, {
    user,
    answers: { 'GET /api/admin/vouchers': none, 'POST /api/admin/vouchers': { batch, secrets } },
  });
  await screen.findByText('No vouchers yet');
  await person.type(screen.getByLabelText('Name'), 'Autumn school');
  await person.click(screen.getByLabelText('Specialization'));
  await person.clear(screen.getByLabelText('Vouchers'));
  await person.type(screen.getByLabelText('Vouchers'), '2');
  server.change({ 'GET /api/admin/vouchers': { batches: [batch], next_cursor: null } });
  await person.click(screen.getByRole('button', { name: 'Create vouchers' }));
  const heading = await screen.findByRole('heading', { name: '2 codes for “Autumn school”' });
  expect(document.activeElement).toBe(heading);
  expect(server.callsOf('POST /api/admin/vouchers').map(({ body }) => body)).toEqual([
    { name: 'Autumn school', tier: 2, months: 12, uses: 1, vouchers: 2, expires_at: null, holder: null },
  ]);
  expect(screen.getByRole('region', { name: 'Codes' }).textContent).toContain('CCCC-DDDD');
  await person.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('CCCC-DDDD')).toBeNull();
  await screen.findByText('1 of 2 seats taken');
});

test('shows problems at their fields', async () => {
  const { person, server } = await renderApp(<AdminVouchersPage />, {
    user,
    answers: {
      'GET /api/admin/vouchers': none,
      'POST /api/admin/vouchers': rejection('invalid_request', { fields: { holder: 'No user has this name.' } }),
    },
  });
  const months = screen.getByLabelText<HTMLInputElement>('Months');
  await person.clear(months);
  await person.type(months, '37');
  await person.click(screen.getByRole('button', { name: 'Create vouchers' }));
  await waitFor(() => expect(errorOf(months)).toBe('Enter a whole number from 1 to 36.'));
  expect(server.callsOf('POST /api/admin/vouchers')).toEqual([]);
  await person.clear(months);
  await person.type(months, '3');
  await person.type(screen.getByLabelText('Name'), 'A class');
  const holder = screen.getByLabelText<HTMLInputElement>('Holder');
  await person.type(holder, 'unknown{Enter}');
  await waitFor(() => expect(errorOf(holder)).toBe('No user has this name.'));
});

test('expands a batch, shows the state of its vouchers, and disables one', async () => {
  const page = { batch, vouchers: [voucher, free], next_cursor: null };
  const { person, server } = await renderApp(<AdminVouchersPage />, {
    user,
    answers: {
      'GET /api/admin/vouchers': { batches: [batch], next_cursor: null },
      'GET /api/admin/vouchers/:batch': page,
      'POST /api/admin/vouchers/:batch/disable': { batch: { ...batch, disabled: 1 } },
    },
  });
  await person.click(await screen.findByRole('button', { name: /Autumn school/ }));
  const item = (await screen.findByText('redeemed by ada on 24 Nov 2026')).closest('li') as HTMLElement;
  expect(within(item).getByText('1001')).toBeTruthy();
  server.change({
    'GET /api/admin/vouchers': { batches: [{ ...batch, disabled: 1 }], next_cursor: null },
    'GET /api/admin/vouchers/:batch': { ...page, vouchers: [voucher, { ...free, disabled: true }] },
  });
  await person.click(screen.getByRole('button', { name: 'Disable voucher 1002' }));
  await screen.findByText('free; disabled');
  await screen.findByText('1 disabled');
  expect(server.callsOf('POST /api/admin/vouchers/:batch/disable').map(({ params, body }) => [params, body])).toEqual([
    [{ batch: '4' }, { number: 1002, disabled: true }],
  ]);
});

test('disables a batch after a confirmation and shows its state in the list', async () => {
  const disabledBatch = { ...batch, disabled: 2 };
  const { person, server } = await renderApp(<AdminVouchersPage />, {
    user,
    answers: {
      'GET /api/admin/vouchers': { batches: [batch], next_cursor: null },
      'GET /api/admin/vouchers/:batch': { batch, vouchers: [voucher, free], next_cursor: null },
      'POST /api/admin/vouchers/:batch/disable': { batch: disabledBatch },
    },
  });
  await person.click(await screen.findByRole('button', { name: /Autumn school.*open/ }));
  await person.click(screen.getByRole('button', { name: 'Disable the batch' }));
  expect(server.callsOf('POST /api/admin/vouchers/:batch/disable')).toEqual([]);
  server.change({ 'GET /api/admin/vouchers': { batches: [disabledBatch], next_cursor: null } });
  const dialog = await screen.findByRole('dialog', { name: 'Disable Autumn school?' });
  await person.click(within(dialog).getByRole('button', { name: 'Disable' }));
  await screen.findByRole('button', { name: /Autumn school.*disabled/ });
  expect(server.callsOf('POST /api/admin/vouchers/:batch/disable').map(({ body }) => body)).toEqual([
    { disabled: true },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('exports one row per voucher without its code', () => {
  const class9b = { ...voucher, number: 1003, taken: 2, redeemed_by: ['tove', 'ada'], disabled: true };
  expect(seatsCsv({ ...batch, uses: 3 }, [free, class9b])).toBe(
    [
      'number,state,seats,taken,redeemed_by,last_redeemed_at',
      '1002,enabled,3,0,,',
      '1003,disabled,3,2,tove ada,2026-11-24T10:00:00.000Z',
      '',
    ].join('\r\n'),
  );
});

test('describes the state of a voucher', () => {
  const many = { ...batch, uses: 30 };
  expect(voucherStateText(batch, free)).toBe('free');
  expect(voucherStateText(batch, { ...voucher, redeemed_by: [] })).toBe('redeemed by a deleted account on 24 Nov 2026');
  expect(voucherStateText(many, { ...voucher, taken: 2, redeemed_by: ['tove', 'ada'] })).toBe(
    '2 of 30 seats taken: tove, ada',
  );
  expect(voucherStateText(many, { ...voucher, taken: 3, redeemed_by: ['tove', 'ada'] })).toBe(
    '3 of 30 seats taken: tove, ada and others',
  );
});

test('exports one row per new voucher with its link', () => {
  const created = { batch, secrets: [{ number: 1001, secret: 'AAAA-BBBB' }] };
  expect(codesCsv(created, 'https://example.org')).toBe(
    'number,code,link\r\n1001,AAAA-BBBB,https://example.org/subscription/vouchers#code=AAAA-BBBB\r\n',
  );
});
