import { distance } from '@hexpedition/hexkit/hex';
import { expect, test } from 'vitest';
import { brushes, sameHex, stepFrom, strokeBetween, underBrush } from './brush.ts';

const home = { q: 3, r: -2 };

test.each(brushes)('a brush of %d covers that many hexes', (brush) => {
  expect(underBrush(home, brush)).toHaveLength(brush);
});

test('a fast stroke has no gaps', () => {
  const stroke = strokeBetween(home, { q: 9, r: 1 }, 1);
  expect(stroke).toHaveLength(distance(home, { q: 9, r: 1 }) + 1);
  expect(strokeBetween(undefined, home, 7)).toHaveLength(7);
});

test('arrows come back to where they began, and up goes straight', () => {
  for (const start of [home, { q: 0, r: 1 }]) {
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
  expect(stepFrom(home, 'Enter')).toBeUndefined();
  expect(sameHex(home, undefined)).toBe(false);
});
