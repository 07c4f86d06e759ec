import { usernamePattern } from '@hexpedition/contract';
import { expect, test } from 'vitest';
import { suggestUsernames } from './suggest-usernames.ts';

const first = (...given: unknown[]) => suggestUsernames(given).next().value;

test.each([
  [['mara'], 'mara'],
  [['Zoë Łucja Müller'], 'Zoe-ucja-Muller'],
  [['mara@example.org', 'Mara M.'], 'mara'],
  [[undefined, 'Mara M.'], 'Mara-M'],
  [['', '  ', '李雷', 'li.lei@example.org'], 'li-lei'],
  [['_-x-_', 'x', null, 7, { a: 1 }], 'learner'],
  [['<script>alert(1)</script>'], 'script-alert-1-script'],
  [['a'.repeat(300)], 'a'.repeat(24)],
  [[`${'a'.repeat(23)}-b`], 'a'.repeat(23)],
])('turns %j into %s', (given, name) => {
  expect(first(...given)).toBe(name);
});

test('yields valid, numbered alternatives', () => {
  const names = [...suggestUsernames(['a'.repeat(40)])];
  expect(names.slice(0, 3)).toEqual(['a'.repeat(24), `${'a'.repeat(22)}-2`, `${'a'.repeat(22)}-3`]);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(usernamePattern);
});

test('does not yield a reserved name', () => {
  expect(first('admin')).toBe('admin-2');
});
