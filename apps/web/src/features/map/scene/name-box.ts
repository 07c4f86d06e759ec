import { wrapName } from '#ui/wrap-name.ts';
import type { Continent, MapNode } from '../atlas/atlas.ts';
import type { Box } from '../camera/box.ts';
import { radius } from './hexagon.ts';
import { type Level, levelAt } from './level-of-detail.ts';

/** Width of a letter relative to its size: the average over the names, rounded up a little. */
const LETTER = 0.57;
const CAPITAL = 0.82;
/** Width of a monospaced letter with its letter spacing. */
const MONO = 0.68;

/** Font sizes in map units, as in the stylesheet. 0 for hidden names. */
const letters: Record<Level['name'], { training: number; lab: number; continent: number }> = {
  near: { training: 14, lab: 12.6, continent: 26 },
  mid: { training: 18, lab: 16.2, continent: 30 },
  wide: { training: 24, lab: 0, continent: 42 },
  far: { training: 0, lab: 0, continent: 66 },
};

/**
 * Returns the box of a hex and the name below it, in map units around the hex's centre.
 * @param k pixels per map unit, because letters grow when the map shrinks
 * @param drop distance that the name moves down for a ring around the hex
 */
export function nodeBox({ kind, name }: Pick<MapNode, 'kind' | 'name'>, k: number, drop = 0): Box {
  const size = letters[levelAt(k).name][kind];
  const shape = radius[kind];
  if (size === 0) return { left: -shape, top: -shape, right: shape, bottom: shape };
  const lines = wrapName(name);
  const aside = Math.max(shape, (Math.max(...lines.map(({ length }) => length)) * size * LETTER) / 2);
  // As in `Name`: the first baseline is 1.35 font sizes below the hex, the next ones 1.15 more.
  const bottom = shape + drop + size * (1.35 + 1.15 * (lines.length - 1) + 0.3);
  return { left: -aside, top: -shape, right: aside, bottom };
}

/** Returns the box of the marker's text ("You are here" is the longest), in map units around the hex's centre. */
export function beaconBox(k: number): Box {
  const size = letters[levelAt(k).name].training * 0.82;
  const aside = (12 * size * MONO) / 2;
  // As in `NodeLink`: the baseline is 12 units above the ring.
  return { left: -aside, top: -radius.beacon - 12 - size, right: aside, bottom: -radius.beacon };
}

/** Returns the box of a continent's name with its count, in map units around the middle of the baseline. */
export function continentNameBox({ name }: Pick<Continent, 'name'>, k: number): Box {
  const size = letters[levelAt(k).name].continent;
  const aside = (name.length * size * CAPITAL) / 2;
  return { left: -aside, top: -size, right: aside, bottom: 26 };
}
