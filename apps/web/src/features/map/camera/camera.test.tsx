import { expect, test, vi } from 'vitest';
import { Camera } from './camera.ts';

test.each([
  ['a small map', 2_000, 0.12],
  ['a large map', 20_000, 0.017],
])('can zoom out until all of %s is visible', (_, size, minZoom) => {
  const camera = new Camera(
    {
      world: document.createElement('div'),
      screen: () => ({ width: 400, height: 500 }),
      limits: { x: 0, y: 0, width: size, height: size },
      land: [],
      onFrame: vi.fn(),
      onPaint: vi.fn(),
      onRest: vi.fn(),
    },
    { x: 900, y: 500, k: 1 },
  );
  camera.zoomAt(0, 0, 0.001);
  expect(camera.state.k).toBeCloseTo(minZoom, 9);
  camera.zoomAt(0, 0, 10_000);
  expect(camera.state.k).toBe(2.6);
});
