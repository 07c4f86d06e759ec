import { expect, test } from 'vitest';
import { gridMarks } from './graticule-scale.ts';

const stage = { width: 1_000, height: 600 };
const frame = (k: number, x = 0, y = 0) => ({
  state: { x, y, k },
  stage,
  centre: { x: 600, y: 300 },
  clear: { left: 200, top: 0, right: 1_000, bottom: 600 },
});

test('places the lines on the grid of the map and numbers them in hexadecimal', () => {
  const marks = gridMarks('x', frame(1), 0);
  expect(marks.map(({ name }) => name)).toEqual(['-0x40', '-0x30', '-0x20', '-0x10', '0x00', '0x10', '0x20', '0x30']);
  expect(marks[4]).toEqual({ at: 600, name: '0x00' });
  expect(marks[5]?.at).toBe(728);
  expect(gridMarks('y', frame(1), 0).map(({ name }) => name)).toEqual(['-30', '-20', '-10', '00', '10', '20']);
});

test('moves the lines with the camera and counts from the corner of the map', () => {
  expect(gridMarks('x', frame(1, 64), 0)).toContainEqual({ at: 536, name: '0x00' });
  expect(gridMarks('x', frame(1), 10)).toContainEqual({ at: 610, name: '0x00' });
});

test('draws fewer lines when zoomed out, so that numbers do not overlap', () => {
  for (const k of [0.05, 0.12, 0.3, 0.71, 0.73, 1, 2.6]) {
    const at = gridMarks('x', frame(k), 0).map((mark) => mark.at);
    for (const [i, pixel] of at.slice(1).entries()) expect(pixel - (at[i] ?? 0)).toBeGreaterThanOrEqual(92);
    expect(at[0]).toBeLessThanOrEqual(200);
    expect(at.at(-1)).toBeLessThan(stage.width);
  }
});
