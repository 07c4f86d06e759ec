import { expect, it } from 'vitest';
import { formatUtcTime, sanitizeName } from './plain-text.ts';

it('cuts a long name, and calls an empty one somebody', () => {
  expect(sanitizeName('x'.repeat(500))).toHaveLength(40);
  expect(sanitizeName(' \n<> ')).toBe('somebody');
  expect(sanitizeName('Firefox 142.0 on Linux')).toBe('Firefox 142.0 on Linux');
  expect(sanitizeName('Zoë_de-Vries2')).toBe('Zoë_de-Vries2');
});

it('writes times so that there is one way to read them', () => {
  expect(formatUtcTime('2026-11-21T14:05:09.123Z')).toBe('21 November 2026, 14:05 UTC');
  expect(formatUtcTime('2026-11-21T23:30:00-05:00')).toBe('22 November 2026, 04:30 UTC');
  expect(formatUtcTime('<b>now</b>')).toBe('');
});
