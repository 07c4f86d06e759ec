import { shortenPaths } from '@hexpedition/hexkit/short-path';
import { expect, test, vi } from 'vitest';
import { shippedMap as compile } from '../atlas/testing/shipped-atlas.ts';
import { Camera } from './camera.ts';
import { EDGE_SHARE, keepOnLand, landPoints } from './land.ts';

const shippedMap = compile().map;

/** Two points with 1,000 units of sea between them. */
const land = [
  { x: 0, y: 0 },
  { x: 1_000, y: 0 },
];
const screen = { width: 400, height: 300 };

test('reads the same land from short path data', () => {
  const textsOf = (map: typeof shippedMap) =>
    new Set(landPoints(map).map(({ x, y }) => `${Math.round(x * 10)} ${Math.round(y * 10)}`));
  const points = textsOf(shippedMap);
  expect(points.size).toBeGreaterThan(500);
  expect(textsOf(shortenPaths(shippedMap))).toEqual(points);
});

test('leaves a camera that shows land as it is', () => {
  const camera = { x: 150, y: 100, k: 1 };
  expect(keepOnLand(camera, screen, land, 0)).toBe(camera);
});

test('moves a camera that shows only sea to the nearest land, and no further', () => {
  expect(keepOnLand({ x: 300, y: 0, k: 1 }, screen, land, 0)).toEqual({ x: 200, y: 0, k: 1 });
  expect(keepOnLand({ x: 700, y: 400, k: 1 }, screen, land, 0)).toEqual({ x: 800, y: 150, k: 1 });
  expect(keepOnLand({ x: 300, y: 0, k: 1 }, screen, land, 0.25)).toEqual({ x: 100, y: 0, k: 1 });
});

test('allows any place of a map without land', () => {
  const camera = { x: 9_000, y: 9_000, k: 1 };
  expect(keepOnLand(camera, screen, [], 0)).toBe(camera);
});

const cameraAt = (state: { x: number; y: number; k: number }) => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  return new Camera(
    {
      ...{ world: document.createElement('div'), screen: () => screen, land },
      ...{
        limits: { x: -200, y: -200, width: 1_400, height: 400 },
        onFrame: vi.fn(),
        onPaint: vi.fn(),
        onRest: vi.fn(),
      },
    },
    state,
  );
};

test('zooms to land if there is only sea in the middle', () => {
  const camera = cameraAt({ x: 400, y: 0, k: 0.5 });
  for (let presses = 0; presses < 6; presses++) camera.zoomBy(1.5);
  expect(camera.state.k).toBe(2.6);
  expect(Math.abs(camera.state.x)).toBeLessThanOrEqual((400 / 2.6) * (0.5 - EDGE_SHARE.zoom));
});

test('a drag stops before the last land leaves the screen', () => {
  const camera = cameraAt({ x: 0, y: 0, k: 2 });
  for (let steps = 0; steps < 50; steps++) camera.moveBy(-20, 0);
  expect(camera.state.x).toBeCloseTo(200 * (0.5 - EDGE_SHARE.drag));
});

test('the shipped map has land on every screen, on the smallest at the largest zoom as well', () => {
  const points = landPoints(shippedMap);
  const { x, y, width, height } = shippedMap.bounds;
  for (const { trainings, labs } of shippedMap.continents) {
    for (const place of [...trainings, ...labs]) {
      const camera = { x: place.x, y: place.y, k: 2.6 };
      expect(keepOnLand(camera, { width: 320, height: 300 }, points, EDGE_SHARE.drag)).toBe(camera);
    }
  }
  for (let across = 0; across <= 10; across++) {
    for (let down = 0; down <= 10; down++) {
      const state = { x: x + (width * across) / 10, y: y + (height * down) / 10, k: 2 };
      const moved = keepOnLand(state, { width: 390, height: 500 }, points, EDGE_SHARE.drag);
      expect(points.some((point) => Math.abs(point.x - moved.x) < 98 && Math.abs(point.y - moved.y) < 125)).toBe(true);
    }
  }
});
