import type { Hexmap } from '@hexpedition/contract';
import { type Box, overlap } from './box.ts';
import { type CameraState, cameraFor, type Size, wholeView } from './view.ts';

/** How much smaller the picture may become than the screen allows, so that nothing on the map is covered. */
const SMALLEST = 0.7;
const STEPS = 10;

/**
 * The camera of the button "Fit": all land, as large as possible while nothing covers a continent.
 * @param screen the part of the stage that no menu covers
 * @param obstacles what lies on it, in pixels from its upper left; where they leave no room, the least is covered
 */
export function fitMap(map: Hexmap, screen: Size, obstacles: readonly Box[]): CameraState {
  const view = wholeView(map);
  const { x, y, width, height } = view;
  const whole = cameraFor(view, screen);
  let best = { camera: whole, hidden: Infinity };
  for (let step = 0; step <= STEPS && best.hidden > 0; step++) {
    const k = whole.k * (1 - ((1 - SMALLEST) * step) / STEPS);
    for (const [across, down] of places) {
      const left = across * (screen.width - width * k);
      const top = down * (screen.height - height * k);
      const hidden = map.continents.reduce((sum, { bounds: land, label }) => {
        const box = {
          left: left + (land.x - x) * k,
          right: left + (land.x + land.width - x) * k,
          top: top + (Math.min(land.y, label.y - 40) - y) * k,
          bottom: top + (land.y + land.height - y) * k,
        };
        return sum + obstacles.reduce((area, obstacle) => area + overlap(box, obstacle), 0);
      }, 0);
      if (hidden < best.hidden) {
        const camera = { x: x + (screen.width / 2 - left) / k, y: y + (screen.height / 2 - top) / k, k };
        best = { camera, hidden };
      }
    }
  }
  return best.camera;
}

/** Where the picture may stand in the room that is left, from 0 to 1; the middle first. */
const places = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9, 0, 1].flatMap((down, _, all) =>
  all.map((across) => [across, down] as const),
);
