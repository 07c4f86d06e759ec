import type { MapDocument, NodeRef } from '@hexpedition/contract';
import { decodeRuns, hexOf, parts } from '@hexpedition/hexkit/cells';
import { nodesOf } from '@hexpedition/hexkit/document';
import { cutEdgesAt, disconnect, paintLand, removeCopy, removeItem, setStart } from '@hexpedition/hexkit/edits';
import { neighbours } from '@hexpedition/hexkit/hex';
import type { Issue } from '@hexpedition/hexkit/issues';
import { joinParts } from '@hexpedition/hexkit/join-land';
import { placePathEnd } from '@hexpedition/hexkit/place-missing';
import { plural } from '#lib/format.ts';
import { expectedItemOf, type UnplacedItem } from './editor-tools.ts';

/** Change that fixes a problem with one click. */
export interface QuickFix {
  label: string;
  change: (map: MapDocument) => MapDocument;
}

export interface QuickFixContext {
  nameOf: (ref: NodeRef) => string;
  /** Items without a hex. */
  tray: readonly UnplacedItem[];
}

/** Returns the quick fixes for a problem. */
export function quickFixesFor(problem: Issue, map: MapDocument, { nameOf, tray }: QuickFixContext): QuickFix[] {
  const { code, ref, at, continent } = problem;
  switch (code) {
    case 'split_continent':
      return splitContinentFixes(map, continent);
    case 'two_on_a_hex':
    case 'unknown_slug':
      return ref ? [{ label: 'Remove from map', change: (now) => removeItem(now, ref) }] : [];
    case 'duplicate_slug':
      // For two continents only the author knows which one to keep.
      return ref && at ? [{ label: 'Remove this copy', change: (now) => removeCopy(now, ref, at) }] : [];
    case 'off_continent':
      return ref && at && continent
        ? [
            {
              label: 'Paint land under it',
              change: (now) => paintLand(now, continent, [at, ...neighbours(at)], { keepSea: true }),
            },
            { label: 'Remove from map', change: (now) => removeItem(now, ref) },
          ]
        : [];
    case 'overlap':
      return continent
        ? [{ label: 'Give the hexes to the other continent', change: (now) => yieldLand(now, continent) }]
        : [];
    case 'orphan_end':
      return ref
        ? [
            ...placeFix(tray.find((item) => item.ref === ref)),
            { label: 'Remove the path to it', change: (now) => cutEdgesAt(now, ref) },
          ]
        : [];
    case 'no_route':
    case 'cycle':
      return edgesInto(map, ref).map(({ from, to }) => ({
        label: `Remove the path from ${nameOf(from)}`,
        change: (now) => disconnect(now, from, to),
      }));
    case 'missing_start':
      return nodesOf(map)
        .filter(({ kind }) => kind === 'training')
        .slice(0, 1)
        .map((first) => ({ label: `Start at ${nameOf(first.ref)}`, change: (now) => setStart(now, first.ref) }));
    default:
      return [];
  }
}

function splitContinentFixes(map: MapDocument, slug: string | undefined): QuickFix[] {
  const cells = decodeRuns(map.continents.find((one) => one.slug === slug)?.cells ?? {});
  const pieces = parts(cells).sort((a, b) => b.size - a.size);
  const smallPieces = pieces.slice(1).flatMap((piece) => [...piece].map(hexOf));
  if (!slug || smallPieces.length === 0) return [];
  const erase = {
    label: `Erase ${plural(smallPieces.length, 'hex', 'hexes')}`,
    change: (now: MapDocument) => paintLand(now, null, smallPieces),
  };
  // Parts that are too far apart cannot be joined.
  const canJoin = joinParts(map, slug) !== map;
  return canJoin ? [erase, { label: 'Join the parts', change: (now) => joinParts(now, slug) }] : [erase];
}

/** Places an item of the tray. An unknown item is not in the tray, so it has no fix. */
const placeFix = (item: UnplacedItem | undefined): QuickFix[] =>
  item ? [{ label: 'Place on map', change: (now) => placePathEnd(now, expectedItemOf(item)) }] : [];

/** Removes the hexes from a continent that other continents claim too. */
function yieldLand(map: MapDocument, slug: string): MapDocument {
  const others = map.continents.filter((one) => one.slug !== slug).flatMap(({ cells }) => [...decodeRuns(cells)]);
  const claimed = new Set(others);
  const copy = structuredClone(map);
  const own = copy.continents.find((one) => one.slug === slug);
  if (!own) return map;
  const kept = [...decodeRuns(own.cells)].filter((cell) => !claimed.has(cell)).map(hexOf);
  own.cells = {};
  return paintLand(copy, slug, kept);
}

const edgesInto = (map: MapDocument, ref: string | undefined) =>
  map.paths.flatMap(({ edges }) => edges).filter(({ to }) => to === ref);
