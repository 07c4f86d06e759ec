import { expect, it } from 'vitest';
import { formatUtcTime, sanitizeName } from './plain-text.ts';

it('shortens a long name and replaces an empty one', () => {
  expect(sanitizeName('x'.repeat(500))).toHaveLength(40);
  expect(sanitizeName(' \n<> ')).toBe('somebody');
  expect(sanitizeName('Firefox 142.0 on Linux')).toBe('Firefox 142.0 on Linux');
  expect(sanitizeName('Zoë_de-Vries2')).toBe('Zoë_de-Vries2');
});

it('formats times in UTC with the month as a word', () => {
  expect(formatUtcTime('2026-11-21T14:05:09.123Z')).toBe('21 November 2026, 14:05 UTC');
  expect(formatUtcTime('2026-11-21T23:30:00-05:00')).toBe('22 November 2026, 04:30 UTC');
  expect(formatUtcTime('<b>now</b>')).toBe('');
});
