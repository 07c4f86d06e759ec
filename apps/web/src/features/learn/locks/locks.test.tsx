import type { TrainingAccess } from '@hexpedition/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import WhyLocked from '#entities/training/why-locked.tsx';
import { buildPaddleOffer, buildSubscribed, buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { LockNotice } from './lock-notice.tsx';

const training = { slug: 'rsa', tier: 2 as const, requires: [] };
const access: TrainingAccess = {
  locked: true,
  reason: 'tier',
  tier: { needs: 2, have: 0 },
  prerequisites: [],
  unlock_path: [{ kind: 'tier', tier: 2 }],
};
const answers = {
  'GET /api/config/paddle_subscription': buildPaddleOffer(),
  'GET /api/account/paddle/subscription': buildSubscribed(),
  'GET /api/training/:slug/access': access,
};
const planLink = { name: 'Specialization unlocks it, from $39.00 a month' };

test('a tier lock links to the vouchers', async () => {
  const { person, path } = await renderApp(<LockNotice training={training} lock="tier" what="course" />, {
    user: buildUser(),
    answers,
  });
  await person.click(await screen.findByRole('link', { name: 'Redeem a voucher' }));
  expect(path()).toBe('/subscription/vouchers');
});

test('the explanation on the map card links to the vouchers', async () => {
  await renderApp(<WhyLocked training="rsa" tier={2} size="sm" />, { user: buildUser(), answers });
  const link = await screen.findByRole('link', { name: 'redeem a voucher' });
  expect(link.getAttribute('href')).toBe('/subscription/vouchers');
});

test('a lock links to the plan that unlocks it, with its price, when plans are for sale', async () => {
  await renderApp(<LockNotice training={training} lock="tier" what="course" />, {
    ...{ user: buildUser(), features: { paddle: true }, answers },
  });
  const link = await screen.findByRole('link', planLink);
  expect(link.getAttribute('href')).toBe('/subscription?plan=specialization');
  expect(link.closest('p')?.textContent).toBe(
    'Specialization unlocks it, from $39.00 a month, or redeem a voucher. You don’t need to log in again. ' +
      'Until then, the map shows your open courses.',
  );
});

test('omits the unlock path when a plan is enough and the notice already names it', async () => {
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
          params.slug === 'rsa' ? access : { ...access, unlock_path: [...access.unlock_path, finish] },
      },
    },
  );
  const region = within(await screen.findByRole('region', { name: 'How to unlock it' }));
  await region.findByRole('link', { name: 'Get Specialization, from $39.00 a month' });
  expect(region.getByRole('link', { name: 'XOR' })).toBeTruthy();
});

test('shows the price to a visitor', async () => {
  await renderApp(<LockNotice training={training} lock="tier" what="course" />, {
    ...{ features: { paddle: true }, path: '/courses/rsa', answers },
  });
  const link = await screen.findByRole('link', planLink);
  expect(link.getAttribute('href')).toBe('/signup?next=%2Fsubscription%3Fplan%3Dspecialization');
  expect(screen.getByRole('link', { name: 'log in' }).getAttribute('href')).toBe('/login?next=%2Fcourses%2Frsa');
});

test('names the plan for something without prerequisites, such as a lab on the map', async () => {
  await renderApp(<WhyLocked tier={2} size="sm" />, { user: buildUser(), features: { paddle: true }, answers });
  expect(await screen.findByRole('link', planLink)).toBeTruthy();
});

test('renders nothing if the tier is enough, or for a visitor when plans are not for sale', async () => {
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

test('asks a visitor to log in, and shows a learner how far a prerequisite is and the test that skips it', async () => {
  const xor = { slug: 'xor', name: 'XOR' };
  const locked: TrainingAccess = {
    ...access,
    reason: 'prerequisites',
    prerequisites: [{ ...xor, completed: 1, total: 4, done: false, test_out: true }],
    unlock_path: [{ kind: 'log_in' }, { kind: 'test_out', training: xor, left: 2, minutes: 5 }],
  };
  await renderApp(<WhyLocked training="rsa" tier={0} />, {
    path: '/courses/rsa',
    answers: { 'GET /api/training/:slug/access': locked },
  });
  const region = within(await screen.findByRole('region', { name: 'How to unlock it' }));
  expect(region.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login?next=%2Fcourses%2Frsa');
  expect(region.getByText('1 of 4 lessons')).toBeTruthy();
  const link = region.getByRole('link', { name: 'Take the test for XOR' });
  expect(link.getAttribute('href')).toBe('/courses/xor/test-out');
});
