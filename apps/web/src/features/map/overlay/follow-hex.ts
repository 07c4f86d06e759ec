import type { Atlas, MapNode } from '../atlas/atlas.ts';
import { type Box, obstaclesOn, overlap } from '../camera/box.ts';
import { type Frame, type MapFrame, onStage } from '../camera/map-frame.ts';
import { radius } from '../scene/hexagon.ts';
import { levelAt } from '../scene/level-of-detail.ts';
import { continentNameBox, nodeBox } from '../scene/name-box.ts';
import { GAP, placeMapCard } from './place-map-card.ts';

/** Returns the boxes that the map card should not cover, in map units from the middle of its hex. */
function boxesAt(k: number, node: MapNode, atlas: Atlas) {
  const own = nodeBox(node, k, node.kind === 'lab' ? 20 : 11);
  const nodes = atlas.nodes.filter((other) => other !== node);
  return {
    level: levelAt(k),
    // Includes the focus ring, and above it the marker of the learner's position.
    own: {
      left: Math.min(own.left, -radius.cell),
      top: -radius.cell - 22,
      right: Math.max(own.right, radius.cell),
      bottom: Math.max(own.bottom, radius.cell) + 4,
    },
    // Relative to the hex. The names of continents count too.
    others: [
      ...nodes.map((other) => movedBy(nodeBox(other, k), { x: other.x - node.x, y: other.y - node.y })),
      ...atlas.map.continents.map((continent) =>
        movedBy(continentNameBox(continent, k), { x: continent.label.x - node.x, y: continent.label.y - node.y }),
      ),
    ],
  };
}

const movedBy = ({ left, top, right, bottom }: Box, { x, y }: { x: number; y: number }): Box => ({
  left: left + x,
  top: top + y,
  right: right + x,
  bottom: bottom + y,
});

/** Enlarges a box on each side. */
const enlarge = ({ left, top, right, bottom }: Box, across: number, down: number): Box => ({
  left: left - across,
  top: top - down,
  right: right + across,
  bottom: bottom + down,
});

const onScreen = ({ left, top, right, bottom }: Box, { x, y }: { x: number; y: number }, k: number): Box => ({
  left: x + left * k,
  top: y + top * k,
  right: x + right * k,
  bottom: y + bottom * k,
});

/** Keeps the map card beside its hex and on the screen in every frame. @returns a function that stops it */
export function followHex(card: HTMLElement, node: MapNode, atlas: Atlas, frame: MapFrame): () => void {
  const size = { width: card.offsetWidth, height: card.offsetHeight };
  // The controls and the card in the corner are siblings on the stage.
  const avoid = obstaclesOn(card.parentElement);
  let last: number | null = null;
  let boxes: ReturnType<typeof boxesAt> | undefined;
  const follow = (now: Frame) => {
    const { k } = now.state;
    // The boxes change only with the level of detail, not in every frame.
    if (boxes?.level !== levelAt(k)) boxes = boxesAt(k, node, atlas);
    const at = onStage(now, node);
    const { left, right, bottom } = now.clear;
    const hex = onScreen(boxes.own, at, k);
    // A large map has hundreds of boxes, so only those within reach are converted in each frame.
    const reach = enlarge(boxes.own, (size.width + GAP) / k, (size.height + GAP) / k);
    const others = boxes.others.filter((box) => overlap(box, reach) > 0).map((box) => onScreen(box, at, k));
    const place = placeMapCard({ hex, card: size, room: { left, top: 18, right, bottom }, avoid, others, last });
    last = place.choice;
    // Sets variables instead of the transform, so that the sheet's rule applies on phones.
    card.style.setProperty('--left', `${Math.round(place.left)}px`);
    card.style.setProperty('--top', `${Math.round(place.top)}px`);
    card.dataset.placed = '';
    card.dataset.away = String(at.x < left - 20 || at.x > right + 20 || at.y < -20 || at.y > bottom + 20);
  };
  const unsubscribe = frame.subscribe(follow);
  // Content that loads later, such as the reason for a lock, makes the card taller.
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
