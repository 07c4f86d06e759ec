import { expect, test } from 'vitest';
import { createRenderBudget } from './render-budget.ts';

test('allows a burst, then a steady rate, separately for each client', () => {
  let at = 0;
  const budget = createRenderBudget({ burst: 3, perSecond: 2, now: () => at });
  expect([1, 2, 3].map(() => budget.take('a'))).toEqual([0, 0, 0]);
  expect(budget.take('a')).toBe(0.5);
  expect(budget.take('b')).toBe(0);
  at += 500;
  expect(budget.take('a')).toBe(0);
  expect(budget.take('a')).toBeGreaterThan(0);
  at += 3_600_000;
  expect([1, 2, 3, 4].map(() => budget.take('a') === 0)).toEqual([true, true, true, false]);
});
