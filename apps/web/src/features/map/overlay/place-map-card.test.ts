import { describe, expect, test } from 'vitest';
import { placeMapCard } from './place-map-card.ts';

describe('placeMapCard', () => {
  const card = { width: 300, height: 200 };
  const room = { left: 0, top: 0, right: 1000, bottom: 700 };
  const hexAt = (x: number, y: number) => ({ left: x - 40, right: x + 40, top: y - 40, bottom: y + 60 });

  test('stays on the screen and never covers its own hex at any position', () => {
    for (let x = 50; x <= 950; x += 50) {
      for (let y = 50; y <= 650; y += 50) {
        const hex = hexAt(x, y);
        const { left, top } = placeMapCard({ hex, card, room, avoid: [], others: [], last: null });
        expect(left).toBeGreaterThanOrEqual(12);
        expect(top).toBeGreaterThanOrEqual(12);
        expect(left + card.width).toBeLessThanOrEqual(988);
        expect(top + card.height).toBeLessThanOrEqual(688);
        const covers =
          left < hex.right && left + card.width > hex.left && top < hex.bottom && top + card.height > hex.top;
        expect(covers, `${x}, ${y}`).toBe(false);
      }
    }
  });

  test('prefers the side where it covers least', () => {
    const others = [hexAt(650, 350), hexAt(700, 420)];
    expect(placeMapCard({ hex: hexAt(500, 350), card, room, avoid: [], others, last: null }).left).toBeLessThan(500);
  });

  test('avoids even the edge of another name if possible', () => {
    const above = { left: 600, right: 700, top: 200, bottom: 320 };
    const { left, top } = placeMapCard({ hex: hexAt(500, 350), card, room, avoid: [], others: [above], last: null });
    expect(left >= above.right || left + card.width <= above.left || top >= above.bottom).toBe(true);
  });

  test('covers as little of its own hex as possible on a screen that is too small', () => {
    const tight = { left: 0, top: 0, right: 340, bottom: 320 };
    const { left, top } = placeMapCard({ hex: hexAt(170, 90), card, room: tight, avoid: [], others: [], last: null });
    expect(Math.max(0, 150 - top), `${left}, ${top}`).toBe(42);
  });
});
