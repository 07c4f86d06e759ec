import { expect, test } from 'vitest';
import { neighbour } from './tabs.ts';

test('arrows go round', () => {
  expect(neighbour('ArrowRight', 2, 3)).toBe(0);
  expect(neighbour('ArrowLeft', 0, 3)).toBe(2);
});

test('Home and End go to the ends, other keys nowhere', () => {
  expect(neighbour('Home', 2, 3)).toBe(0);
  expect(neighbour('End', 0, 3)).toBe(2);
  expect(neighbour('a', 0, 3)).toBeUndefined();
});
