import type { Hexmap, Plan, TrainingCard } from '@hexpedition/contract';
import { formatMoney } from '@hexpedition/contract/money';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useFeatures } from '#entities/site/use-features.ts';
import { readSession } from '#lib/session.ts';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { PlanPage } from './plan-page.tsx';
import {
  buildPreview,
  buildSubscribed,
  buildSubscription,
  fakePaddle,
  offer,
  reasonOf,
  subscribed,
} from './testing.ts';

beforeEach(() => sessionStorage.clear());

const path = '/subscription';
const training = (slug: string, tier: TrainingCard['tier']): TrainingCard => ({
  ...{ slug, name: `Course ${slug}`, tier, term: '', continent: 'web', icon: 'compass', summary: '', minutes: 40 },
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
const bounds = { x: 0, y: 0, width: 800, height: 400 };
const land = (slug: string, name: string, courses: string[]): Hexmap['continents'][number] => ({
  ...{ slug, name, colour: 'teal', label: { x: 0, y: 0 }, land: '', coast: 'M0 0Z', grid: '', bounds, labs: [] },
  trainings: courses.map((course, at) => ({ slug: course, q: at, r: 0, x: at * 80, y: 0, icon: 'compass' })),
});
const map: Hexmap = {
  ...{ schema: 1, id: 'hexmap', kind: 'trainings', initial: { x: 0, y: 0, zoom: 1 }, bounds, recommended_start: null },
  ...{ labs: [], paths: [], shoals: [], terrain: [] },
  continents: [land('web', 'Web', ['http', 'xss']), land('crypto', 'Cryptography', ['xor', 'rsa', 'block'])],
};
const courses = [training('http', 0), training('xss', 1), training('xor', 0), training('rsa', 1), training('block', 2)];

const answers = (own = buildSubscribed(), more: Answers = {}): Answers => ({
  'GET /api/account/paddle/subscription': own,
  'GET /api/config/paddle_subscription': offer,
  'GET /api/config/hexmap:version': map,
  'GET /api/trainings': { trainings: courses },
  'GET /api/account/paddle/payments': { payments: [], country: null, next_cursor: null },
  ...more,
});
const open = (more: Answers = answers(), { user = buildUser(), at = path } = {}) =>
  renderApp(<PlanPage />, { user, path: at, features: { paddle: true }, answers: more });

/** Formats as the page does, because the position of the currency sign depends on the browser. */
const euro = (minor: number) => formatMoney(minor, 'EUR', 'DE');
const card = (name: string) => screen.findByRole('article', { name });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
/** Waits until Paddle's script has loaded and the buy button is enabled. */
const readyToBuy = async () => {
  const buy = await button('Get Foundational');
  await waitFor(() => expect(buy.getAttribute('aria-busy')).toBeNull());
  return buy;
};
const subscriber = buildUser({ account: { tier: 1 } });

test('shows what a plan unlocks and its price in the buyer’s country', async () => {
  fakePaddle();
  await open();
  const first = within(await card('Foundational'));
  await first.findByText(euro(7900));
  await screen.findByText('In EUR, for Germany, tax included.');
  expect(screen.getByText('2 months free')).toBeTruthy();
  await first.findByText('2 more unlocked');
  expect(first.getByText(/of 5 courses/).textContent).toBe('4 of 5 courses');
  expect(first.getByText(/Adds/).textContent).toBe('All of Web. Adds Course xss and Course rsa.');
  expect(first.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '2 unlocked now',
    '2 more unlocked',
    '1 locked',
  ]);
  expect(within(await card('Specialization')).getByText(/Adds Course block/).textContent).toContain('The whole map.');
});

test('switching the cycle changes the prices, and the URL stores the selection', async () => {
  fakePaddle();
  const { person, path: at } = await open();
  const monthly = await screen.findByRole<HTMLInputElement>('radio', { name: 'Monthly' });
  fireEvent.click(monthly);
  // The radio button reacts immediately, although the URL follows later.
  expect(monthly.checked).toBe(true);
  await within(await card('Foundational')).findByText(euro(790));
  await person.click(await button('Select: Specialization, monthly'));
  await screen.findByRole('heading', { name: 'Specialization, monthly' });
  expect(at()).toBe('/subscription?plan=specialization&cycle=monthly');
});

test('shows the list prices without tax if Paddle’s prices do not load', async () => {
  const { PricePreview } = fakePaddle();
  PricePreview.mockRejectedValue(new Error('Not now.'));
  await open();
  await within(await card('Foundational')).findByText(formatMoney(19_000, 'USD', null));
  await screen.findByText('In USD. Local tax is added at checkout.');
});

test('buys a plan: customer, checkout, then the new tier', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const paddle = fakePaddle();
    const before = buildSubscribed({ country: 'DE' });
    const buyer = buildUser({ account: { paddle_customer_id: 'ctm_1', paddle_address_id: 'add_1' } });
    const { person, server } = await open(
      answers(before, {
        'POST /api/account/paddle/customer': { customer_id: 'ctm_1', address_id: 'add_1', user: buyer },
        'GET /api/account/details': { user: buildUser({ account: { tier: 1 } }) },
      }),
    );
    await person.click(await readyToBuy());
    await waitFor(() => expect(paddle.open).toHaveBeenCalledTimes(1));
    expect(paddle.open.mock.calls[0]?.[0]).toMatchObject({
      items: [{ priceId: 'pri_fy', quantity: 1 }],
      customer: { id: 'ctm_1', address: { id: 'add_1' } },
      settings: { displayMode: 'overlay', theme: 'dark' },
    });
    // An existing address must not be written again, because it would lose its postcode.
    expect(server.callsOf('POST /api/account/paddle/customer').map(({ body }) => body)).toEqual([{}]);
    act(() => paddle.emit('checkout.completed'));
    await screen.findByText('Paid. Activating Foundational …');
    expect(screen.queryByRole('button', { name: 'Get Foundational' })).toBeNull();
    server.change({ 'GET /api/account/paddle/subscription': subscribed() });
    await vi.advanceTimersByTimeAsync(4_000);
    await screen.findByText('Foundational is active');
    expect(screen.getByText(/2 courses unlocked/)).toBeTruthy();
    expect(readSession()?.user.account.tier).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

test('does not sell a plan again that was bought in another tab', async () => {
  const paddle = fakePaddle();
  const active_subscription = {
    source: 'subscription' as const,
    subscription: { name: 'Foundational', tier: 1 as const, local_price: '€79.00' },
  };
  const buyer = buildUser({ account: { tier: 1, active_subscription } });
  const { person, server } = await open(
    answers(buildSubscribed(), {
      'POST /api/account/paddle/customer': { customer_id: 'ctm_1', address_id: 'add_1', user: buyer },
    }),
  );
  const get = await readyToBuy();
  server.change({ 'GET /api/account/paddle/subscription': subscribed() });
  await person.click(get);
  await screen.findByText(/^Renews on/);
  expect(paddle.open).not.toHaveBeenCalled();
  expect(readSession()?.user.account.tier).toBe(1);
});

test('offers a new check if the purchase does not arrive within a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const paddle = fakePaddle();
    const { person, server } = await open(
      answers(buildSubscribed(), {
        'POST /api/account/paddle/customer': { customer_id: 'ctm_1', address_id: null, user: buildUser() },
        'GET /api/account/details': { user: subscriber },
      }),
    );
    await person.click(await readyToBuy());
    await waitFor(() => expect(paddle.open).toHaveBeenCalled());
    act(() => paddle.emit('checkout.completed'));
    await screen.findByText('Paid. Activating Foundational …');
    await vi.advanceTimersByTimeAsync(65_000);
    await screen.findByText('Paid. Activating Foundational takes longer than usual');
    expect(screen.queryByRole('button', { name: 'Get Foundational' })).toBeNull();
    server.change({ 'GET /api/account/paddle/subscription': subscribed() });
    await person.click(await button('Check again'));
    await vi.advanceTimersByTimeAsync(2_000);
    await screen.findByText('Foundational is active');
  } finally {
    vi.useRealTimers();
  }
});

