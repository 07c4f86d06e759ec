import { describe, expect, test } from 'vitest';
import { cameraFor, referenceScreen, svgView, type View } from './map-view.ts';

describe('cameraFor', () => {
  const view: View = { x: -100, y: -100, width: 400, height: 200, fit: 'contain', align: 'middle' };

  test('matches SVG’s rendering of the same viewBox', () => {
    expect(cameraFor(view, { width: 800, height: 800 })).toEqual({ x: 100, y: 0, k: 2 });
    expect(cameraFor({ ...view, fit: 'cover' }, { width: 800, height: 800 })).toEqual({ x: 100, y: 0, k: 4 });
    // Only the left 200 of 400 units are visible.
    expect(cameraFor({ ...view, fit: 'cover', align: 'left' }, { width: 800, height: 800 })).toEqual({
      x: 0,
      y: 0,
      k: 4,
    });
    expect(svgView({ ...view, fit: 'cover', align: 'left' })).toEqual({
      viewBox: '-100 -100 400 200',
      preserveAspectRatio: 'xMinYMid slice',
    });
  });

  test('uses the reference screen when the screen is hidden', () => {
    expect(cameraFor(view, { width: 0, height: 0 })).toEqual(cameraFor(view, referenceScreen));
  });
});
