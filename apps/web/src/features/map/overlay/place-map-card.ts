import { type Box, overlap } from '../camera/box.ts';

/** Pixels between the hex and the card. */
export const GAP = 14;
const MARGIN = 12;
/** Cost of covering the card's own hex, and of each square pixel of it. Higher than all other costs together. */
const OWN_HEX_COST = 1e9;
/** Cost of covering another hex, in square pixels of covered controls. */
const NEIGHBOUR_COST = 12_000;
/** Cost of each step down the list of preferred positions. */
const PREFERENCE_COST = 900;
/** Bonus of the last frame's position, so that the card does not jump. */
const INERTIA = 12_000;

interface Options {
  /** The card's own hex with its name. */
  hex: Box;
  card: { width: number; height: number };
  /** Area for the card. */
  room: Box;
  /** Controls and other overlays on the map. */
  avoid: readonly Box[];
  /** Other hexes with their names, and the names of the continents. */
  others: readonly Box[];
  /** Choice of the last frame. It is kept unless another is clearly better. */
  last: number | null;
}

/**
 * Places the map card beside its hex: preferably to the right, else to the left, above or below, and always within the room.
 * @returns the card's upper left corner, and the number of the choice
 */
export function placeMapCard({ hex, card, room, avoid, others, last }: Options): {
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
      (own > 0 ? OWN_HEX_COST * (1 + own) : 0) +
      avoid.reduce((sum, other) => sum + overlap(box, other), 0) +
      hidden * NEIGHBOUR_COST
    );
  };
  const costs = choices.map(within).map((at, choice) => {
    return { ...at, choice, cost: cost(at) + choice * PREFERENCE_COST - (choice === last ? INERTIA : 0) };
  });
  return costs.reduce((best, next) => (next.cost < best.cost ? next : best));
}
