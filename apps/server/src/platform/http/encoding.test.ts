import { cpuTime } from '@hexpedition/curriculum/testing/cpu-time';
import { expect, test } from 'vitest';
import { chooseEncoding } from './encoding.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, BR ; q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000,gzip;q=0', 'identity'],
  ['br;q=0.1', 'br'],
  ['brotli, x-gzip', 'identity'],
])('%s selects %s', (accept, encoding) => {
  expect(chooseEncoding(accept)).toBe(encoding);
});

test.each([
  `br${' '.repeat(15_000)}x`,
  `br;${' '.repeat(15_000)}x`,
  `br;q=0${' '.repeat(15_000)}x`,
  ','.repeat(15_000),
  ';'.repeat(15_000),
])('a header of the maximum length costs next to nothing', async (accept) => {
  expect(await cpuTime(() => chooseEncoding(accept))).toBeLessThan(100);
});
