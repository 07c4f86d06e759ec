import type { Hexmap } from '@hexpedition/contract';
import { continentNameBox } from '../scene/name-box.ts';
import { type Box, overlap } from './box.ts';
import type { CameraState, Size } from './map-view.ts';

/** Pixels between the picture and the edge of the screen. The graticule's rulers are at the top and on the left. */
const EDGE = { left: 34, top: 28, right: 12, bottom: 12 } as const;
/** Edges on a phone, which has no ruler on the left. */
const NARROW = { ...EDGE, left: 8, right: 8 } as const;
/** Minimum distance in pixels between an obstacle and a hex or a name. */
const GAP = 8;
const MAX_ZOOM = 1.2;
const MIN_ZOOM = 0.03;
/** Factor between one tried zoom and the next. */
const ZOOM_STEP = 0.98;
/** Smallest share of the largest possible zoom that is tried to keep everything uncovered. */
const MIN_SHARE = 0.6;

/**
 * Returns the camera of the button "Fit". It shows all land and all names of continents as large as possible while no
 * obstacle covers a course, a lab or a name. Obstacles may cover empty land, because otherwise one corner of an island
 * would make the whole map small.
 * @param screen the part of the stage that no menu covers
 * @param obstacles boxes in pixels from the screen's upper left; if they leave no room, as little as possible is covered
 */
export function fitMap(map: Hexmap, screen: Size, obstacles: readonly Box[]): CameraState {
  const edge = screen.width < 660 ? NARROW : EDGE;
  const room = { width: screen.width - edge.left - edge.right, height: screen.height - edge.top - edge.bottom };
  const items = map.continents.flatMap(({ trainings, labs }) =>
    [...trainings, ...labs].map((item) => moved(itemBox, item)),
  );
  let best: { camera: CameraState; hidden: number } | undefined;
  let largest = 0;
  for (let k = MAX_ZOOM; k > MIN_ZOOM && k > largest * MIN_SHARE && best?.hidden !== 0; k *= ZOOM_STEP) {
    const names = map.continents.map((continent) => moved(continentNameBox(continent, k), continent.label));
    const all = boundsOf([...names, ...map.continents.map(({ bounds }) => boxOf(bounds))]);
    const visible = [...items, ...names];
    const spare = {
      x: room.width - (all.right - all.left) * k,
      y: room.height - (all.bottom - all.top) * k,
    };
    if (spare.x < 0 || spare.y < 0) continue;
    largest ||= k;
    for (const [across, down] of offsets) {
      const origin = { x: edge.left + across * spare.x - all.left * k, y: edge.top + down * spare.y - all.top * k };
      // Areas that the obstacles cover, in map units.
      const covers = obstacles.map((box) => ({
        left: (box.left - GAP - origin.x) / k,
        top: (box.top - GAP - origin.y) / k,
        right: (box.right + GAP - origin.x) / k,
        bottom: (box.bottom + GAP - origin.y) / k,
      }));
      const hidden = covers.reduce((sum, cover) => sum + visible.filter((box) => overlap(box, cover) > 0).length, 0);
      if (best && hidden >= best.hidden) continue;
      best = {
        hidden,
        camera: { x: (screen.width / 2 - origin.x) / k, y: (screen.height / 2 - origin.y) / k, k },
      };
    }
  }
  return best?.camera ?? { ...middleOf(boxOf(map.bounds)), k: MIN_ZOOM };
}

/** Offsets of the picture within the spare room, from 0 to 1, starting in the middle. */
const steps = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9, 0, 1];
const offsets = steps
  .flatMap((down) => steps.map((across) => [across, down] as const))
  .sort(([a, b], [c, d]) => Math.hypot(a - 0.5, b - 0.5) - Math.hypot(c - 0.5, d - 0.5));

interface Point {
  x: number;
  y: number;
}

/** Box of a hex and the first line of its name, around the hex's centre. */
const itemBox: Box = { left: -42, top: -42, right: 42, bottom: 56 };

const boxOf = ({ x, y, width, height }: Hexmap['bounds']): Box => ({
  left: x,
  top: y,
  right: x + width,
  bottom: y + height,
});
const moved = ({ left, top, right, bottom }: Box, { x, y }: Point): Box => ({
  left: left + x,
  top: top + y,
  right: right + x,
  bottom: bottom + y,
});
const boundsOf = (boxes: readonly Box[]): Box => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  top: Math.min(...boxes.map(({ top }) => top)),
  right: Math.max(...boxes.map(({ right }) => right)),
  bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
});
const middleOf = ({ left, top, right, bottom }: Box): Point => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
