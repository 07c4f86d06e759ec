import { describe, expect, test } from 'vitest';
import { hexOf, keyOf } from './cells.ts';
import { corner, distance, fromPixel, HEX_SIZE, line, neighbours, ring, roundHex, toPixel } from './hex.ts';
import { random } from './testing.ts';

const some = Array.from({ length: 200 }, (_, i) => {
  const next = random(i);
  return { q: Math.floor(next() * 200) - 100, r: Math.floor(next() * 200) - 100 };
});

describe('coordinates', () => {
  test('any point well within a hex finds that hex', () => {
    const next = random(1);
    for (const hex of some) {
      const angle = next() * Math.PI * 2;
      const far = next() * HEX_SIZE * 0.86; // the inscribed circle
      const centre = toPixel(hex);
      expect(fromPixel({ x: centre.x + far * Math.cos(angle), y: centre.y + far * Math.sin(angle) })).toEqual(hex);
    }
  });

  test('the tops are pointy', () => {
    expect(corner({ q: 0, r: 0 }, 5).y).toBeCloseTo(-HEX_SIZE);
    expect(corner({ q: 0, r: 0 }, 5).x).toBeCloseTo(0);
  });

  test('rounding never answers with minus zero', () => {
    expect(Object.is(roundHex(-0.2, -0.1).q, 0)).toBe(true);
  });

  test('keys are unique and lead back', () => {
    for (const hex of some) expect(hexOf(keyOf(hex))).toEqual(hex);
    expect(new Set(some.map(keyOf)).size).toBe(new Set(some.map(({ q, r }) => `${q},${r}`)).size);
  });
});

describe('distance', () => {
  test('neighbours are one step away, and six', () => {
    for (const hex of some.slice(0, 20)) {
      expect(neighbours(hex).map((next) => distance(hex, next))).toEqual([1, 1, 1, 1, 1, 1]);
    }
  });

  test('a ring has six hexes a step of radius, all at that distance', () => {
    for (const radius of [1, 2, 5]) {
      const hexes = ring({ q: 3, r: -2 }, radius);
      expect(new Set(hexes.map(keyOf)).size).toBe(6 * radius);
      expect(hexes.every((hex) => distance(hex, { q: 3, r: -2 }) === radius)).toBe(true);
    }
    expect(ring({ q: 3, r: -2 }, 0)).toEqual([{ q: 3, r: -2 }]);
  });

  test('a line goes step by step from end to end', () => {
    for (const hex of some.slice(0, 50)) {
      const way = line({ q: 1, r: 1 }, hex);
      expect(way[0]).toEqual({ q: 1, r: 1 });
      expect(way.at(-1)).toEqual(hex);
      for (let i = 1; i < way.length; i++) expect(distance(way[i - 1] ?? hex, way[i] ?? hex)).toBe(1);
    }
  });
});
