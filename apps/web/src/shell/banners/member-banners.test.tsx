import type { Overview } from '@hexpedition/contract';
import type { QueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildFeatures, buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import MemberBanners from './member-banners.tsx';

const message = 'Maintenance on Sunday at six.';
const others = [{ id: `message:${message}`, text: <p>{message}</p> }];
const banners = <MemberBanners urgent={[]} others={others} />;
const noEmail = () => screen.queryByText('Your account has no email');
const welcome = () => screen.queryByText('Welcome aboard, mara');

test('warns about a missing email, shows the operator’s message, and dismisses each notice separately', async () => {
  const { person, rerender } = await renderApp(banners, { user: buildUser({ email: null }), path: '/labs' });
  expect([noEmail() !== null, screen.queryByText(message) !== null]).toEqual([true, true]);
  // The operator's message comes first.
  await person.click(screen.getAllByRole('button', { name: 'Dismiss' })[0] as HTMLElement);
  rerender(<p>Another page</p>);
  rerender(banners);
  expect([noEmail() !== null, screen.queryByText(message)]).toEqual([true, null]);
});

const newLearner = (client: QueryClient) =>
  client.setQueryData(['GET /api/account/overview', { query: { kind: 'course' } }], {
    under_way: [],
    finished: 0,
  } as unknown as Overview);

test('welcomes a new learner once, on the overview', async () => {
  const { person, rerender, go } = await renderApp(banners, { user: buildUser({ email: null }), seed: newLearner });
  expect([welcome() !== null, noEmail() !== null]).toEqual([true, true]);
  await person.click(screen.getAllByRole('button', { name: 'Dismiss' })[2] as HTMLElement);
  rerender(<p>Another page</p>);
  rerender(banners);
  expect([welcome(), noEmail() !== null]).toEqual([null, true]);
  await go('/labs');
  expect(welcome()).toBeNull();
});

test('shows three notices at once, the most important first', async () => {
  const user = buildUser({ email: null, account: { beta_access: true, delete_at: '2026-12-08T12:00:00.000Z' } });
  const offline = [{ id: 'offline', title: 'You are offline', close: null }];
  const { person, rerender } = await renderApp(banners, {
    user,
    seed: newLearner,
    // Accounts with beta access load the beta version.
    answers: { 'GET /api/config/features:version': buildFeatures() },
  });
  const shown = () =>
    within(screen.getByRole('region', { name: 'Notices' }))
      .getAllByText(/will be deleted|offline|Maintenance|no email|beta map|Welcome aboard/)
      .map((text) => text.textContent?.split(' ').slice(0, 3).join(' '));
  expect(shown()).toEqual(['Your account will', 'Maintenance on Sunday', 'Your account has']);
  await person.click(screen.getAllByRole('button', { name: 'Dismiss' })[0] as HTMLElement);
  expect(shown()).toEqual(['Your account will', 'Your account has', 'You are using']);
  rerender(<MemberBanners urgent={offline} others={others} />);
  expect(shown()).toEqual(['You are offline', 'Your account will', 'Your account has']);
});

test('shows the missing email once: it is gone on the next page, and stays away', async () => {
  const { go, rerender } = await renderApp(banners, { user: buildUser({ email: null }), path: '/labs' });
  expect(noEmail()).not.toBeNull();
  await go('/notes');
  await waitFor(() => expect(noEmail()).toBeNull());
  rerender(<p>Another page</p>);
  rerender(banners);
  expect(noEmail()).toBeNull();
});

test.each(['/lab/night-shift', '/courses/terminal/shell/first-commands', '/account'])(
  'says nothing about a missing email at %s',
  async (path) => {
    await renderApp(banners, { user: buildUser({ email: null }), path });
    expect(noEmail()).toBeNull();
  },
);

test('says nothing about a missing email on a site without mail', async () => {
  await renderApp(banners, { user: buildUser({ email: null }), path: '/labs', features: { mail: false } });
  expect(noEmail()).toBeNull();
});
