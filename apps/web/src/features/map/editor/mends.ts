import type { MapDocument, NodeRef } from '@hexpedition/contract';
import { decodeRuns, hexOf, parts } from '@hexpedition/hexkit/cells';
import { nodesOf } from '@hexpedition/hexkit/document';
import { cutEdgesAt, disconnect, paintLand, removeCopy, removeItem, setStart } from '@hexpedition/hexkit/edits';
import { neighbours } from '@hexpedition/hexkit/hex';
import type { Issue } from '@hexpedition/hexkit/issues';
import { joinParts } from '@hexpedition/hexkit/join';
import { placeEnd } from '@hexpedition/hexkit/place-missing';
import { plural } from '#lib/format.ts';
import { type Unplaced, wantedOf } from './tools.ts';

/** One way to settle a fault with one press. */
export interface Mend {
  words: string;
  change: (map: MapDocument) => MapDocument;
}

export interface Known {
  nameOf: (ref: NodeRef) => string;
  /** What waits for a hex. */
  tray: readonly Unplaced[];
}

/** What can be done about a fault without leaving the list. */
export function mendsOf(fault: Issue, map: MapDocument, { nameOf, tray }: Known): Mend[] {
  const { code, ref, at, continent } = fault;
  switch (code) {
    case 'split_continent':
      return apart(map, continent);
    case 'two_on_a_hex':
    case 'unknown_slug':
      return ref ? [{ words: 'Take it off', change: (now) => removeItem(now, ref) }] : [];
    case 'duplicate_slug':
      // Of two continents only the author knows which one is meant.
      return ref && at ? [{ words: 'Take this one off', change: (now) => removeCopy(now, ref, at) }] : [];
    case 'off_continent':
      return ref && at && continent
        ? [
            {
              words: 'Paint land under it',
              change: (now) => paintLand(now, continent, [at, ...neighbours(at)], { keepSea: true }),
            },
            { words: 'Take it off', change: (now) => removeItem(now, ref) },
          ]
        : [];
    case 'overlap':
      return continent ? [{ words: 'Give it to the other', change: (now) => yieldLand(now, continent) }] : [];
    case 'orphan_end':
      return ref
        ? [
            ...place(tray.find((item) => item.ref === ref)),
            { words: 'Cut the path there', change: (now) => cutEdgesAt(now, ref) },
          ]
        : [];
    case 'no_route':
    case 'cycle':
      return edgesInto(map, ref).map(({ from, to }) => ({
        words: `Cut the path from ${nameOf(from)}`,
        change: (now) => disconnect(now, from, to),
      }));
    case 'missing_start':
      return nodesOf(map)
        .filter(({ kind }) => kind === 'training')
        .slice(0, 1)
        .map((first) => ({ words: `Start at ${nameOf(first.ref)}`, change: (now) => setStart(now, first.ref) }));
    default:
      return [];
  }
}

function apart(map: MapDocument, slug: string | undefined): Mend[] {
  const cells = decodeRuns(map.continents.find((one) => one.slug === slug)?.cells ?? {});
  const pieces = parts(cells).sort((a, b) => b.size - a.size);
  const small = pieces.slice(1).flatMap((piece) => [...piece].map(hexOf));
  if (!slug || small.length === 0) return [];
  const erase = {
    words: `Erase the ${plural(small.length, 'hex', 'hexes')}`,
    change: (now: MapDocument) => paintLand(now, null, small),
  };
  // Parts that no bridge reaches stay apart.
  const isNear = joinParts(map, slug) !== map;
  return isNear ? [erase, { words: 'Join them', change: (now) => joinParts(now, slug) }] : [erase];
}

/** As the tray does it: what does not exist at all has no place there. */
const place = (item: Unplaced | undefined): Mend[] =>
  item ? [{ words: 'Place it', change: (now) => placeEnd(now, wantedOf(item)) }] : [];

/** What another continent claims too goes to that one. */
function yieldLand(map: MapDocument, slug: string): MapDocument {
  const others = map.continents.filter((one) => one.slug !== slug).flatMap(({ cells }) => [...decodeRuns(cells)]);
  const taken = new Set(others);
  const copy = structuredClone(map);
  const own = copy.continents.find((one) => one.slug === slug);
  if (!own) return map;
  const kept = [...decodeRuns(own.cells)].filter((cell) => !taken.has(cell)).map(hexOf);
  own.cells = {};
  return paintLand(copy, slug, kept);
}

const edgesInto = (map: MapDocument, ref: string | undefined) =>
  map.paths.flatMap(({ edges }) => edges).filter(({ to }) => to === ref);
