import { describe, expect, test } from 'vitest';
import { shippedMap } from '../atlas/testing.ts';
import { overlap } from './box.ts';
import { fitMap } from './fit-map.ts';

describe('fitMap', () => {
  const { map } = shippedMap();
  const corner = { left: 32, top: 620, right: 400, bottom: 810 };
  const controls = { left: 900, top: 640, right: 1190, bottom: 810 };
  const lands = ({ x, y, k }: { x: number; y: number; k: number }) =>
    map.continents.map(({ bounds }) => ({
      left: 600 + (bounds.x - x) * k,
      top: 410 + (bounds.y - y) * k,
      right: 600 + (bounds.x + bounds.width - x) * k,
      bottom: 410 + (bounds.y + bounds.height - y) * k,
    }));

  test.each([
    ['nothing lies on it', []],
    ['a card and the controls lie on it', [corner, controls]],
  ])('shows every continent of the shipped map whole where %s', (_, obstacles) => {
    const boxes = lands(fitMap(map, { width: 1200, height: 820 }, obstacles));
    for (const box of boxes) {
      expect(Math.min(box.left, box.top)).toBeGreaterThan(0);
      expect(box.right).toBeLessThan(1200);
      expect(box.bottom).toBeLessThan(820);
      for (const obstacle of obstacles) expect(overlap(box, obstacle)).toBe(0);
    }
  });

  test('is not moved by what lies on the sea, and shows something where there is no room', () => {
    const free = fitMap(map, { width: 1200, height: 820 }, []);
    expect(fitMap(map, { width: 1200, height: 820 }, [{ left: 0, top: 0, right: 9, bottom: 9 }])).toEqual(free);
    const all = { left: 0, top: 0, right: 1200, bottom: 820 };
    expect(fitMap(map, { width: 1200, height: 820 }, [all]).k).toBeGreaterThan(free.k / 2);
  });
});
