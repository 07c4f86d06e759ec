import type { PaddleSubscription, SubscriptionOverview } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildPaddleOffer, buildPlan, buildSubscribed, buildUser } from '#lib/testing/builders.ts';
import { rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import PlanOffer from './plan-offer.tsx';

const prices = 'GET /api/config/paddle_subscription';
const subscribed = 'GET /api/account/paddle/subscription';

interface Case {
  tier?: 1 | 2 | 3 | 42;
  sold?: PaddleSubscription | ReturnType<typeof rejection>;
  own?: SubscriptionOverview | ReturnType<typeof rejection>;
  visitor?: boolean;
  features?: object;
  says?: 'get';
}

async function show({ tier = 2, sold, own = buildSubscribed(), visitor = false, features = {}, says }: Case = {}) {
  const shown = await renderApp(
    <p data-testid="offer">
      <PlanOffer tier={tier} {...(says && { says })}>
        Ask the operator of this site.
      </PlanOffer>
    </p>,
    {
      ...(!visitor && { user: buildUser() }),
      features: { paddle: true, ...features },
      answers: { [prices]: sold ?? buildPaddleOffer(), [subscribed]: own },
    },
  );
  return { ...shown, text: () => screen.getByTestId('offer').textContent };
}
const target = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

test('offers the plan of the tier with its price, or a voucher', async () => {
  const { text } = await show();
  await waitFor(() => expect(text()).toBe('Specialization unlocks it, from $39.00 a month, or redeem a voucher.'));
  expect(target('Specialization unlocks it, from $39.00 a month')).toBe('/subscription?plan=specialization');
  expect(target('redeem a voucher')).toBe('/subscription/vouchers');
});

test('offers the cheapest plan that includes the tier', async () => {
  const { text, unmount } = await show({ tier: 1 });
  await waitFor(() => expect(text()).toContain('Foundational unlocks it, from $19.00 a month'));
  unmount();
  const foundational = buildPlan('Foundational', 1, 9_900);
  const specialization = buildPlan('Specialization', 2, 3_900);
  const { text: other } = await show({ tier: 1, sold: buildPaddleOffer({ foundational, specialization }) });
  await waitFor(() => expect(other()).toContain('Specialization unlocks it, from $39.00 a month'));
});

test('says “Get” if the plan is one of several requirements', async () => {
  const { text } = await show({ says: 'get' });
  await waitFor(() => expect(text()).toBe('Get Specialization, from $39.00 a month, or redeem a voucher.'));
});

test('omits a price that the server does not know yet', async () => {
  const { text } = await show({ sold: buildPaddleOffer({ specialization: buildPlan('Specialization', 2, null) }) });
  await waitFor(() => expect(text()).toBe('Specialization unlocks it, or redeem a voucher.'));
});

test('shows the price to a visitor and links through sign-up', async () => {
  const { text, server } = await show({ visitor: true });
  await waitFor(() => expect(text()).toBe('Specialization unlocks it, from $39.00 a month, or redeem a voucher.'));
  expect(target(/unlocks it/)).toBe('/signup?next=%2Fsubscription%3Fplan%3Dspecialization');
  expect(target('redeem a voucher')).toBe('/signup?next=%2Fsubscription%2Fvouchers');
  expect(server.callsOf(subscribed)).toEqual([]);
});

test('links a visitor through the log-in page if sign-up is off', async () => {
  const { text } = await show({ visitor: true, features: { register: false } });
  await waitFor(() => expect(text()).toContain('unlocks it'));
  expect(target(/unlocks it/)).toBe('/login?next=%2Fsubscription%3Fplan%3Dspecialization');
});

test.each(['past_due', 'paused'] as const)('asks to fix a %s subscription first', async (status) => {
  const { text } = await show({ own: buildSubscribed({ status, tier: 2 }) });
  const [words, name] =
    status === 'past_due'
      ? ['Your last payment failed. Update your card, or redeem a voucher.', 'Update your card']
      : ['Your subscription is paused. Resume it, or redeem a voucher.', 'Resume it'];
  await waitFor(() => expect(text()).toBe(words));
  expect(target(name)).toBe('/subscription');
});

test('mentions an ended subscription if it had included the tier', async () => {
  const ended = { status: 'canceled', name: 'Specialization', tier: 2 } as const;
  const { text, unmount } = await show({ own: buildSubscribed(ended) });
  await waitFor(() =>
    expect(text()).toBe(
      'Your Specialization subscription has ended. Specialization unlocks it again, from $39.00 a month, or redeem a voucher.',
    ),
  );
  unmount();
  const { text: lower } = await show({ own: buildSubscribed({ ...ended, tier: 1 }) });
  await waitFor(() => expect(lower()).toBe('Specialization unlocks it, from $39.00 a month, or redeem a voucher.'));
});

test('offers the plan even if the subscription does not load', async () => {
  const { text } = await show({ own: rejection('unavailable') });
  await waitFor(() => expect(text()).toContain('Specialization unlocks it'));
});

test.each([
  ['the site sells no plans', { features: { paddle: false } }],
  ['no plan can include the tier', { tier: 3 as const }],
  ['no plan can include the tier', { tier: 42 as const }],
])('shows the fallback without a request if %s', async (_, given) => {
  const { text, server } = await show(given);
  expect(text()).toBe('Ask the operator of this site.');
  expect(screen.queryByRole('link')).toBeNull();
  expect(server.calls).toEqual([]);
});

test.each([
  ['no plan includes the tier', { sold: buildPaddleOffer({ foundational: buildPlan('Foundational', 1, 1_900) }) }],
  ['the prices do not load', { sold: rejection('not_found') }],
])('shows the fallback if %s', async (_, given) => {
  const { text } = await show(given);
  await waitFor(() => expect(screen.getByText('Ask the operator of this site.').className).not.toContain('waiting'));
  expect(text()).toBe('Ask the operator of this site.');
});
