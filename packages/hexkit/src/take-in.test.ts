import type { MapDocument } from '@hexpedition/contract/map-document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodesOf } from './document.ts';
import { differencesBetween, mergeMaps } from './merge.ts';
import type { Wanted } from './place-missing.ts';
import { isSameMap, takeIn, withoutUnknown } from './take-in.ts';
import { editedMaps, sampleKnown, sampleMap } from './testing.ts';
import { validateMap } from './validate.ts';

const known = { ...sampleKnown, trainings: [...sampleKnown.trainings, 'new'] };
const west = { slug: 'west', name: 'West', colour: 'teal' } as const;
const wanted: Wanted[] = known.trainings.map((slug) => ({
  kind: 'training',
  slug,
  continent: west,
  after: 'training:one',
}));
const refsOf = (map: MapDocument) => nodesOf(map).map(({ ref }) => ref);

test('whatever an author drew: what is wanted is there, what is no more is not, and a second time changes nothing', () => {
  fc.assert(
    fc.property(editedMaps, editedMaps, fc.subarray(known.trainings), (copy, file, trainings) => {
      const exists = { ...sampleKnown, trainings };
      const change = {
        base: sampleMap(),
        file,
        known: exists,
        wanted: wanted.filter((one) => trainings.includes(one.slug)),
      };
      const { map, placed, homeless, gone } = takeIn(copy, change);
      const there = refsOf(map);
      for (const slug of trainings)
        if (!homeless.includes(`training:${slug}`)) expect(there).toContain(`training:${slug}`);
      for (const ref of gone) expect(there).not.toContain(ref);
      for (const ref of placed) expect(refsOf(mergeMaps(change.base, copy, file).map)).not.toContain(ref);
      const codes = validateMap(map, exists).map(({ code }) => code);
      expect(codes).not.toContain('unknown_slug');

      const again = takeIn(map, { ...change, base: file });
      expect(again).toMatchObject({ clashes: [], gone: [], placed: [] });
      expect(isSameMap(again.map, map)).toBe(true);
    }),
  );
});

test('a copy that is as the file was becomes as the file is', () => {
  const file = sampleMap();
  for (const continent of file.continents) continent.name = 'Renamed';
  const change = { base: sampleMap(), file, known: sampleKnown, wanted: [] };
  expect(takeIn(sampleMap(), change)).toMatchObject({ map: file, clashes: [] });
  expect(takeIn(null, change)).toMatchObject({ map: file, clashes: [] });
});

test('what is no more leaves with its edges, and the map begins elsewhere', () => {
  const { map, gone } = withoutUnknown(sampleMap(), { trainings: ['two', 'three'], labs: [] });
  expect(gone).toEqual(['training:one', 'lab:box']);
  expect(map.recommended_start).toBe('training:two');
  expect(map.paths).toMatchObject([{ edges: [{ from: 'training:two', to: 'training:three' }] }]);
  expect(withoutUnknown(sampleMap(), sampleKnown)).toEqual({ map: sampleMap(), gone: [] });
});

test('documents are compared by what they say', () => {
  const map = sampleMap();
  const [first] = map.continents;
  if (!first) throw new Error('The sample has continents.');
  // As PostgreSQL gives it back: rows in an order of its own.
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
