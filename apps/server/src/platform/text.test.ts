import { expect, test } from 'vitest';
import { editDistance, escapeHtml } from './text.ts';

test('escapes all characters that can end an element or an attribute', () => {
  expect(escapeHtml(`<a title='x' id="y">&amp;`)).toBe('&lt;a title=&#39;x&#39; id=&quot;y&quot;&gt;&amp;amp;');
});

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