test('asks for the country if Paddle makes no guess, and updates the prices', async () => {
  const { PricePreview } = fakePaddle();
  const guessed = PricePreview.getMockImplementation();
  // Paddle returns the requested country, but does not guess one.
  PricePreview.mockImplementation(async (request: { items: { priceId: string }[]; address?: object }) => {
    const answer = await guessed?.(request);
    if (!answer) throw new Error('The fake always answers.');
    return request.address ? answer : { data: { ...answer.data, address: null as never } };
  });
  const { person, server } = await open(
    answers(buildSubscribed(), {
      'POST /api/account/paddle/customer': rejection('invalid_request', { fields: { country: 'Not supported.' } }),
    }),
  );
  await person.click(await readyToBuy());
  await screen.findByText('Select your country.');
  expect(server.callsOf('POST /api/account/paddle/customer')).toEqual([]);
  await person.selectOptions(screen.getByLabelText('Country'), 'Iceland');
  await waitFor(() => expect(PricePreview.mock.calls.at(-1)?.[0]).toMatchObject({ address: { countryCode: 'IS' } }));
  expect(screen.queryByLabelText('Postcode')).toBeNull();
  await person.click(await readyToBuy());
  await screen.findByText('Not supported.');
});

test('suggests the address that is not confirmed yet for receipts', async () => {
  fakePaddle();
  await open(answers(buildSubscribed()), { user: buildUser({ email: null, pending_email: 'new@example.org' }) });
  const field = await screen.findByLabelText<HTMLInputElement>('Email for receipts');
  expect(field.value).toBe('new@example.org');
});

