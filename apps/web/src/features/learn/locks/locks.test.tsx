import type { TrainingAccess } from '@hexpedition/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildPaddleOffer, buildSubscribed, buildUser } from '#lib/testing/builders.ts';
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
const answers = {
  'GET /api/config/paddle_subscription': buildPaddleOffer(),
  'GET /api/account/paddle/subscription': buildSubscribed(),
  'GET /api/training/:slug/access': access,
};
const planLink = { name: 'Specialization unlocks it, from $39.00 a month' };

test('a lock of the tier leads to the vouchers', async () => {
  const { person, path } = await renderApp(<LockNotice training={training} lock="tier" what="course" />, {
    user: buildUser(),
    answers,
  });
  await person.click(await screen.findByRole('link', { name: 'Redeem a voucher' }));
  expect(path()).toBe('/subscription/vouchers');
});

test('so does the way in that the map’s card shows', async () => {
  await renderApp(<WhyLocked training="rsa" tier={2} size="sm" />, { user: buildUser(), answers });
  const link = await screen.findByRole('link', { name: 'redeem a voucher' });
  expect(link.getAttribute('href')).toBe('/subscription/vouchers');
});

test('where plans are sold, a lock leads to the plan that opens it, with its price', async () => {
  await renderApp(<LockNotice training={training} lock="tier" what="course" />, {
    ...{ user: buildUser(), features: { paddle: true }, answers },
  });
  const link = await screen.findByRole('link', planLink);
  expect(link.getAttribute('href')).toBe('/subscription?plan=specialization');
  expect(link.closest('p')?.textContent).toBe(
    'Specialization unlocks it, from $39.00 a month, or redeem a voucher; you need not log in again. ' +
      'Until then, the map shows what is open to you.',
  );
});

test('the way in is not said twice: it is left out where a plan is all that it takes, and the notice has named it', async () => {
  const finish = { kind: 'finish', training: { slug: 'xor', name: 'XOR' }, left: 3, minutes: 20 } as const;
  await renderApp(
    <>
      <LockNotice training={training} lock="tier" what="course" />
      <LockNotice training={{ ...training, slug: 'padding' }} lock="tier" what="course" />
    </>,
    {
      ...{ user: buildUser(), features: { paddle: true } },
      answers: {
        ...answers,
        'GET /api/training/:slug/access': ({ params }) =>
          params.slug === 'rsa' ? access : { ...access, way: [...access.way, finish] },
      },
    },
  );
  const region = within(await screen.findByRole('region', { name: 'How to open it' }));
  await region.findByRole('link', { name: 'Get Specialization, from $39.00 a month' });
  expect(region.getByRole('link', { name: 'XOR' })).toBeTruthy();
});

test('a visitor reads the price beside what is open without an account', async () => {
  await renderApp(<LockNotice training={training} lock="tier" what="course" />, {
    ...{ features: { paddle: true }, path: '/courses/rsa', answers },
  });
  const link = await screen.findByRole('link', planLink);
  expect(link.getAttribute('href')).toBe('/signup?next=%2Fsubscription%3Fplan%3Dspecialization');
  expect(screen.getByRole('link', { name: 'log in' }).getAttribute('href')).toBe('/login?next=%2Fcourses%2Frsa');
});

test('what has no steps, such as a lab on the map, says which plan opens it', async () => {
  await renderApp(<WhyLocked tier={2} size="sm" />, { user: buildUser(), features: { paddle: true }, answers });
  expect(await screen.findByRole('link', planLink)).toBeTruthy();
});

test('it says nothing where the tier reaches, and nothing to a visitor where nothing is sold', async () => {
  const reached = await renderApp(<WhyLocked tier={2} />, { user: buildUser({ account: { tier: 2 } }) });
  expect(reached.container.textContent).toBe('');
  reached.unmount();
  localStorage.clear();
  const visitor = await renderApp(<WhyLocked tier={2} />);
  expect(visitor.container.textContent).toBe('');
  visitor.unmount();
  await renderApp(<WhyLocked tier={2} />, { user: buildUser() });
  expect(screen.getByRole('link', { name: 'Redeem a voucher' }).getAttribute('href')).toBe('/subscription/vouchers');
});
