import { expect, test } from 'vitest';
import { fileSize } from './file-size.ts';

test.each([
  [61, '61 bytes'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [1_440, '1.4 kB'],
  [20_480, '20 kB'],
  [999_960, '1 MB'],
  [1_250_000, '1.3 MB'],
  [200_000_000, '200 MB'],
  [4_200_000_000, '4.2 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(fileSize(bytes)).toBe(words);
});