test('asks for a receipt email if the account has no email, and keeps it after an error', async () => {
  const paddle = fakePaddle();
  const { person, server } = await open(
    answers(buildSubscribed(), {
      'POST /api/account/paddle/customer': rejection('email_taken', { fields: { email: 'Log in there.' } }),
    }),
    { user: buildUser({ email: null }) },
  );
  const field = await screen.findByLabelText<HTMLInputElement>('Email for receipts');
  await person.type(field, 'mara@example.org');
  await person.type(await screen.findByLabelText('Postcode'), '10115');
  await person.click(await readyToBuy());
  await screen.findByText('Log in there.');
  expect(field.value).toBe('mara@example.org');
  server.change({
    'POST /api/account/paddle/customer': { customer_id: 'ctm_1', address_id: null, user: buildUser({ email: null }) },
  });
  await person.click(await readyToBuy());
  await waitFor(() => expect(paddle.open).toHaveBeenCalled());
  const sent = { country: 'DE', postal_code: '10115', email: 'mara@example.org' };
  expect(server.callsOf('POST /api/account/paddle/customer').map(({ body }) => body)).toEqual([sent, sent]);
  act(() => paddle.emit('checkout.closed'));
  await readyToBuy();
});

test.each([
  ['payments_unavailable', 'Paddle does not answer.', { msg: 'Paddle does not answer.' }],
  ['too_many_requests', 'Too many attempts. Try again in 20 seconds.', { retry_after: 20 }],
] as const)('shows the error if a purchase fails with %s', async (code, words, rest) => {
  fakePaddle();
  const { person } = await open(
    answers(buildSubscribed(), { 'POST /api/account/paddle/customer': rejection(code, rest) }),
  );
  await person.click(await readyToBuy());
  await screen.findByText(words);
});

test('says that nothing was charged if the checkout does not open', async () => {
  const paddle = fakePaddle();
  paddle.open.mockImplementation(() => paddle.emit('checkout.error'));
  const { person } = await open(
    answers(buildSubscribed(), {
      'POST /api/account/paddle/customer': { customer_id: 'ctm_1', address_id: null, user: buildUser() },
    }),
  );
  await person.click(await readyToBuy());
  await screen.findByText('The checkout did not open. You were not charged. Try again in a moment.');
});

function PaddleFeature() {
  return <p data-testid="paddle">{String(useFeatures().paddle)}</p>;
}

test('disables buying until Paddle’s script loads; the rest of the page works', async () => {
  const failing = vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) queueMicrotask(() => (node as Node).dispatchEvent(new Event('error')));
  });
  const { person } = await renderApp(
    <>
      <PlanPage />
      <PaddleFeature />
    </>,
    { user: buildUser(), path, features: { paddle: true }, answers: answers() },
  );
  await screen.findByText('Could not load the checkout');
  expect(failing).toHaveBeenCalled();
  expect(screen.getByTestId('paddle').textContent).toBe('false');
  expect(screen.queryByRole('button', { name: 'Get Foundational' })).toBeNull();
  await within(await card('Foundational')).findByText(formatMoney(19_000, 'USD', null));
  fakePaddle();
  await person.click(await button('Try again'));
  await button('Get Foundational');
  expect(screen.queryByText('Could not load the checkout')).toBeNull();
  expect(screen.getByTestId('paddle').textContent).toBe('true');
});

