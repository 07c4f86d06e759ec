import type { MapDocument } from '@hexpedition/contract';
import { decodeRuns, hexOf, parts } from '@hexpedition/hexkit/cells';
import { nodesOf } from '@hexpedition/hexkit/document';
import { cutEdgesAt, disconnect, paintLand, removeCopy, removeItem, setStart } from '@hexpedition/hexkit/edits';
import { neighbours } from '@hexpedition/hexkit/hex';
import type { Issue } from '@hexpedition/hexkit/issues';
import { plural } from '#lib/format.ts';

/** One way to settle a fault with one press. */
export interface Mend {
  words: string;
  change: (map: MapDocument) => MapDocument;
}

/** What can be done about a fault without leaving the list. */
export function mendsOf(fault: Issue, map: MapDocument): Mend[] {
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
      return ref ? [{ words: 'Cut the path there', change: (now) => cutEdgesAt(now, ref) }] : [];
    case 'no_route':
    case 'cycle':
      return edgesInto(map, ref).map(({ from, to }) => ({
        words: `Cut the path from ${from.slice(from.indexOf(':') + 1)}`,
        change: (now) => disconnect(now, from, to),
      }));
    case 'missing_start':
      return nodesOf(map)
        .filter(({ kind }) => kind === 'training')
        .slice(0, 1)
        .map((first) => ({ words: `Start at ${first.slug}`, change: (now) => setStart(now, first.ref) }));
    default:
      return [];
  }
}

function apart(map: MapDocument, slug: string | undefined): Mend[] {
  const cells = decodeRuns(map.continents.find((one) => one.slug === slug)?.cells ?? {});
  const pieces = parts(cells).sort((a, b) => b.size - a.size);
  const small = pieces.slice(1).flatMap((piece) => [...piece].map(hexOf));
  return small.length > 0
    ? [{ words: `Erase the ${plural(small.length, 'hex', 'hexes')}`, change: (now) => paintLand(now, null, small) }]
    : [];
}

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
