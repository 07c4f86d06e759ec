import type { MapDocument } from '@hexpedition/contract/map-document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodesOf } from './document.ts';
import { differencesBetween, mergeMaps } from './merge.ts';
import { isSameMap, mergeFileChanges, removeUnknown } from './merge-file-changes.ts';
import type { ExpectedItem } from './place-missing.ts';
import { editedMaps, sampleKnown, sampleMap } from './testing.ts';
import { validateMap } from './validate.ts';

const known = { ...sampleKnown, trainings: [...sampleKnown.trainings, 'new'] };
const west = { slug: 'west', name: 'West', colour: 'teal' } as const;
const expected: ExpectedItem[] = known.trainings.map((slug) => ({
  kind: 'training',
  slug,
  continent: west,
  after: 'training:one',
}));
const refsOf = (map: MapDocument) => nodesOf(map).map(({ ref }) => ref);

test('for any edited map: contains the expected items, drops removed ones and is idempotent', () => {
  fc.assert(
    fc.property(editedMaps, editedMaps, fc.subarray(known.trainings), (copy, file, trainings) => {
      const exists = { ...sampleKnown, trainings };
      const change = {
        base: sampleMap(),
        file,
        known: exists,
        expected: expected.filter((one) => trainings.includes(one.slug)),
      };
      const { map, placed, unplaced, gone } = mergeFileChanges(copy, change);
      const there = refsOf(map);
      for (const slug of trainings)
        if (!unplaced.includes(`training:${slug}`)) expect(there).toContain(`training:${slug}`);
      for (const ref of gone) expect(there).not.toContain(ref);
      for (const ref of placed) expect(refsOf(mergeMaps(change.base, copy, file).map)).not.toContain(ref);
      const codes = validateMap(map, exists).map(({ code }) => code);
      expect(codes).not.toContain('unknown_slug');

      const again = mergeFileChanges(map, { ...change, base: file });
      expect(again).toMatchObject({ conflicts: [], gone: [], placed: [] });
      expect(isSameMap(again.map, map)).toBe(true);
    }),
  );
});

test('replaces a copy that equals the base by the file', () => {
  const file = sampleMap();
  for (const continent of file.continents) continent.name = 'Renamed';
  const change = { base: sampleMap(), file, known: sampleKnown, expected: [] };
  expect(mergeFileChanges(sampleMap(), change)).toMatchObject({ map: file, conflicts: [] });
  expect(mergeFileChanges(null, change)).toMatchObject({ map: file, conflicts: [] });
});

test('removes unknown items with their edges and moves the start', () => {
  const { map, gone } = removeUnknown(sampleMap(), { trainings: ['two', 'three'], labs: [] });
  expect(gone).toEqual(['training:one', 'lab:box']);
  expect(map.recommended_start).toBe('training:two');
  expect(map.paths).toMatchObject([{ edges: [{ from: 'training:two', to: 'training:three' }] }]);
  expect(removeUnknown(sampleMap(), sampleKnown)).toEqual({ map: sampleMap(), gone: [] });
});

test('compares documents by content', () => {
  const map = sampleMap();
  const [first] = map.continents;
  if (!first) throw new Error('The sample has continents.');
  // As PostgreSQL returns it, with the rows in another order.
  first.cells = {
    '-1': [[0, 4]],
    '1': [[-1, 4]],
    '0': [
      [-1, 2],
      [1, 3],
    ],
  };
  expect(isSameMap(map, sampleMap())).toBe(true);
  expect(isSameMap({ ...map, continents: [...map.continents].reverse() }, sampleMap())).toBe(false);
  expect(differencesBetween(map, sampleMap())).toEqual([]);
});
