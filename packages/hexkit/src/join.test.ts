import type { MapDocument } from '@hexpedition/contract/map-document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellsOf, decodeRuns, encodeRuns, hexOf, isNear, parts } from './cells.ts';
import { compileMap } from './compile.ts';
import { paintLand, putItem } from './edits.ts';
import { distance, type Hex } from './hex.ts';
import { joinParts } from './join.ts';
import { differencesBetween } from './merge.ts';
import { editedMaps, expectToStand, islands, sampleKnown, sampleMap } from './testing.ts';

const isSplit = (map: MapDocument, slug: string) =>
  compileMap(map, sampleKnown).issues.some((issue) => issue.code === 'split_continent' && issue.continent === slug);
const landOf = (map: MapDocument, slug: string) =>
  decodeRuns(map.continents.find((one) => one.slug === slug)?.cells ?? {});
/** The sample's west alone, with this land. */
const alone = (hexes: Iterable<Hex>): MapDocument => {
  const map = sampleMap();
  const [west] = map.continents;
  if (!west) throw new Error('The sample has two.');
  const continent = { ...west, cells: encodeRuns(cellsOf(hexes)), trainings: [], labs: [] };
  return { ...map, continents: [continent], paths: [] };
};
const block = (q: number, r: number): Hex[] => [0, 1].flatMap((dq) => [0, 1].map((dr) => ({ q: q + dq, r: r + dr })));

test('the parts of any land are joined: the fault is gone, and all that stands is where it was', () => {
  fc.assert(
    fc.property(islands, (cells) => {
      const before = alone([...cells].map(hexOf));
      const after = joinParts(before, 'west');
      expectToStand(before, after);
      expect(parts(landOf(after, 'west'))).toHaveLength(Math.min(1, cells.size));
      expect(joinParts(after, 'west')).toBe(after);
      // The rows of a document come back from the database in another order.
      const [west] = before.continents;
      if (west) west.cells = Object.fromEntries(Object.entries(west.cells).reverse());
      expect(landOf(joinParts(before, 'west'), 'west')).toEqual(landOf(after, 'west'));
    }),
    { numRuns: 60 },
  );
});

test('so are those among other continents, whatever an author has made of the map', () => {
  fc.assert(
    fc.property(editedMaps, fc.constantFrom('west', 'east', 'north'), (before, slug) => {
      const after = joinParts(before, slug);
      if (after === before) return;
      expectToStand(before, after);
      expect(isSplit(after, slug)).toBe(false);
      expect(
        differencesBetween(before, after).every(({ key, after: owner }) => /^cell/.test(key) && owner === slug),
      ).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test('two parts are joined by as few hexes as lie between them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 12 }), fc.integer({ min: -6, max: 6 }), (q, r) => {
      const [one, two] = [block(0, 0), block(q, r)];
      const between = Math.min(...one.flatMap((a) => two.map((b) => distance(a, b)))) - 1;
      const before = alone([...one, ...two]);
      expect(landOf(joinParts(before, 'west'), 'west').size).toBe(8 + Math.max(0, between));
    }),
  );
});

test('a bridge leaves the channel to other land open where it can, and crosses no land but its own', () => {
  const map = sampleMap();
  // A second part of west beyond east: the straight way leads through it, the way beside it through the channel.
  const before = paintLand(map, 'west', [{ q: 14, r: 0 }]);
  const after = joinParts(before, 'west');
  expect(isSplit(after, 'west')).toBe(false);
  expect([...landOf(after, 'west')].some((key) => isNear(landOf(map, 'east'), hexOf(key), 2))).toBe(false);
});

test('a bridge goes around an item of another continent that lies on the sea', () => {
  const before = putItem(paintLand(sampleMap(), 'west', [{ q: -3, r: 0 }]), { ref: 'training:three' }, { q: -2, r: 0 });
  const after = joinParts(before, 'west');
  expect(isSplit(after, 'west')).toBe(false);
  expectToStand(before, after);
});

test('a part that no bridge reaches stays', () => {
  const enclosed = paintLand(sampleMap(), 'west', [{ q: 9, r: 0 }]);
  expect(isSplit(enclosed, 'west')).toBe(true);
  expect(joinParts(enclosed, 'west')).toBe(enclosed);
  const far = paintLand(sampleMap(), 'west', [{ q: -60, r: 0 }]);
  expect(joinParts(far, 'west')).toBe(far);
  expect(joinParts(far, 'nowhere')).toBe(far);
});
