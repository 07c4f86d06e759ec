import { expect, test } from 'vitest';
import { reasonOf } from '../plan/testing.ts';
import { courseStateOf, tierAccessOf } from './plan-coverage.ts';

const course = (tier: number) => ({ slug: 'xss', name: 'XSS', continent: 'web', tier, x: 0, y: 0 });
const viewer = { tier: 0, isSuperuser: false, freeTier: 0, reasons: [], subscribes: false };
const states = (planTier: number, isOwn: boolean, access: ReturnType<typeof tierAccessOf>) =>
  [0, 1, 2, 3].map((tier) => courseStateOf(course(tier), planTier, isOwn, access));

test('a plan unlocks the courses of its tier that the account cannot open yet', () => {
  expect(states(1, false, tierAccessOf(viewer))).toEqual(['unlocked', 'unlocks', 'locked', 'locked']);
  expect(states(2, false, tierAccessOf({ ...viewer, freeTier: 1 }))).toEqual([
    'unlocked',
    'unlocked',
    'unlocks',
    'locked',
  ]);
});

test('the own plan shows what it includes, and a smaller plan what it would lock', () => {
  const access = tierAccessOf({ ...viewer, tier: 2, subscribes: true, reasons: [reasonOf({ tier: 2 })] });
  expect(states(2, true, access)).toEqual(['unlocked', 'included', 'included', 'locked']);
  expect(states(1, false, access)).toEqual(['unlocked', 'unlocked', 'locks', 'locked']);
});

test('courses of a voucher stay unlocked without the subscription', () => {
  const voucher = reasonOf({ source: 'voucher', tier: 2 });
  const access = tierAccessOf({ ...viewer, tier: 2, subscribes: true, reasons: [reasonOf(), voucher] });
  expect(states(1, true, access)).toEqual(['unlocked', 'unlocked', 'unlocked', 'locked']);
  const later = tierAccessOf({
    ...viewer,
    ...{ tier: 2, subscribes: true, reasons: [reasonOf({ tier: 2 }), { ...voucher, state: 'later' as const }] },
  });
  expect(states(1, false, later)).toEqual(['unlocked', 'unlocked', 'locks', 'locked']);
});

test('everything is unlocked for a superuser', () => {
  expect(states(1, false, tierAccessOf({ ...viewer, isSuperuser: true }))).toEqual([
    'unlocked',
    'unlocked',
    'unlocked',
    'unlocked',
  ]);
});
