import type { OwnVouchers, TrainingCard, VoucherOffer } from '@hexpedition/contract';
import { withCheck } from '@hexpedition/contract/voucher-code';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { readSession } from '#lib/session.ts';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { errorOf } from '#lib/testing/field-errors.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { codeOf, linkOf } from '../../entities/voucher/voucher-link.ts';
import { stateText, VouchersPage } from './vouchers-page.tsx';

beforeEach(() => sessionStorage.clear());

const code = withCheck('ABCDEFGH0123456789JKMNPQRS');
const path = '/subscription/vouchers';
const facts = { number: 1042, name: 'Autumn school', tier: 2, months: 3, holder: null } as const;
const offer: VoucherOffer = {
  ...facts,
  from: '2026-11-24T10:00:00.000Z',
  until: '2127-02-24T10:00:00.000Z',
  waits: false,
  worth: 'now',
  covered: null,
};
const redeemed = {
  ...facts,
  redeemed_at: offer.from,
  from: '2020-01-01T00:00:00.000Z',
  until: offer.until,
  released_at: null,
};
const own = (changes: Partial<OwnVouchers> = {}): Answers => ({
  'GET /api/account/vouchers': { redeemed: [], held: [], next_cursor: null, ...changes },
});
const field = () => screen.getByLabelText<HTMLInputElement>('Code or link');
const press = (name: string) => screen.findByRole('button', { name });

const training = (slug: string, name: string, tier: TrainingCard['tier']): TrainingCard => ({
  ...{ slug, name, tier, term: '', continent: 'web', icon: 'compass', summary: '', minutes: 40 },
  ...{
    subchapters: 4,
    flags: 0,
    drills: 0,
    labs: 0,
    points: 0,
    start: null,
    kind: 'course',
    requires: [],
    added_at: null,
  },
});

test('checks a code, redeems it, and lists the unlocked courses', async () => {
  const { person, server } = await renderApp(<VouchersPage />, {
    user: buildUser(),
    path,
    answers: {
      ...own(),
      'POST /api/account/voucher/redeem': offer,
      'PUT /api/account/voucher/redeem': {
        voucher: redeemed,
        subscription: {
          source: 'voucher' as const,
          subscription: { name: 'Specialization', tier: 2 as const, local_price: null },
        },
        user: buildUser({ account: { tier: 2 } }),
      },
      'GET /api/trainings': { trainings: [training('rsa', 'RSA by Hand', 2), training('http', 'HTTP', 0)] },
    },
  });
  await person.type(field(), ` ${code.toLowerCase()} {Enter}`);
  const heading = await screen.findByRole('heading', { name: 'Specialization for 3 months' });
  expect(document.activeElement).toBe(heading);
  expect(screen.getByText('From now until 24 Feb 2127.')).toBeTruthy();
  expect(server.callsOf('PUT /api/account/voucher/redeem')).toEqual([]);
  server.change(own({ redeemed: [redeemed] }));
  await person.click(await press('Redeem'));
  await screen.findByText('Specialization is yours until 24 Feb 2127');
  expect(server.callsOf('PUT /api/account/voucher/redeem').map(({ body }) => body)).toEqual([
    { secret: code.toLowerCase() },
  ]);
  expect(readSession()?.user.account.tier).toBe(2);
  expect(field().value).toBe('');
  expect(await screen.findByRole('link', { name: 'RSA by Hand' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'HTTP' })).toBeNull();
  await screen.findByText('Until 24 Feb 2127');
});

test('checks the code of a link and removes it from the address', async () => {
  sessionStorage.setItem('voucher', `code=${code}`);
  const { server, path: at } = await renderApp(<VouchersPage />, {
    user: buildUser(),
    path: `${path}#code=${code}`,
    answers: { ...own(), 'POST /api/account/voucher/redeem': offer },
  });
  await screen.findByRole('heading', { name: 'Specialization for 3 months' });
  expect(server.callsOf('POST /api/account/voucher/redeem').map(({ body }) => body)).toEqual([{ secret: code }]);
  await waitFor(() => expect(at()).toBe(path));
  expect([field().value, sessionStorage.length]).toEqual([code, 0]);
});

test('reports a typo without a request, and shows server errors at the field', async () => {
  const { person, server } = await renderApp(<VouchersPage />, {
    user: buildUser(),
    answers: {
      ...own(),
      'POST /api/account/voucher/redeem': rejection('voucher_used', { fields: { secret: 'All seats are taken.' } }),
    },
  });
  await person.type(field(), `${code.slice(0, -1)}0{Enter}`);
  await waitFor(() => expect(errorOf(field())).toContain('There is a typo'));
  await person.clear(field());
  await person.type(field(), 'ABCD{Enter}');
  await waitFor(() => expect(errorOf(field())).toContain('this one has 4'));
  expect(server.callsOf('POST /api/account/voucher/redeem')).toEqual([]);
  await person.clear(field());
  await person.type(field(), `https://example.org/subscription/vouchers#code=${code}{Enter}`);
  await waitFor(() => expect(errorOf(field())).toBe('All seats are taken.'));
  expect(server.callsOf('POST /api/account/voucher/redeem').map(({ body }) => body)).toEqual([{ secret: code }]);
});

