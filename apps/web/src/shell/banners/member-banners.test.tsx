import type { Overview } from '@hexpedition/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
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

test('welcomes a new learner once, on the overview', async () => {
  const { person, rerender, go } = await renderApp(banners, {
    user: buildUser({ email: null }),
    seed: (client) =>
      client.setQueryData(['GET /api/account/overview', { query: { kind: 'course' } }], {
        under_way: [],
        finished: 0,
      } as unknown as Overview),
  });
  expect(welcome()).toBeNull();
  await person.click(screen.getAllByRole('button', { name: 'Dismiss' })[0] as HTMLElement);
  expect([welcome() !== null, noEmail() !== null]).toEqual([true, true]);
  await person.click(screen.getAllByRole('button', { name: 'Dismiss' })[1] as HTMLElement);
  rerender(<p>Another page</p>);
  rerender(banners);
  expect([welcome(), noEmail() !== null]).toEqual([null, true]);
  await go('/labs');
  expect(welcome()).toBeNull();
});
