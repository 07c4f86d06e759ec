import { type Box, continentBox, itemBox, trainingLetter } from '@hexpedition/hexkit/name-boxes';
import type { Continent, MapNode } from '../atlas/atlas.ts';
import { radius } from './hexagon.ts';
import { levelAt } from './level-of-detail.ts';

/** Width of a monospaced letter with its letter spacing. */
const MONO = 0.68;

/**
 * Returns the box of a hex and the name below it, in map units around the hex's centre.
 * @param k pixels per map unit, because letters grow when the map shrinks
 * @param drop distance that the name moves down for a ring around the hex
 */
export const nodeBox = ({ kind, name }: Pick<MapNode, 'kind' | 'name'>, k: number, drop = 0): Box =>
  itemBox(kind, name, levelAt(k).name, drop);

/** Returns the box of the marker's text ("You are here" is the longest), in map units around the hex's centre. */
export function beaconBox(k: number): Box {
  const size = trainingLetter(levelAt(k).name) * 0.82;
  const aside = (12 * size * MONO) / 2;
  // As in `NodeLink`: the baseline is 12 units above the ring.
  return { left: -aside, top: -radius.beacon - 12 - size, right: aside, bottom: -radius.beacon };
}

/** Returns the box of a continent's name with its count, in map units around the middle of the baseline. */
export const continentNameBox = ({ name }: Pick<Continent, 'name'>, k: number): Box =>
  continentBox(name, levelAt(k).name);
