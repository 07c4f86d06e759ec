import { wrapName } from './wrap-name.ts';

/** A rectangle in map units. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Radii of the shapes of items, in map units. A hex of the map has 40. */
export const itemRadius = { training: 28, lab: 19 } as const;

/** Levels of detail from near to far. */
export type NameLevel = 'near' | 'mid' | 'wide' | 'far';

/** Font sizes in map units, as in the stylesheet of the map. 0 for hidden names. */
const letters: Record<NameLevel, { training: number; lab: number; continent: number }> = {
  near: { training: 14, lab: 12.6, continent: 26 },
  mid: { training: 18, lab: 16.2, continent: 30 },
  wide: { training: 24, lab: 0, continent: 42 },
  far: { training: 0, lab: 0, continent: 66 },
};

export const trainingLetter = (level: NameLevel): number => letters[level].training;

/** Width of a letter relative to its size: the average over the names, rounded up a little. */
const LETTER = 0.57;
const CAPITAL = 0.82;

/** Overlap that two boxes may have, in map units, because letters do not fill their lines. */
const TOLERANCE = 8;

/**
 * Returns the box of an item and the name below it, in map units around the item's centre.
 * @param drop distance that the name moves down for a ring around the hex
 */
export function itemBox(kind: 'training' | 'lab', name: string, level: NameLevel, drop = 0): Box {
  const size = letters[level][kind];
  const shape = itemRadius[kind];
  if (size === 0) return { left: -shape, top: -shape, right: shape, bottom: shape };
  const lines = wrapName(name);
  const aside = Math.max(shape, (Math.max(...lines.map(({ length }) => length)) * size * LETTER) / 2);
  // As the map draws it: the first baseline is 1.35 font sizes below the hex, the next ones 1.15 more.
  const bottom = shape + drop + size * (1.35 + 1.15 * (lines.length - 1) + 0.3);
  return { left: -aside, top: -shape, right: aside, bottom };
}

/** Returns the box of a continent's name with its count, in map units around the middle of the baseline. */
export function continentBox(name: string, level: NameLevel): Box {
  const size = letters[level].continent;
  const aside = (name.length * size * CAPITAL) / 2;
  return { left: -aside, top: -size, right: aside, bottom: 26 };
}

export const moveBox = ({ left, top, right, bottom }: Box, { x, y }: { x: number; y: number }): Box => ({
  left: x + left,
  top: y + top,
  right: x + right,
  bottom: y + bottom,
});

/** Checks whether two boxes overlap by more than letters leave empty. */
export const boxesOverlap = (a: Box, b: Box): boolean =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > TOLERANCE &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > TOLERANCE;
