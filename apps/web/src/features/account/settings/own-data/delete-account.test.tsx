import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/build.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { DeleteAccount } from './delete-account.tsx';

const active_subscription = { subscription: { name: 'Foundational', tier: 1 as const, local_price: '€18.00' } };
const delete_at = '2026-12-08T12:00:00.000Z';

test('a subscriber hears before the deletion what becomes of the subscription', async () => {
  const user = buildUser({ account: { active_subscription } });
  const { person } = await renderApp(<DeleteAccount user={user} />, { user });
  await person.click(screen.getByRole('button', { name: 'Delete account' }));
  await screen.findByText(/Your subscription to Foundational is canceled now and ends with what is paid/);
});

test('who comes back is led to where the cancellation is taken back', async () => {
  const user = buildUser({ account: { delete_at, active_subscription } });
  await renderApp(<DeleteAccount user={user} />, { user });
  expect(screen.getByRole('link', { name: 'take that back' }).getAttribute('href')).toBe('/subscription');
});

test('nobody else hears of a subscription', async () => {
  const user = buildUser({ account: { delete_at } });
  await renderApp(<DeleteAccount user={user} />, { user });
  await screen.findByText(/^Your account is deleted on/);
  expect(screen.queryByText(/subscription/i)).toBeNull();
});
