import { describe, expect, test } from 'vitest';
import { borders, innerEdges, signedArea } from './borders.ts';
import { cellsOf, decodeRuns, encodeRuns, grow, hexOf, keyOf, parts } from './cells.ts';
import { HEX_SIZE, neighbours, ring } from './hex.ts';
import { boundsOf, coastPath, gridPath, landPath, shoalPath } from './svg.ts';
import { blob } from './testing.ts';

const HEX_AREA = ((3 * Math.sqrt(3)) / 2) * HEX_SIZE ** 2;
const blobs = Array.from({ length: 60 }, (_, seed) => blob(seed, 1 + seed * 4));

describe('borders', () => {
  test('what they enclose is exactly the area of the cells, holes taken off', () => {
    for (const cells of blobs) {
      const area = borders(cells).reduce((sum, loop) => sum + signedArea(loop), 0);
      expect(area / HEX_AREA).toBeCloseTo(cells.size, 6);
    }
  });

  test('every border closes: consecutive corners are one edge apart, the last and the first too', () => {
    for (const cells of blobs) {
      for (const loop of borders(cells)) {
        loop.forEach((a, i) => {
          const b = loop[(i + 1) % loop.length] ?? a;
          const [dx, dy] = [Math.abs(a.cx - b.cx), Math.abs(a.cy - b.cy)];
          expect([dx, dy]).toEqual(dx === 0 ? [0, 2] : [1, 1]);
        });
      }
    }
  });

  test('each edge between land and sea is there once, each inner edge once', () => {
    for (const cells of blobs) {
      const outer = [...cells].flatMap((key) => neighbours(hexOf(key)).filter((hex) => !cells.has(keyOf(hex)))).length;
      expect(borders(cells).reduce((sum, loop) => sum + loop.length, 0)).toBe(outer);
      expect(innerEdges(cells).length).toBe((cells.size * 6 - outer) / 2);
    }
  });

  test('a ring of hexes has an outer border and a hole, of opposite turn', () => {
    const areas = borders(cellsOf(ring({ q: 0, r: 0 }, 1))).map((loop) => Math.round(signedArea(loop) / HEX_AREA));
    expect(areas.sort((a, b) => a - b)).toEqual([-1, 7]);
  });

  test('islands have a border each', () => {
    const cells = cellsOf([
      { q: 0, r: 0 },
      { q: 5, r: 0 },
      { q: 0, r: 5 },
    ]);
    expect(borders(cells).length).toBe(3);
  });

  test('no cells, no borders', () => {
    expect(borders(new Set())).toEqual([]);
    expect(boundsOf(new Set())).toEqual({ x: 0, y: 0, width: 0, height: 0 });
  });
});

describe('paths', () => {
  test('one hex, written out', () => {
    const one = cellsOf([{ q: 0, r: 0 }]);
    expect(landPath(one)).toBe('M34.6 -20L34.6 20L0 40L-34.6 20L-34.6 -20L0 -40Z');
    expect(coastPath(one)).toMatch(/^M17\.3 -30Q34\.6 -20 34\.6 0Q.*Z$/);
    expect(gridPath(one)).toBe('');
  });

  test('depth lines lie around the land, and those of near islands merge', () => {
    const near = cellsOf([
      { q: 0, r: 0 },
      { q: 4, r: 0 },
    ]);
    expect(coastPath(near).split('M').length - 1).toBe(2);
    expect(shoalPath(near, 2).split('M').length - 1).toBe(1);
  });

  test('numbers have one decimal at most', () => {
    for (const cells of blobs.slice(0, 10)) {
      expect(`${coastPath(cells)}${landPath(cells)}${gridPath(cells)}${shoalPath(cells, 2)}`).not.toMatch(/\.\d\d/);
    }
  });
});

describe('cells', () => {
  test('runs lead back to the same cells, and the same cells to the same runs', () => {
    for (const cells of blobs) {
      const runs = encodeRuns(cells);
      expect(decodeRuns(runs)).toEqual(cells);
      expect(JSON.stringify(encodeRuns(new Set([...cells].reverse())))).toBe(JSON.stringify(runs));
    }
  });

  test('a blob is one part, two blobs far apart are two', () => {
    for (const cells of blobs) expect(parts(cells).length).toBe(1);
    expect(parts(new Set([...blob(1, 20), ...blob(2, 20, { q: 90, r: 0 })])).length).toBe(2);
  });

  test('growing one hex gives the hexagon of that radius', () => {
    expect(grow(cellsOf([{ q: 0, r: 0 }]), 3).size).toBe(37);
  });
});
