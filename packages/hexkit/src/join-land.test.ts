import type { MapDocument } from '@hexpedition/contract/map-document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellsOf, decodeRuns, encodeRuns, hexOf, isNear, parts } from './cells.ts';
import { compileMap } from './compile.ts';
import { paintLand, putItem } from './edits.ts';
import { distance, type Hex } from './hex.ts';
import { joinParts } from './join-land.ts';
import { differencesBetween } from './merge.ts';
import { editedMaps, expectOnlyAdditions, islands, sampleKnown, sampleMap } from './testing.ts';

const isSplit = (map: MapDocument, slug: string) =>
  compileMap(map, sampleKnown).issues.some((issue) => issue.code === 'split_continent' && issue.continent === slug);
const landOf = (map: MapDocument, slug: string) =>
  decodeRuns(map.continents.find((one) => one.slug === slug)?.cells ?? {});
/** Returns the sample's continent west alone, with this land. */
const alone = (hexes: Iterable<Hex>): MapDocument => {
  const map = sampleMap();
  const [west] = map.continents;
  if (!west) throw new Error('The sample has two.');
  const continent = { ...west, cells: encodeRuns(cellsOf(hexes)), trainings: [], labs: [] };
  return { ...map, continents: [continent], paths: [] };
};
const block = (q: number, r: number): Hex[] => [0, 1].flatMap((dq) => [0, 1].map((dr) => ({ q: q + dq, r: r + dr })));

test('joins the parts of any land, fixes the issue and changes nothing else', () => {
  fc.assert(
    fc.property(islands, (cells) => {
      const before = alone([...cells].map(hexOf));
      const after = joinParts(before, 'west');
      expectOnlyAdditions(before, after);
      expect(parts(landOf(after, 'west'))).toHaveLength(Math.min(1, cells.size));
      expect(joinParts(after, 'west')).toBe(after);
      // The database returns the rows of a document in another order.
      const [west] = before.continents;
      if (west) west.cells = Object.fromEntries(Object.entries(west.cells).reverse());
      expect(landOf(joinParts(before, 'west'), 'west')).toEqual(landOf(after, 'west'));
    }),
    { numRuns: 60 },
  );
});

test('joins parts among other continents, on any edited map', () => {
  fc.assert(
    fc.property(editedMaps, fc.constantFrom('west', 'east', 'north'), (before, slug) => {
      const after = joinParts(before, slug);
      if (after === before) return;
      expectOnlyAdditions(before, after);
      expect(isSplit(after, slug)).toBe(false);
      expect(
        differencesBetween(before, after).every(({ key, after: owner }) => /^cell/.test(key) && owner === slug),
      ).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test('joins two parts with the smallest possible number of hexes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 12 }), fc.integer({ min: -6, max: 6 }), (q, r) => {
      const [one, two] = [block(0, 0), block(q, r)];
      const between = Math.min(...one.flatMap((a) => two.map((b) => distance(a, b)))) - 1;
      const before = alone([...one, ...two]);
      expect(landOf(joinParts(before, 'west'), 'west').size).toBe(8 + Math.max(0, between));
    }),
  );
});

test('keeps the channel to other land open if possible, and crosses only its own land', () => {
  const map = sampleMap();
  // A second part of west beyond east: the straight route leads through east, the route beside it through the channel.
  const before = paintLand(map, 'west', [{ q: 14, r: 0 }]);
  const after = joinParts(before, 'west');
  expect(isSplit(after, 'west')).toBe(false);
  expect([...landOf(after, 'west')].some((key) => isNear(landOf(map, 'east'), hexOf(key), 2))).toBe(false);
});

test('leads a bridge around an item of another continent in the sea', () => {
  const before = putItem(paintLand(sampleMap(), 'west', [{ q: -3, r: 0 }]), { ref: 'training:three' }, { q: -2, r: 0 });
  const after = joinParts(before, 'west');
  expect(isSplit(after, 'west')).toBe(false);
  expectOnlyAdditions(before, after);
});

test('leaves a part that no bridge can reach', () => {
  const enclosed = paintLand(sampleMap(), 'west', [{ q: 9, r: 0 }]);
  expect(isSplit(enclosed, 'west')).toBe(true);
  expect(joinParts(enclosed, 'west')).toBe(enclosed);
  const far = paintLand(sampleMap(), 'west', [{ q: -60, r: 0 }]);
  expect(joinParts(far, 'west')).toBe(far);
  expect(joinParts(far, 'nowhere')).toBe(far);
});
