import { expect, test, vi } from 'vitest';
import { Camera } from './camera.ts';

test.each([
  ['a map that is small', 2_000, 0.12],
  ['a map that is large', 20_000, 0.017],
])('the furthest view of %s shows all of it', (_, size, least) => {
  const camera = new Camera(
    {
      world: document.createElement('div'),
      screen: () => ({ width: 400, height: 500 }),
      limits: { x: 0, y: 0, width: size, height: size },
      onFrame: vi.fn(),
      onPaint: vi.fn(),
      onRest: vi.fn(),
    },
    { x: 900, y: 500, k: 1 },
  );
  camera.zoomAt(0, 0, 0.001);
  expect(camera.state.k).toBeCloseTo(least, 9);
  camera.zoomAt(0, 0, 10_000);
  expect(camera.state.k).toBe(2.6);
});
