import { wrapName } from '#ui/wrap-name.ts';
import type { Continent, MapNode } from '../atlas/atlas.ts';
import type { Box } from '../camera/box.ts';
import { radius } from './hexagon.ts';
import { type Level, levelAt } from './level-of-detail.ts';

/** How wide a letter is, as a share of its size: the average of the names, a little rounded up. */
const LETTER = 0.57;
const CAPITAL = 0.82;
/** A letter of the typewriter's with the space after it. */
const MONO = 0.68;

/** Sizes of the letters in map units, as in the stylesheet; 0 where the names are not drawn. */
const letters: Record<Level['name'], { training: number; lab: number; continent: number }> = {
  near: { training: 14, lab: 12.6, continent: 26 },
  mid: { training: 18, lab: 16.2, continent: 30 },
  wide: { training: 24, lab: 0, continent: 42 },
  far: { training: 0, lab: 0, continent: 66 },
};

/**
 * A hex with the name under it, in map units around the hex's centre.
 * @param k pixels per map unit, since letters grow when the map shrinks
 * @param drop how far the name makes way for a ring around the hex
 */
export function nodeBox({ kind, name }: Pick<MapNode, 'kind' | 'name'>, k: number, drop = 0): Box {
  const size = letters[levelAt(k).name][kind];
  const shape = radius[kind];
  if (size === 0) return { left: -shape, top: -shape, right: shape, bottom: shape };
  const lines = wrapName(name);
  const aside = Math.max(shape, (Math.max(...lines.map(({ length }) => length)) * size * LETTER) / 2);
  // As in `Name`: the first base line lies 1.35 sizes below the hex, the next 1.15 further.
  const bottom = shape + drop + size * (1.35 + 1.15 * (lines.length - 1) + 0.3);
  return { left: -aside, top: -shape, right: aside, bottom };
}

/** The words above the learner's place, "You are here" being the longest; in map units around the hex's centre. */
export function beaconBox(k: number): Box {
  const size = letters[levelAt(k).name].training * 0.82;
  const aside = (12 * size * MONO) / 2;
  // As in `NodeLink`: the base line lies 12 units above the ring.
  return { left: -aside, top: -radius.beacon - 12 - size, right: aside, bottom: -radius.beacon };
}

/** A continent's name with its count, in map units around the middle of the base line. */
export function placeBox({ name }: Pick<Continent, 'name'>, k: number): Box {
  const size = letters[levelAt(k).name].continent;
  const aside = (name.length * size * CAPITAL) / 2;
  return { left: -aside, top: -size, right: aside, bottom: 26 };
}