test('shows a subscriber the cost of an upgrade and charges exactly that', async () => {
  fakePaddle();
  const upgraded = buildSubscription({ plan: 'specialization', name: 'Specialization', tier: 2, price_id: 'pri_sy' });
  const { person, server } = await open(
    answers(subscribed(), {
      'POST /api/account/paddle/upgrade': ({ body }) =>
        body?.preview
          ? { preview: buildPreview(), changed: null }
          : {
              preview: null,
              changed: {
                ...buildSubscribed({ subscription: upgraded, country: 'DE', reasons: [reasonOf({ tier: 2 })] }),
                user: buildUser({ account: { tier: 2 } }),
              },
            },
    }),
    { user: subscriber },
  );
  await screen.findByText('Your plan');
  expect(server.callsOf('POST /api/account/paddle/upgrade')).toEqual([]);
  await person.click(await button('Select: Specialization, yearly'));
  const panel = within(await screen.findByRole('region', { name: 'Specialization, yearly' }));
  await panel.findByText('62 days, already paid');
  expect(panel.getByText(/from 23 January 2127\. Paid/).textContent).toContain('Paid with Visa ending 4242');
  server.change({
    'GET /api/account/paddle/subscription': buildSubscribed({
      ...{ subscription: upgraded, country: 'DE', reasons: [reasonOf({ tier: 2 })] },
    }),
  });
  await person.click(await button(`Upgrade for ${euro(1240)}`));
  await screen.findByText('Specialization is active');
  expect(server.callsOf('POST /api/account/paddle/upgrade').at(-1)?.body).toEqual({
    price_id: 'pri_sy',
    preview: false,
    total: 1240,
  });
  expect(screen.getByText(/1 course unlocked/)).toBeTruthy();
  expect(within(await card('Specialization')).getByText('Your plan')).toBeTruthy();
});

