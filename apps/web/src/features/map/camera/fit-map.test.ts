import { describe, expect, test } from 'vitest';
import { shippedMap } from '../atlas/testing/shipped-atlas.ts';
import { continentNameBox } from '../scene/name-box.ts';
import { type Box, overlap } from './box.ts';
import { fitMap } from './fit-map.ts';
import type { CameraState, Size } from './map-view.ts';

describe('fitMap', () => {
  const { map } = shippedMap();

  /** Converts a box from map units to pixels on the screen. */
  const onScreen = ({ width, height }: Size, { x, y, k }: CameraState, { left, top, right, bottom }: Box): Box => ({
    left: width / 2 + (left - x) * k,
    top: height / 2 + (top - y) * k,
    right: width / 2 + (right - x) * k,
    bottom: height / 2 + (bottom - y) * k,
  });
  const lands = map.continents.map(({ bounds: { x, y, width, height } }) => ({
    left: x,
    top: y,
    right: x + width,
    bottom: y + height,
  }));
  const hexes = map.continents.flatMap(({ trainings, labs }) =>
    [...trainings, ...labs].map(({ x, y }) => ({ left: x - 40, top: y - 40, right: x + 40, bottom: y + 40 })),
  );
  const namesAt = (k: number) =>
    map.continents.map((continent) => {
      const { left, top, right, bottom } = continentNameBox(continent, k);
      const { x, y } = continent.label;
      return { left: x + left, top: y + top, right: x + right, bottom: y + bottom };
    });

  const card = { left: 32, top: 585, right: 400, bottom: 797 };
  const buttons = { left: 912, top: 757, right: 1188, bottom: 797 };

  test.each<[string, Size, Box[]]>([
    ['a desk', { width: 1204, height: 813 }, []],
    ['a desk with card and buttons', { width: 1204, height: 813 }, [card, buttons]],
    ['a tablet with card and buttons', { width: 800, height: 812 }, [card, { ...buttons, left: 508, right: 784 }]],
    ['a phone with buttons', { width: 390, height: 535 }, [{ left: 102, top: 483, right: 378, bottom: 523 }]],
  ])('shows all land on %s without covering a hex or a name, and fills most of the screen', (_, screen, obstacles) => {
    const camera = fitMap(map, screen, obstacles);
    const boxes = [...lands, ...namesAt(camera.k)].map((box) => onScreen(screen, camera, box));
    for (const { left, top, right, bottom } of boxes) {
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(screen.width);
      expect(bottom).toBeLessThanOrEqual(screen.height);
    }
    for (const box of [...hexes, ...namesAt(camera.k)].map((area) => onScreen(screen, camera, area)))
      for (const obstacle of obstacles) expect(overlap(box, obstacle)).toBe(0);
    const span = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
    const rise = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
    expect(Math.max(span / screen.width, rise / screen.height)).toBeGreaterThan(0.78);
  });

  test('shows all of a map that is much larger than the screen', () => {
    const times = 4;
    const far = ({ x, y, width, height }: (typeof map)['bounds']) => ({
      x: x * times,
      y: y * times,
      width: width * times,
      height: height * times,
    });
    const large = {
      ...map,
      bounds: far(map.bounds),
      continents: map.continents.map((one) => ({ ...one, bounds: far(one.bounds) })),
    };
    const { width } = far(map.bounds);
    const { k } = fitMap(large, { width: 390, height: 535 }, []);
    expect(k * width).toBeLessThan(390);
    expect(k * width).toBeGreaterThan(300);
  });

  test('ignores obstacles over the sea, and shows the map even if obstacles leave no room', () => {
    const screen = { width: 1200, height: 820 };
    const free = fitMap(map, screen, []);
    expect(fitMap(map, screen, [{ left: 0, top: 0, right: 9, bottom: 9 }])).toEqual(free);
    const all = { left: 0, top: 0, right: 1200, bottom: 820 };
    expect(fitMap(map, screen, [all]).k).toBeGreaterThan(free.k / 2);
  });
});
