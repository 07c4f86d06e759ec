import { expect, test } from 'vitest';
import { nextTabIndex } from './prose-tabs.ts';

test('arrow keys wrap around', () => {
  expect(nextTabIndex('ArrowRight', 2, 3)).toBe(0);
  expect(nextTabIndex('ArrowLeft', 0, 3)).toBe(2);
});

test('Home and End select the first and last tab, and other keys do nothing', () => {
  expect(nextTabIndex('Home', 2, 3)).toBe(0);
  expect(nextTabIndex('End', 0, 3)).toBe(2);
  expect(nextTabIndex('a', 0, 3)).toBeUndefined();
});
