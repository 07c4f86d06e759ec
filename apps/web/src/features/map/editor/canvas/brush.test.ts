import { distance } from '@hexpedition/hexkit/hex';
import { expect, test } from 'vitest';
import { brushes, sameHex, stepFrom, strokeBetween, underBrush } from './brush.ts';

const centre = { q: 3, r: -2 };

test.each(brushes)('the brush of %d hexes covers that many', (brush) => {
  expect(underBrush(centre, brush)).toHaveLength(brush);
});

test('leaves no gaps in a fast stroke', () => {
  const stroke = strokeBetween(centre, { q: 9, r: 1 }, 1);
  expect(stroke).toHaveLength(distance(centre, { q: 9, r: 1 }) + 1);
  expect(strokeBetween(undefined, centre, 7)).toHaveLength(7);
});

test('returns to the start with opposite arrows, and goes straight up', () => {
  for (const start of [centre, { q: 0, r: 1 }]) {
    for (const [there, back] of [
      ['ArrowLeft', 'ArrowRight'],
      ['ArrowUp', 'ArrowDown'],
      ['ArrowDown', 'ArrowUp'],
    ] as const) {
      const away = stepFrom(start, there);
      expect(away && distance(start, away)).toBe(1);
      expect(sameHex(away && stepFrom(away, back), start)).toBe(true);
    }
    const up = ['ArrowUp', 'ArrowUp'].reduce((hex, key) => stepFrom(hex, key) ?? hex, start);
    expect(up).toEqual({ q: start.q + 1, r: start.r - 2 });
  }
  expect(stepFrom(centre, 'Enter')).toBeUndefined();
  expect(sameHex(centre, undefined)).toBe(false);
});
