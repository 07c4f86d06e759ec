import type { Atlas, MapNode } from '../atlas/atlas.ts';
import { type Box, obstaclesOn } from '../camera/box.ts';
import { type Frame, type MapFrame, onStage } from '../camera/map-frame.ts';
import { radius } from '../scene/hexagon.ts';
import { levelAt } from '../scene/level-of-detail.ts';
import { nodeBox, placeBox } from '../scene/name-box.ts';
import { placeMapCard } from './place-map-card.ts';

/** What the map card should not cover, in map units around the middle of each thing. */
function boxesAt(k: number, node: MapNode, atlas: Atlas) {
  const own = nodeBox(node, k, node.kind === 'lab' ? 20 : 11);
  const nodes = atlas.nodes.filter((other) => other !== node);
  return {
    level: levelAt(k),
    // With the ring of the focus, and above it the flag of the learner's place.
    own: {
      left: Math.min(own.left, -radius.cell),
      top: -radius.cell - 22,
      right: Math.max(own.right, radius.cell),
      bottom: Math.max(own.bottom, radius.cell) + 4,
    },
    others: [
      ...nodes.map((other) => ({ centre: other, box: nodeBox(other, k) })),
      // The names of continents are worth seeing, too.
      ...atlas.map.continents.map((continent) => ({ centre: continent.label, box: placeBox(continent, k) })),
    ],
  };
}

/** Map units: half of the largest box, and half of the hex beside which the card stands. */
const REACH = 400;

const onScreen = ({ left, top, right, bottom }: Box, { x, y }: { x: number; y: number }, k: number): Box => ({
  left: x + left * k,
  top: y + top * k,
  right: x + right * k,
  bottom: y + bottom * k,
});

/** Keeps the map card beside its hex and on the screen, frame by frame. @returns what ends it */
export function followHex(card: HTMLElement, node: MapNode, atlas: Atlas, frame: MapFrame): () => void {
  const size = { width: card.offsetWidth, height: card.offsetHeight };
  // Controls and the card in the corner: siblings on the stage.
  const avoid = obstaclesOn(card.parentElement);
  /** Whether the card beside its hex can touch what lies there: a large map has hundreds of things, with every frame. */
  const isInReach = ({ x, y }: { x: number; y: number }, k: number) =>
    Math.abs(x - node.x) * k < size.width + REACH * k + 40 && Math.abs(y - node.y) * k < size.height + REACH * k + 40;
  let last: number | null = null;
  let boxes: ReturnType<typeof boxesAt> | undefined;
  const follow = (now: Frame) => {
    const { k } = now.state;
    // They change with the level of detail only, and not with every frame.
    if (boxes?.level !== levelAt(k)) boxes = boxesAt(k, node, atlas);
    const at = onStage(now, node);
    const { left, right, bottom } = now.clear;
    const hex = onScreen(boxes.own, at, k);
    const others = boxes.others
      .filter(({ centre }) => isInReach(centre, k))
      .map(({ box, centre }) => onScreen(box, onStage(now, centre), k));
    const place = placeMapCard({ hex, card: size, room: { left, top: 18, right, bottom }, avoid, others, last });
    last = place.choice;
    // Variables, not the transform itself: on phones the sheet's rule has to win.
    card.style.setProperty('--left', `${Math.round(place.left)}px`);
    card.style.setProperty('--top', `${Math.round(place.top)}px`);
    card.dataset.placed = '';
    card.dataset.away = String(at.x < left - 20 || at.x > right + 20 || at.y < -20 || at.y > bottom + 20);
  };
  const unsubscribe = frame.subscribe(follow);
  // What comes into the card later (why it is locked) makes it taller.
  const observer = new ResizeObserver(() => {
    if (card.offsetWidth === size.width && card.offsetHeight === size.height) return;
    size.width = card.offsetWidth;
    size.height = card.offsetHeight;
    if (frame.last) follow(frame.last);
  });
  observer.observe(card);
  return () => {
    unsubscribe();
    observer.disconnect();
  };
}
