import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { DeleteAccount } from './delete-account.tsx';

const active_subscription = {
  source: 'subscription' as const,
  subscription: { name: 'Foundational', tier: 1 as const, local_price: '€18.00' },
};
const delete_at = '2026-12-08T12:00:00.000Z';

test('tells a subscriber before the deletion what happens to the subscription', async () => {
  const user = buildUser({ account: { active_subscription } });
  const { person } = await renderApp(<DeleteAccount user={user} />, { user });
  await person.click(screen.getByRole('button', { name: 'Delete account' }));
  await screen.findByText(/Your Foundational subscription is canceled now and ends with the paid period/);
});

test('links a returning subscriber to undo the cancellation', async () => {
  const user = buildUser({ account: { delete_at, active_subscription } });
  await renderApp(<DeleteAccount user={user} />, { user });
  expect(screen.getByRole('link', { name: 'resume it' }).getAttribute('href')).toBe('/subscription');
});

test('does not mention a subscription to a learner with a voucher', async () => {
  const voucher = {
    source: 'voucher' as const,
    subscription: { name: 'Foundational', tier: 1 as const, local_price: null },
  };
  const user = buildUser({ account: { active_subscription: voucher } });
  const { person } = await renderApp(<DeleteAccount user={user} />, { user });
  await person.click(screen.getByRole('button', { name: 'Delete account' }));
  expect(screen.queryByText(/subscription is canceled/)).toBeNull();
});

test('does not mention a subscription to other users', async () => {
  const user = buildUser({ account: { delete_at } });
  await renderApp(<DeleteAccount user={user} />, { user });
  await screen.findByText(/^Your account will be deleted on/);
  expect(screen.queryByText(/subscription/i)).toBeNull();
});
