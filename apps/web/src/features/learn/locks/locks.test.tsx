import type { TrainingAccess } from '@hexpedition/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/build.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { LockNotice } from './lock-notice.tsx';
import WhyLocked from './why-locked.tsx';

const training = { slug: 'rsa', tier: 2 as const, requires: [] };
const access: TrainingAccess = {
  locked: true,
  reason: 'tier',
  tier: { needs: 2, have: 0 },
  steps: [],
  way: [{ kind: 'tier', tier: 2 }],
};
const answers = { 'GET /api/training/:slug/access': access };

test('a lock of the tier leads to the vouchers', async () => {
  const { person, path } = await renderApp(<LockNotice training={training} lock="tier" what="course" />, {
    user: buildUser(),
    answers,
  });
  await person.click(await screen.findByRole('link', { name: 'Redeem a voucher' }));
  expect(path()).toBe('/subscription/vouchers');
});

test('so does the way in that the map’s card shows', async () => {
  await renderApp(<WhyLocked training="rsa" size="sm" />, { user: buildUser(), answers });
  const link = await screen.findByRole('link', { name: 'redeem a voucher' });
  expect(link.getAttribute('href')).toBe('/subscription/vouchers');
});
