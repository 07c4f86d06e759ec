import { expect, test } from 'vitest';
import { readRange } from './byte-range.ts';

test.each([
  ['bytes=0-0', { from: 0, to: 0 }],
  ['bytes=0-', { from: 0, to: 99 }],
  ['bytes=90-', { from: 90, to: 99 }],
  ['bytes=90-1000', { from: 90, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['bytes=-1000', { from: 0, to: 99 }],
  ['Bytes=5-9', { from: 5, to: 9 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=999999999999999-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [undefined, null],
  ['bytes=', null],
  ['bytes=-', null],
  ['bytes=9-5', null],
  ['bytes=0-1,2-3', null],
  ['bytes=a-b', null],
  ['bytes=1e2-', null],
  ['bytes=0x1-', null],
  ['lines=0-1', null],
  ['bytes=0-1\r\nx: y', null],
])('%s of 100 bytes', (header, expected) => {
  expect(readRange(header, 100)).toEqual(expected);
});
