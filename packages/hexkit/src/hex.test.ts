import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hexOf, keyOf } from './cells.ts';
import { corner, distance, fromPixel, HEX_SIZE, line, neighbours, ring, roundHex, sameHex, toPixel } from './hex.ts';

const coordinate = fc.integer({ min: -100, max: 100 });
const hexes = fc.record({ q: coordinate, r: coordinate });

describe('coordinates', () => {
  test('finds the hex of any point well within it', () => {
    const turn = fc.double({ min: 0, max: Math.PI * 2, noNaN: true });
    // A point within the inscribed circle of the hex.
    const far = fc.double({ min: 0, max: HEX_SIZE * 0.86, noNaN: true });
    fc.assert(
      fc.property(hexes, turn, far, (hex, angle, length) => {
        const { x, y } = toPixel(hex);
        expect(fromPixel({ x: x + length * Math.cos(angle), y: y + length * Math.sin(angle) })).toEqual(hex);
      }),
    );
  });

  test('has pointy tops', () => {
    expect(corner({ q: 0, r: 0 }, 5).y).toBeCloseTo(-HEX_SIZE);
    expect(corner({ q: 0, r: 0 }, 5).x).toBeCloseTo(0);
  });

  test('never rounds to minus zero', () => {
    expect(Object.is(roundHex(-0.2, -0.1).q, 0)).toBe(true);
  });

  test('gives each hex a unique key that decodes to the hex', () => {
    fc.assert(
      fc.property(hexes, hexes, (one, other) => {
        expect(hexOf(keyOf(one))).toEqual(one);
        expect(keyOf(one) === keyOf(other)).toBe(sameHex(one, other));
      }),
    );
  });
});

describe('distance', () => {
  test('a hex has six neighbours, each one step away', () => {
    fc.assert(
      fc.property(hexes, (hex) => {
        expect(neighbours(hex).map((next) => distance(hex, next))).toEqual([1, 1, 1, 1, 1, 1]);
        expect(new Set(neighbours(hex).map(keyOf)).size).toBe(6);
      }),
    );
  });

  test('a ring has six hexes per step of radius, all at that distance', () => {
    for (const radius of [1, 2, 5]) {
      const hexes = ring({ q: 3, r: -2 }, radius);
      expect(new Set(hexes.map(keyOf)).size).toBe(6 * radius);
      expect(hexes.every((hex) => distance(hex, { q: 3, r: -2 }) === radius)).toBe(true);
    }
    expect(ring({ q: 3, r: -2 }, 0)).toEqual([{ q: 3, r: -2 }]);
  });

  test('a line goes from end to end in single steps', () => {
    fc.assert(
      fc.property(hexes, hexes, (from, to) => {
        const way = line(from, to);
        expect([way[0], way.at(-1)]).toEqual([from, to]);
        expect(way).toHaveLength(distance(from, to) + 1);
        for (let i = 1; i < way.length; i++) expect(distance(way[i - 1] ?? to, way[i] ?? to)).toBe(1);
      }),
    );
  });
});
