import { expect, test } from 'vitest';
import { buildLabCard } from '#lib/testing/builders.ts';
import { effectiveDifficulty, sortLabs } from './lab-sort.ts';

const labs = [
  buildLabCard({ slug: 'a', difficulty: 'hard', solves: 2, rating: { mean: 1, count: 9 } }),
  buildLabCard({ slug: 'b', difficulty: 'easy', solves: 7, added_at: '2026-11-01T00:00:00.000Z' }),
  buildLabCard({ slug: 'c', difficulty: 'easy', solves: 2, rating: { mean: 5, count: 1 } }),
  buildLabCard({ slug: 'd', name: 'An Anchor', added_at: '2026-11-20T00:00:00.000Z' }),
];
const order = (sort?: Parameters<typeof sortLabs>[1]) =>
  sortLabs(labs, sort, () => true)
    .map(({ slug }) => slug)
    .join('');

test('sorts by each order, and keeps the original order of ties', () => {
  expect(order('new')).toBe('dbac');
  expect(order('solved')).toBe('bacd');
  expect(order('name')).toBe('dabc');
  expect(order()).toBe('abcd');
});

test("lists the labs of the learner's tier before easier labs of higher tiers", () => {
  const easy = buildLabCard({ slug: 'easy', difficulty: 'easy', tier: 2 });
  const hard = buildLabCard({ slug: 'hard', difficulty: 'hard', tier: 1 });
  const order = (tier: number) => sortLabs([easy, hard], undefined, (needed) => needed <= tier).map(({ slug }) => slug);
  expect([order(1), order(2)]).toEqual([
    ['hard', 'easy'],
    ['easy', 'hard'],
  ]);
});

test('weighs many ratings more than the author, and a single one less', () => {
  expect(labs.map(effectiveDifficulty)).toEqual([1.75, 2, 2.75, 3]);
});
