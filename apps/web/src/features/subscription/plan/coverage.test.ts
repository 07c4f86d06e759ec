import { expect, test } from 'vitest';
import { standingOf, stateOf } from './coverage.ts';
import { reasonOf } from './testing.ts';

const course = (tier: number) => ({ slug: 'xss', name: 'XSS', continent: 'web', tier, x: 0, y: 0 });
const viewer = { tier: 0, isSuperuser: false, freeTier: 0, reasons: [], subscribes: false };
const states = (planTier: number, isOwn: boolean, standing: ReturnType<typeof standingOf>) =>
  [0, 1, 2, 3].map((tier) => stateOf(course(tier), planTier, isOwn, standing));

test('a plan opens what its tier reaches and the account does not', () => {
  expect(states(1, false, standingOf(viewer))).toEqual(['open', 'opens', 'shut', 'shut']);
  expect(states(2, false, standingOf({ ...viewer, freeTier: 1 }))).toEqual(['open', 'open', 'opens', 'shut']);
});

test('one’s own plan says what it gives, and a smaller one what it would close', () => {
  const standing = standingOf({ ...viewer, tier: 2, subscribes: true, reasons: [reasonOf({ tier: 2 })] });
  expect(states(2, true, standing)).toEqual(['open', 'yours', 'yours', 'shut']);
  expect(states(1, false, standing)).toEqual(['open', 'open', 'closes', 'shut']);
});

test('what a voucher gives stays open whatever becomes of the subscription', () => {
  const voucher = reasonOf({ source: 'voucher', tier: 2 });
  const standing = standingOf({ ...viewer, tier: 2, subscribes: true, reasons: [reasonOf(), voucher] });
  expect(states(1, true, standing)).toEqual(['open', 'open', 'open', 'shut']);
  const later = standingOf({
    ...viewer,
    ...{ tier: 2, subscribes: true, reasons: [reasonOf({ tier: 2 }), { ...voucher, state: 'later' as const }] },
  });
  expect(states(1, false, later)).toEqual(['open', 'open', 'closes', 'shut']);
});

test('to a superuser everything is open', () => {
  expect(states(1, false, standingOf({ ...viewer, isSuperuser: true }))).toEqual(['open', 'open', 'open', 'open']);
});