test('shows a changed total, and offers to change a declined card', async () => {
  fakePaddle();
  let preview = buildPreview();
  const { person, server } = await open(
    answers(subscribed(), {
      'POST /api/account/paddle/upgrade': ({ body }) =>
        body?.preview ? { preview, changed: null } : rejection('conflict', { msg: 'The total has changed.' }),
    }),
    { user: subscriber, at: `${path}?plan=specialization` },
  );
  const first = await button(`Upgrade for ${euro(1240)}`);
  preview = buildPreview({ total: 1300 });
  await person.click(first);
  await screen.findByText('The total has changed.');
  const again = await button(`Upgrade for ${euro(1300)}`);
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  server.change({
    'POST /api/account/paddle/upgrade': ({ body }) =>
      body?.preview ? { preview, changed: null } : rejection('payment_declined', { msg: 'The card was declined.' }),
    'POST /api/account/paddle/portal': { url: 'https://example.org/card' },
  });
  await person.click(again);
  const alert = (await screen.findByText('The card was declined.')).closest('[role=alert]') as HTMLElement;
  await person.click(within(alert).getByRole('button', { name: 'Change card' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://example.org/card'));
});

test('shows that the cost of an upgrade is not available, and asks for it again', async () => {
  fakePaddle();
  const { person, server } = await open(
    answers(subscribed(), {
      'POST /api/account/paddle/upgrade': rejection('payments_unavailable', { msg: 'Paddle does not answer.' }),
    }),
    { user: subscriber, at: `${path}?plan=specialization` },
  );
  await screen.findByText(/Paddle does not answer\./);
  server.change({ 'POST /api/account/paddle/upgrade': { preview: buildPreview(), changed: null } });
  await person.click(await button('Try again'));
  await button(`Upgrade for ${euro(1240)}`);
});

test('shows what a downgrade would lock, and charges nothing', async () => {
  fakePaddle();
  const own = buildSubscription({ plan: 'specialization', name: 'Specialization', tier: 2, price_id: 'pri_sy' });
  await open(
    answers(buildSubscribed({ subscription: own, country: 'DE', reasons: [reasonOf({ tier: 2 })] }), {
      'POST /api/account/paddle/upgrade': {
        preview: buildPreview({ price_id: 'pri_fy', total: 0, tax: 0, credit: 921, recurring: 7900 }),
        changed: null,
      },
    }),
    { user: buildUser({ account: { tier: 2 } }), at: `${path}?plan=foundational` },
  );
  await button('Downgrade now');
  expect(screen.getByText(/remain as credit/)).toBeTruthy();
  expect(within(await card('Foundational')).getByText('1 would be locked')).toBeTruthy();
});

test('cancels the renewal, shows the end date and allows undoing it', async () => {
  fakePaddle();
  const ending = subscribed({ renews_at: null, ends_at: '2127-01-23T00:00:00.000Z' });
  const { person, server } = await open(
    answers(subscribed(), {
      'POST /api/account/paddle/cancel': { ...ending, user: subscriber },
      'POST /api/account/paddle/resume': { ...subscribed(), user: subscriber },
    }),
    { user: subscriber },
  );
  await person.click(await button('Cancel renewal'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel renewal?' }));
  expect(dialog.getByText(/stays active until/).textContent).toContain('23 January 2127');
  server.change({ 'GET /api/account/paddle/subscription': ending });
  await person.click(dialog.getByRole('button', { name: 'Cancel renewal' }));
  await screen.findByText('Ends on 23 January 2127. Your plan stays active until then.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Foundational, yearly' }));
  server.change({ 'GET /api/account/paddle/subscription': subscribed() });
  await person.click(await button('Undo cancellation'));
  await screen.findByText(/Renews on/);
  expect(screen.getByText('Foundational will renew.')).toBeTruthy();
});

test('shows a failed cancellation in the dialog and keeps it open', async () => {
  fakePaddle();
  const { person } = await open(
    answers(subscribed(), {
      'POST /api/account/paddle/cancel': rejection('payments_unavailable', { msg: 'Paddle does not answer.' }),
    }),
    { user: subscriber },
  );
  await person.click(await button('Cancel renewal'));
  const dialog = within(await screen.findByRole('dialog'));
  await person.click(dialog.getByRole('button', { name: 'Cancel renewal' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('Paddle does not answer.');
});

test('explains a declined card with the deadline', async () => {
  fakePaddle();
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  const { person } = await open(
    answers(subscribed({ status: 'past_due', renews_at: null, grace_until: '2127-02-06T00:00:00.000Z' }), {
      'POST /api/account/paddle/portal': { url: 'https://example.org/card' },
    }),
    { user: subscriber },
  );
  await screen.findByText('Your card was declined');
  expect(screen.getByText(/Your plan stays active until 6 February 2127/)).toBeTruthy();
  await person.click(await button('Change card'));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://example.org/card'));
  await person.click(await button('Cancel subscription'));
  expect((await screen.findByRole('dialog')).textContent).toContain('The subscription ends immediately');
});

test('names the charge before a paused subscription resumes', async () => {
  fakePaddle();
  const paused = { status: 'paused', renews_at: null, ends_at: '2126-11-01T00:00:00.000Z' } as const;
  const shown = await open(answers(subscribed({ ...paused, resume_charge: 'now' })), { user: subscriber });
  await button(`Resume for ${euro(7900)}`);
  screen.getByText(new RegExp(`you are charged ${euro(7900)} at once, and a new period starts`));
  shown.unmount();
  await open(answers(subscribed({ ...paused, resume_charge: 'at_period_end' })), { user: subscriber });
  await button('Resume subscription');
  screen.getByText(/Resume before 23 January 2127 to use the rest of your paid period\. You are charged/);
});

test('shows trial, discount, quantity and billing cycle of a subscription', async () => {
  fakePaddle();
  const trial = subscribed({
    ...{ status: 'trialing', quantity: 2, billing_cycle: { interval: 'month', frequency: 3 }, cycle: null },
    discount: { ends_at: '2127-06-01T00:00:00.000Z' },
  });
  await open(answers(trial), { user: subscriber });
  const current = await screen.findByRole('region', { name: 'Foundational × 2, every 3 months' });
  expect(current.textContent).toContain(
    `Free trial until 23 January 2127, then ${euro(7900)}, with your discount until 1 June 2127`,
  );
});

test('shows a free trial on the plan and in the order', async () => {
  fakePaddle();
  const free = structuredClone(offer);
  const { yearly } = free.products.foundational as Plan;
  if (yearly.details) yearly.details.trial = { interval: 'day', frequency: 7 };
  await open(answers(buildSubscribed(), { 'GET /api/config/paddle_subscription': free }));
  await within(await card('Foundational')).findByText(/after 7 days free/);
  const order = within(await screen.findByRole('region', { name: 'Foundational, yearly' }));
  await order.findByText(euro(0), { selector: 'b' });
  order.getByText('7 days, from today');
  order.getByText(`Then ${euro(7900)} every year.`);
});

test('shows current, future and past reasons for the tier with their dates', async () => {
  fakePaddle();
  const reasons = [
    reasonOf({ source: 'voucher', tier: 2, until: '2127-03-03T00:00:00.000Z', reference: '17' }),
    reasonOf({
      source: 'voucher',
      reference: '18',
      from: '2127-03-03T00:00:00.000Z',
      until: '2127-06-03T00:00:00.000Z',
      state: 'later',
    }),
    reasonOf({ until: '2026-02-01T00:00:00.000Z', state: 'over' }),
  ];
  await open(
    answers(buildSubscribed({ subscription: buildSubscription({ status: 'canceled' }), country: 'DE', reasons })),
    {
      user: buildUser({ account: { tier: 2 } }),
    },
  );
  const current = await screen.findByRole('region', { name: 'Specialization' });
  expect(current.textContent).toContain('Active until 3 March 2127, through voucher 17.');
  expect(current.textContent).toContain('Your Foundational subscription ended on 1 February 2026.');
  const why = within(screen.getByRole('region', { name: 'Why you have Specialization' }));
  expect(why.getByText(/Foundational from 3 March 2127 until 3 June 2127/)).toBeTruthy();
  expect(why.getByText('Past (1)')).toBeTruthy();
  await within(await card('Foundational')).findByText('Already unlocked until 3 March 2127, through voucher 17.');
  // Preselects nothing if the account already has everything.
  expect(screen.queryByRole('button', { name: /^Get / })).toBeNull();
});

test('marks the sandbox and links to its control page', async () => {
  fakePaddle();
  await open(answers(buildSubscribed({ sandbox: { control: 'http://localhost:18091/control' } })));
  const link = await screen.findByRole('link', { name: 'Advance time' });
  expect(link.getAttribute('href')).toBe('http://localhost:18091/control');
});

test('shows the current plan and the voucher form if the site sells no plans', async () => {
  await renderApp(<PlanPage />, {
    user: subscriber,
    path,
    features: { paddle: false },
    answers: {
      'GET /api/account/paddle/subscription': subscribed(),
      'GET /api/account/paddle/payments': { payments: [], country: null, next_cursor: null },
    },
  });
  await screen.findByText('This site sells no plans at the moment');
  expect(screen.getByRole('heading', { name: 'Foundational, yearly' })).toBeTruthy();
  expect(screen.getByLabelText('Voucher')).toBeTruthy();
});

test('shows loading errors with a retry', async () => {
  fakePaddle();
  const { person, server } = await open(
    answers(buildSubscribed(), {
      'GET /api/account/paddle/subscription': rejection('unavailable', { msg: 'Too busy.' }),
      'GET /api/config/paddle_subscription': rejection('unavailable', { msg: 'Too busy.' }),
    }),
  );
  await screen.findByText('Your subscription did not load');
  server.change({ 'GET /api/account/paddle/subscription': buildSubscribed() });
  await person.click(await button('Try again'));
  await screen.findByText('The plans did not load');
  server.change({ 'GET /api/config/paddle_subscription': offer });
  await person.click(await button('Try again'));
  await card('Foundational');
});

test('sends a voucher code to the voucher page', async () => {
  fakePaddle();
  const { person, path: at } = await open();
  await person.type(await screen.findByLabelText('Voucher'), 'AB CD{Enter}');
  await waitFor(() => expect(at()).toBe('/subscription/vouchers#code=AB%20CD'));
});
