import { expect, it } from 'vitest';
import { iconPaths } from '#ui/icon-paths.ts';
import { translatePath } from './translate-path.ts';

it('moves absolute coordinates and scales everything', () => {
  const at = { x: 100, y: 1000 };
  expect(translatePath('M1 2 3-4l5-6h7v-8H9V.5Z', at, 2)).toBe('M102 1004 106 992l10-12h14v-16H118V1001Z');
  expect(translatePath('M0 0c1 2 3 4 5 6S7 8 9 10', at)).toBe('M100 1000c1 2 3 4 5 6S107 1008 109 1010');
});

it('keeps the rotation and the flags of arcs', () => {
  expect(translatePath('M1 1a2 3 45 0 1 4-5A2 3 45 1 0 4 5', { x: 10, y: 20 }, 2)).toBe(
    'M12 22a4 6 45 0 1 8-10A4 6 45 1 0 18 30',
  );
});

it('returns every icon unchanged after a round trip', () => {
  for (const d of Object.values(iconPaths)) {
    const there = translatePath(d, { x: 30, y: -70 }, 2);
    expect(translatePath(translatePath(there, { x: -30, y: 70 }), { x: 0, y: 0 }, 0.5)).toBe(
      translatePath(d, { x: 0, y: 0 }),
    );
  }
});
