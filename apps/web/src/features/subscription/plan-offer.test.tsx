import type { PaddleSubscription, Subscribed } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildPlan, buildShop, buildSubscribed, buildUser } from '#lib/testing/build.ts';
import { refusal } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import PlanOffer from './plan-offer.public.tsx';

const prices = 'GET /api/config/paddle_subscription';
const subscribed = 'GET /api/account/paddle/subscription';

interface Case {
  tier?: 1 | 2 | 3 | 42;
  sold?: PaddleSubscription | ReturnType<typeof refusal>;
  own?: Subscribed | ReturnType<typeof refusal>;
  visitor?: boolean;
  features?: object;
  says?: 'get';
}

async function show({ tier = 2, sold, own = buildSubscribed(), visitor = false, features = {}, says }: Case = {}) {
  const shown = await renderApp(
    <p data-testid="offer">
      <PlanOffer tier={tier} {...(says && { says })}>
        Ask whoever runs this site.
      </PlanOffer>
    </p>,
    {
      ...(!visitor && { user: buildUser() }),
      features: { paddle: true, ...features },
      answers: { [prices]: sold ?? buildShop(), [subscribed]: own },
    },
  );
  return { ...shown, text: () => screen.getByTestId('offer').textContent };
}
const target = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

test('a tier is opened by the plan that gives it, with its price, or by a voucher', async () => {
  const { text } = await show();
  await waitFor(() => expect(text()).toBe('Specialization opens it, from $39.00 a month, or redeem a voucher.'));
  expect(target('Specialization opens it, from $39.00 a month')).toBe('/subscription?plan=specialization');
  expect(target('redeem a voucher')).toBe('/subscription/vouchers');
});

test('the cheapest plan is named whose tier reaches', async () => {
  const { text, unmount } = await show({ tier: 1 });
  await waitFor(() => expect(text()).toContain('Foundational opens it, from $19.00 a month'));
  unmount();
  const foundational = buildPlan('Foundational', 1, 9_900);
  const specialization = buildPlan('Specialization', 2, 3_900);
  const { text: other } = await show({ tier: 1, sold: buildShop({ foundational, specialization }) });
  await waitFor(() => expect(other()).toContain('Specialization opens it, from $39.00 a month'));
});

test('as one thing of several, the plan is to be got', async () => {
  const { text } = await show({ says: 'get' });
  await waitFor(() => expect(text()).toBe('Get Specialization, from $39.00 a month, or redeem a voucher.'));
});

test('a price that the server has not heard yet is left out', async () => {
  const { text } = await show({ sold: buildShop({ specialization: buildPlan('Specialization', 2, null) }) });
  await waitFor(() => expect(text()).toBe('Specialization opens it, or redeem a voucher.'));
});

test('a visitor sees the price too, and gets there through the sign-up', async () => {
  const { text, server } = await show({ visitor: true });
  await waitFor(() => expect(text()).toBe('Specialization opens it, from $39.00 a month, or redeem a voucher.'));
  expect(target(/opens it/)).toBe('/signup?next=%2Fsubscription%3Fplan%3Dspecialization');
  expect(target('redeem a voucher')).toBe('/signup?next=%2Fsubscription%2Fvouchers');
  expect(server.callsOf(subscribed)).toEqual([]);
});

test('where nobody can sign up, a visitor gets there through the log-in', async () => {
  const { text } = await show({ visitor: true, features: { register: false } });
  await waitFor(() => expect(text()).toContain('opens it'));
  expect(target(/opens it/)).toBe('/login?next=%2Fsubscription%3Fplan%3Dspecialization');
});

test.each(['past_due', 'paused'] as const)('a subscription that is %s is to be put right first', async (status) => {
  const { text } = await show({ own: buildSubscribed({ status, tier: 2 }) });
  const [words, name] =
    status === 'past_due'
      ? ['Your last payment failed. Put that right, or redeem a voucher.', 'Put that right']
      : ['Your subscription is paused. Take it up again, or redeem a voucher.', 'Take it up again'];
  await waitFor(() => expect(text()).toBe(words));
  expect(target(name)).toBe('/subscription');
});

test('a subscription that has ended is said, if it had opened this', async () => {
  const ended = { status: 'canceled', name: 'Specialization', tier: 2 } as const;
  const { text, unmount } = await show({ own: buildSubscribed(ended) });
  await waitFor(() =>
    expect(text()).toBe(
      'Your Specialization subscription has ended. Specialization opens it again, from $39.00 a month, or redeem a voucher.',
    ),
  );
  unmount();
  const { text: lower } = await show({ own: buildSubscribed({ ...ended, tier: 1 }) });
  await waitFor(() => expect(lower()).toBe('Specialization opens it, from $39.00 a month, or redeem a voucher.'));
});

test('when the subscription cannot be read, the plan is offered all the same', async () => {
  const { text } = await show({ own: refusal('unavailable') });
  await waitFor(() => expect(text()).toContain('Specialization opens it'));
});

test.each([
  ['nothing is sold', { features: { paddle: false } }],
  ['the tier is never sold', { tier: 3 as const }],
  ['the tier is never sold', { tier: 42 as const }],
])('where %s, nothing is asked, and the other way is said', async (_, given) => {
  const { text, server } = await show(given);
  expect(text()).toBe('Ask whoever runs this site.');
  expect(screen.queryByRole('link')).toBeNull();
  expect(server.calls).toEqual([]);
});

test.each([
  ['no plan reaches the tier', { sold: buildShop({ foundational: buildPlan('Foundational', 1, 1_900) }) }],
  ['the prices cannot be read', { sold: refusal('not_found') }],
])('where %s, the other way is said', async (_, given) => {
  const { text } = await show(given);
  await waitFor(() => expect(screen.getByText('Ask whoever runs this site.').className).not.toContain('waiting'));
  expect(text()).toBe('Ask whoever runs this site.');
});
