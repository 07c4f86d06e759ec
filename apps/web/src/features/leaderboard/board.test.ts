import { expect, test } from 'vitest';
import { readBoard, spanOf } from './board.ts';

test('a board is read from the address, what is unknown left out', () => {
  const whole = { period: 'week', continent: 'web-hacking', cursor: 'WzUwLDEyMF0_-' };
  expect(readBoard({ ...whole, page: 3 })).toEqual(whole);
  for (const search of [
    { period: 'all', continent: 'No!', cursor: 'a b' },
    { period: 5, continent: 'x'.repeat(81), cursor: 'a'.repeat(201) },
    { continent: 'web-', cursor: 5 },
  ]) {
    expect(readBoard(search)).toEqual({});
  }
});

test('a span is named by its days, the last one among them', () => {
  const week = { from: '2026-12-28T00:00:00.000Z', until: '2027-01-04T00:00:00.000Z' };
  expect(spanOf({ period: 'week' }, week)).toBe('28 Dec 2026 to 3 Jan 2027');
  const month = { from: '2026-11-01T00:00:00.000Z', until: '2026-12-01T00:00:00.000Z' };
  expect(spanOf({ period: 'month' }, month)).toBe('November 2026');
  expect(spanOf({}, null)).toBe('All time');
});