test.each<[string, Partial<VoucherOffer>, RegExp, string]>([
  [
    'waits',
    { waits: true, from: '2126-01-01T00:00:00.000Z' },
    /It starts on 1 Jan 2126, when your current voucher/,
    'Redeem',
  ],
  [
    'adds nothing',
    { worth: 'nothing', covered: { tier: 3, until: null } },
    /You already have Beta with no end date/,
    'Redeem anyway',
  ],
  [
    'adds something later',
    { worth: 'later', covered: { tier: 2, until: '2126-12-24T00:00:00.000Z' } },
    /You already have Specialization until 24 Dec 2126/,
    'Redeem',
  ],
  ['has a holder', { holder: 'tove' }, /holds this voucher. They can see that you have a seat/, 'Redeem'],
  ['is redeemed', { worth: 'yours' }, /You have redeemed this voucher/, 'Close'],
])('tells before redeeming that the voucher %s', async (_, changes, words, button) => {
  const { person } = await renderApp(<VouchersPage />, {
    user: buildUser(),
    answers: { ...own(), 'POST /api/account/voucher/redeem': { ...offer, ...changes } },
  });
  await person.type(field(), `${code}{Enter}`);
  await screen.findByText(words);
  expect(await press(button)).toBeTruthy();
});

test('shows the error and keeps the preview if redeeming fails', async () => {
  const { person } = await renderApp(<VouchersPage />, {
    user: buildUser(),
    answers: {
      ...own(),
      'POST /api/account/voucher/redeem': offer,
      'PUT /api/account/voucher/redeem': rejection('voucher_used', { msg: 'The last seat was just taken.' }),
    },
  });
  await person.type(field(), `${code}{Enter}`);
  await person.click(await press('Redeem'));
  expect((await screen.findByRole('alert')).textContent).toContain('The last seat was just taken.');
  await person.click(await press('Not now'));
  expect(screen.queryByRole('heading', { name: 'Specialization for 3 months' })).toBeNull();
});

test('lets the holder of a class take a seat back after a confirmation', async () => {
  const seat = { pk: 5, username: 'ada', redeemed_at: offer.from, until: offer.until };
  const held = { ...facts, holder: 'mara', uses: 3, expires_at: null, disabled: false, seats: [seat] };
  const { person, server } = await renderApp(<VouchersPage />, {
    user: buildUser(),
    answers: {
      ...own({ held: [held] }),
      'POST /api/account/voucher/release': { voucher: { ...held, seats: [] } },
    },
  });
  await screen.findByText('1 of 3 seats taken, 2 free');
  await person.click(await press('Take back the seat of ada'));
  await screen.findByRole('dialog', { name: 'Take back this seat?' });
  server.change(own({ held: [{ ...held, seats: [] }] }));
  await person.click(await press('Take it back'));
  await screen.findByText('The seat of ada is free.');
  expect(server.callsOf('POST /api/account/voucher/release').map(({ body }) => body)).toEqual([{ seat: 5 }]);
  expect(screen.getByText('0 of 3 seats taken, 3 free')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Autumn school' }));
});

test('shows an error when the list does not load', async () => {
  await renderApp(<VouchersPage />, {
    user: buildUser(),
    answers: { 'GET /api/account/vouchers': rejection('unavailable', { msg: 'Too busy.' }) },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Too busy.');
});

test('parses a code from a link and builds a link from a code', () => {
  expect(linkOf('AB-CD', 'https://example.org')).toBe('https://example.org/subscription/vouchers#code=AB-CD');
  expect(codeOf('https://example.org/subscription/vouchers#code=AB-CD')).toBe('AB-CD');
  expect(codeOf(' #code=AB%2DCD ')).toBe('AB-CD');
  expect(codeOf(' AB CD ')).toBe('AB CD');
  expect(codeOf('code=%')).toBe('%');
});

test('describes whether a voucher is active, upcoming, ended or taken back', () => {
  const now = Date.parse('2026-06-01T00:00:00.000Z');
  const voucher = { ...redeemed, from: '2026-01-01T00:00:00.000Z', until: '2026-12-01T00:00:00.000Z' };
  expect(stateText(voucher, now)).toBe('Until 1 Dec 2026');
  expect(stateText({ ...voucher, from: '2026-07-01T00:00:00.000Z' }, now)).toBe('From 1 Jul 2026 until 1 Dec 2026');
  expect(stateText({ ...voucher, until: '2026-05-01T00:00:00.000Z' }, now)).toBe('Ended on 1 May 2026');
  expect(stateText({ ...voucher, released_at: '2026-05-01T00:00:00.000Z' }, now)).toBe('Taken back on 1 May 2026');
});
