import { type Box, overlap } from '../camera/box.ts';

/** Pixels between the hex and the card. */
export const GAP = 14;
const MARGIN = 12;
/** What it costs to cover the card's own hex, and each square pixel of it: more than all else together. */
const NEVER = 1e9;
/** What it costs to cover another hex, in square pixels of covered controls. */
const NEIGHBOUR = 12_000;
/** What each step down the list of preferred sides costs. */
const PREFERENCE = 900;
/** How much worse than the best the last choice may be and still stay. */
const INERTIA = 12_000;

interface Given {
  /** The card's own hex with its name. */
  hex: Box;
  card: { width: number; height: number };
  /** Where the card may be. */
  room: Box;
  /** The controls and whatever else lies on the map. */
  avoid: readonly Box[];
  /** The other hexes with their names, and the names of the continents. */
  others: readonly Box[];
  /** The choice of the last frame. It stays unless another is clearly better, so that the card does not jump about. */
  last: number | null;
}

/**
 * Places the map card beside its hex: to the right if that covers little else, or to the left, or above or below;
 * always within the room.
 * @returns the card's upper left corner, and which choice that was.
 */
export function placeMapCard({ hex, card, room, avoid, others, last }: Given): {
  left: number;
  top: number;
  choice: number;
} {
  const [x, y] = [(hex.left + hex.right) / 2, (hex.top + hex.bottom) / 2];
  const columns = [hex.right + GAP, hex.left - GAP - card.width];
  const heights = [y - card.height / 3, hex.top, hex.bottom - card.height];
  const rows = [hex.top - GAP - card.height, hex.bottom + GAP];
  const across = [x - card.width / 2, hex.left, hex.right - card.width];
  const choices = [
    ...heights.flatMap((top) => columns.map((left) => ({ left, top }))),
    ...rows.flatMap((top) => across.map((left) => ({ left, top }))),
  ];
  const within = (at: { left: number; top: number }) => ({
    left: Math.max(room.left + MARGIN, Math.min(at.left, room.right - MARGIN - card.width)),
    top: Math.max(room.top + MARGIN, Math.min(at.top, room.bottom - MARGIN - card.height)),
  });
  const cost = (at: { left: number; top: number }) => {
    const box = { ...at, right: at.left + card.width, bottom: at.top + card.height };
    const own = overlap(box, hex);
    const hidden = others.filter((other) => overlap(box, other) > 0).length;
    return (
      (own > 0 ? NEVER * (1 + own) : 0) +
      avoid.reduce((sum, other) => sum + overlap(box, other), 0) +
      hidden * NEIGHBOUR
    );
  };
  const costs = choices.map(within).map((at, choice) => {
    return { ...at, choice, cost: cost(at) + choice * PREFERENCE - (choice === last ? INERTIA : 0) };
  });
  return costs.reduce((best, next) => (next.cost < best.cost ? next : best));
}
