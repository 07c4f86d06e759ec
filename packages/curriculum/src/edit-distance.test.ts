import { expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';

test.each([
  ['injection', 'injection', 0, 0],
  ['injektion', 'injection', 1, 1],
  ['ijnection', 'injection', 1, 1],
  ['injecton', 'injection', 1, 1],
  ['injjection', 'injection', 1, 1],
  ['injekt', 'injection', 4, 1],
  ['cookie', 'session', 6, 5],
  ['', 'ab', 2, 0],
])('the distance from %s to %s is %i, and %i with openEnd', (typed, target, whole, openEnd) => {
  expect(editDistance(typed, target)).toBe(whole);
  expect(editDistance(typed, target, { openEnd: true })).toBe(openEnd);
});
