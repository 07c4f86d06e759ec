import type { Hexmap } from '@hexpedition/contract';
import { placeBox } from '../scene/name-box.ts';
import { type Box, overlap } from './box.ts';
import type { CameraState, Size } from './view.ts';

/** Pixels between the picture and the end of the screen; above and on the left lie the rulers of the graticule. */
const EDGE = { left: 34, top: 28, right: 12, bottom: 12 } as const;
/** On a phone there is no ruler on the left, and every pixel counts. */
const NARROW = { ...EDGE, left: 8, right: 8 } as const;
/** Pixels between a hex or a name and what lies on the map. */
const GAP = 8;
const CLOSEST = 1.2;
const FURTHEST = 0.03;
/** How much smaller the next try is. */
const SMALLER = 0.98;
/** How much smaller the picture may become than the screen allows, so that nothing on the map is covered. */
const SMALLEST = 0.6;

/**
 * The camera of the button "Fit": all land and all names of continents, as large as possible while nothing covers a
 * course, a lab or a name. A card may lie on an empty beach: otherwise one corner of an island would make the whole
 * map small.
 * @param screen the part of the stage that no menu covers
 * @param obstacles what lies on it, in pixels from its upper left; where they leave no room, the least is covered
 */
export function fitMap(map: Hexmap, screen: Size, obstacles: readonly Box[]): CameraState {
  const edge = screen.width < 660 ? NARROW : EDGE;
  const room = { width: screen.width - edge.left - edge.right, height: screen.height - edge.top - edge.bottom };
  const items = map.continents.flatMap(({ trainings, labs }) =>
    [...trainings, ...labs].map((item) => moved(aroundAnItem, item)),
  );
  let best: { camera: CameraState; hidden: number } | undefined;
  let largest = 0;
  for (let k = CLOSEST; k > FURTHEST && k > largest * SMALLEST && best?.hidden !== 0; k *= SMALLER) {
    const names = map.continents.map((continent) => moved(placeBox(continent, k), continent.label));
    const all = around([...names, ...map.continents.map(({ bounds }) => boxOf(bounds))]);
    const things = [...items, ...names];
    const spare = {
      x: room.width - (all.right - all.left) * k,
      y: room.height - (all.bottom - all.top) * k,
    };
    if (spare.x < 0 || spare.y < 0) continue;
    largest ||= k;
    for (const [across, down] of places) {
      const origin = { x: edge.left + across * spare.x - all.left * k, y: edge.top + down * spare.y - all.top * k };
      // What the obstacles cover, in map units.
      const covers = obstacles.map((box) => ({
        left: (box.left - GAP - origin.x) / k,
        top: (box.top - GAP - origin.y) / k,
        right: (box.right + GAP - origin.x) / k,
        bottom: (box.bottom + GAP - origin.y) / k,
      }));
      const hidden = covers.reduce((sum, cover) => sum + things.filter((thing) => overlap(thing, cover) > 0).length, 0);
      if (best && hidden >= best.hidden) continue;
      best = {
        hidden,
        camera: { x: (screen.width / 2 - origin.x) / k, y: (screen.height / 2 - origin.y) / k, k },
      };
    }
  }
  return best?.camera ?? { ...middleOf(boxOf(map.bounds)), k: FURTHEST };
}

/** Where the picture may stand in the room that is left, from 0 to 1; the middle first. */
const steps = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9, 0, 1];
const places = steps
  .flatMap((down) => steps.map((across) => [across, down] as const))
  .sort(([a, b], [c, d]) => Math.hypot(a - 0.5, b - 0.5) - Math.hypot(c - 0.5, d - 0.5));

interface Point {
  x: number;
  y: number;
}

/** A hex with the first line of its name. */
const aroundAnItem: Box = { left: -42, top: -42, right: 42, bottom: 56 };

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
const around = (boxes: readonly Box[]): Box => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  top: Math.min(...boxes.map(({ top }) => top)),
  right: Math.max(...boxes.map(({ right }) => right)),
  bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
});
const middleOf = ({ left, top, right, bottom }: Box): Point => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
