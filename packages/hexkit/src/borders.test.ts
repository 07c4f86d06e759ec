import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { borders, type Corner, innerEdges } from './borders.ts';
import { cellsOf, decodeRuns, encodeRuns, grow, hexOf, keyOf, parts } from './cells.ts';
import { neighbours, ring } from './hex.ts';
import { boundsOf, coastPath, gridPath, landPath, shoalPath } from './svg.ts';
import { disk, islands } from './testing.ts';

/** Twice the area that a border encloses, in integer corner units: one hex has an area of 12 units. */
const doubleArea = (loop: readonly Corner[]): number =>
  loop.reduce((sum, a, i) => {
    const b = loop[(i + 1) % loop.length] ?? a;
    return sum + a.cx * b.cy - b.cx * a.cy;
  }, 0);

describe('borders', () => {
  test('enclose exactly the area of the cells, minus the holes', () => {
    fc.assert(
      fc.property(islands, (cells) => {
        const loops = borders(cells);
        expect(loops.reduce((sum, loop) => sum + doubleArea(loop), 0)).toBe(12 * cells.size);
      }),
    );
  });

  test('gives each island one outer border and each lake one border with the opposite direction', () => {
    fc.assert(
      fc.property(islands, (cells) => {
        const sea = cellsOf(disk(8).filter((hex) => !cells.has(keyOf(hex))));
        const turns = borders(cells).map(doubleArea);
        expect(turns.filter((turn) => turn > 0)).toHaveLength(parts(cells).length);
        // The open sea is not a lake.
        expect(turns.filter((turn) => turn < 0)).toHaveLength(parts(sea).length - 1);
      }),
    );
  });

  test('closes every border edge by edge, without crossing itself or another border', () => {
    fc.assert(
      fc.property(islands, (cells) => {
        const loops = borders(cells);
        for (const loop of loops) {
          loop.forEach((a, i) => {
            const b = loop[(i + 1) % loop.length] ?? a;
            const [dx, dy] = [Math.abs(a.cx - b.cx), Math.abs(a.cy - b.cy)];
            expect([dx, dy]).toEqual(dx === 0 ? [0, 2] : [1, 1]);
          });
        }
        const corners = loops.flat().map(({ cx, cy }) => `${cx},${cy}`);
        expect(new Set(corners).size).toBe(corners.length);
      }),
    );
  });

  test('contains each edge between land and sea once, and each inner edge once', () => {
    fc.assert(
      fc.property(islands, (cells) => {
        const outer = [...cells].flatMap((key) =>
          neighbours(hexOf(key)).filter((hex) => !cells.has(keyOf(hex))),
        ).length;
        expect(borders(cells).reduce((sum, loop) => sum + loop.length, 0)).toBe(outer);
        expect(innerEdges(cells).length).toBe((cells.size * 6 - outer) / 2);
      }),
    );
  });

  test('gives a ring of hexes an outer border and a hole with the opposite direction', () => {
    const areas = borders(cellsOf(ring({ q: 0, r: 0 }, 1))).map((loop) => doubleArea(loop) / 12);
    expect(areas.sort((a, b) => a - b)).toEqual([-1, 7]);
  });

  test('gives no borders for no cells', () => {
    expect(borders(new Set())).toEqual([]);
    expect(boundsOf(new Set())).toEqual({ x: 0, y: 0, width: 0, height: 0 });
  });
});

describe('paths', () => {
  test('writes the path of one hex', () => {
    const one = cellsOf([{ q: 0, r: 0 }]);
    expect(landPath(one)).toBe('M34.6 -20L34.6 20L0 40L-34.6 20L-34.6 -20L0 -40Z');
    expect(coastPath(one)).toMatch(/^M17\.3 -30Q34\.6 -20 34\.6 0Q.*Z$/);
    expect(gridPath(one)).toBe('');
  });

  test('draws depth lines around the land and merges those of islands that are close together', () => {
    const near = cellsOf([
      { q: 0, r: 0 },
      { q: 4, r: 0 },
    ]);
    expect(coastPath(near).split('M').length - 1).toBe(2);
    expect(shoalPath(near, 2).split('M').length - 1).toBe(1);
  });

  test('writes numbers with at most one decimal', () => {
    fc.assert(
      fc.property(islands, (cells) => {
        expect(`${coastPath(cells)}${landPath(cells)}${gridPath(cells)}${shoalPath(cells, 2)}`).not.toMatch(/\.\d\d/);
      }),
      { numRuns: 20 },
    );
  });
});

describe('cells', () => {
  test('round-trips cells through runs, and runs through cells', () => {
    fc.assert(
      fc.property(islands, (cells) => {
        const runs = encodeRuns(cells);
        expect(decodeRuns(runs)).toEqual(cells);
        expect(JSON.stringify(encodeRuns(new Set([...cells].reverse())))).toBe(JSON.stringify(runs));
      }),
    );
  });

  test('splits cells into parts that do not touch each other and that together are all cells', () => {
    fc.assert(
      fc.property(islands, (cells) => {
        const all = parts(cells);
        expect(new Set(all.flatMap((part) => [...part]))).toEqual(cells);
        expect(all.reduce((sum, part) => sum + part.size, 0)).toBe(cells.size);
        for (const part of all)
          for (const key of part)
            for (const next of neighbours(hexOf(key))) expect(part.has(keyOf(next))).toBe(cells.has(keyOf(next)));
      }),
    );
  });

  test('grows one hex into the hexagon of that radius', () => {
    expect(grow(cellsOf([{ q: 0, r: 0 }]), 3).size).toBe(37);
  });
});
