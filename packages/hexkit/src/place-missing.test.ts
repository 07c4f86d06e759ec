import type { MapDocument } from '@hexpedition/contract/map-document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellsOf, decodeRuns, encodeRuns, grow, isNear } from './cells.ts';
import { compileMap } from './compile.ts';
import { nodesOf, refOf } from './document.ts';
import { type ExpectedItem, placeMissing, placePathEnd } from './place-missing.ts';
import { editedMaps, expectOnlyAdditions, sampleKnown, sampleMap } from './testing.ts';

const colours = ['teal', 'amber', 'violet'] as const;
const lands = ['west', 'east', 'north', 'south', 'mid', 'far'];
const empty: MapDocument = { ...sampleMap(), recommended_start: null, continents: [], paths: [], terrain: [] };

/** Trainings on some continents, each after an earlier one or after none. */
const itemLists = fc
  .array(fc.record({ land: fc.nat(lands.length - 1), after: fc.option(fc.nat(200)), lab: fc.boolean() }), {
    maxLength: 24,
  })
  .map((list) =>
    list.map(({ land, after, lab }, i): ExpectedItem => {
      const slug = lands[land] ?? 'west';
      const before = list.slice(0, i).flatMap((one, at) => (one.lab ? [] : [at]));
      return {
        kind: lab ? 'lab' : 'training',
        slug: `new-${i}`,
        continent: { slug, name: slug, colour: colours[land % 3] ?? 'teal' },
        after: after !== null && before.length > 0 ? `training:new-${before[after % before.length]}` : null,
      };
    }),
  );
const known = (expected: readonly ExpectedItem[], kind: ExpectedItem['kind'], more: readonly string[]) => [
  ...more,
  ...expected.filter((one) => one.kind === kind).map(({ slug }) => slug),
];
const errorsOf = (map: MapDocument, expected: readonly ExpectedItem[]) =>
  compileMap(map, {
    ...sampleKnown,
    trainings: known(expected, 'training', map === empty ? [] : sampleKnown.trainings),
    labs: known(expected, 'lab', sampleKnown.labs),
  }).issues.filter(({ severity, code }) => severity === 'error' && code !== 'missing_start');

test('finds a hex for every item, moves nothing and leaves a valid map', () => {
  fc.assert(
    fc.property(itemLists, fc.boolean(), (expected, isEmpty) => {
      const before = isEmpty ? empty : sampleMap();
      const { map, placed } = placeMissing(before, expected);
      expect(placed).toHaveLength(expected.length);
      const nodes = nodesOf(map);
      for (const { ref, q, r } of nodesOf(before)) expect(nodes).toContainEqual(expect.objectContaining({ ref, q, r }));
      expect(errorsOf(map, expected)).toEqual([]);
      const land = map.continents.map(({ cells }) => decodeRuns(cells));
      for (const [i, cells] of land.entries())
        for (const other of land.slice(i + 1)) {
          const hexes = [...other].map((key) => ({ q: (key % 32_768) - 16_384, r: Math.floor(key / 32_768) - 16_384 }));
          expect(hexes.some((hex) => isNear(cells, hex, 1))).toBe(false);
        }
      expect(placeMissing(before, expected).map).toEqual(map);
      expect(placeMissing(map, expected)).toEqual({ map, placed: [], unplaced: [] });
    }),
    { numRuns: 30 },
  );
});

test('builds a map from nothing and starts it at its first training', () => {
  const continent = { slug: 'west', name: 'West', colour: 'teal' } as const;
  const { map } = placeMissing(empty, [
    { kind: 'training', slug: 'one', icon: 'key', continent, after: null },
    { kind: 'training', slug: 'two', continent, after: 'training:one' },
    { kind: 'training', slug: 'three', continent, after: 'training:nowhere' },
  ]);
  expect(map.recommended_start).toBe('training:one');
  expect(map.continents[0]?.trainings.map(({ slug, icon }) => [slug, icon])).toEqual([
    ['one', 'key'],
    ['two', 'compass'],
    ['three', 'compass'],
  ]);
  expect(map.paths).toMatchObject([{ slug: 'west', edges: [{ from: 'training:one', to: 'training:two' }] }]);
});

test('reports an item without room and places the other items', () => {
  // One hex of west in a ring of east, as far away as the required width of the sea between them.
  const around = grow(cellsOf([{ q: 0, r: 0 }]), 12);
  const sea = grow(cellsOf([{ q: 0, r: 0 }]), 2);
  const map: MapDocument = {
    ...empty,
    continents: [
      { slug: 'west', name: 'West', colour: 'teal', label: null, cells: { '0': [[0, 1]] }, trainings: [], labs: [] },
      {
        slug: 'east',
        name: 'East',
        colour: 'rose',
        label: null,
        cells: encodeRuns(new Set([...around].filter((key) => !sea.has(key)))),
        trainings: [],
        labs: [],
      },
    ],
  };
  const [west, east] = map.continents;
  if (!west || !east) throw new Error('There are two.');
  const wish = (slug: string, continent: ExpectedItem['continent']): ExpectedItem => ({
    kind: 'training',
    slug,
    continent,
    after: null,
  });
  const { placed, unplaced } = placeMissing(map, [wish('one', west), wish('two', west), wish('three', east)]);
  expect(placed).toEqual(['training:one', 'training:three']);
  expect(unplaced).toEqual(['training:two']);
});

test('keeps an item on its own continent if it follows an item on another one', () => {
  const continent = { slug: 'west', name: 'West', colour: 'teal' } as const;
  const { map, unplaced } = placeMissing(sampleMap(), [
    { kind: 'training', slug: 'four', continent, after: 'training:three' },
  ]);
  const four = nodesOf(map).find(({ slug }) => slug === 'four');
  expect(unplaced).toEqual([]);
  expect(four?.continent.slug).toBe('west');
  expect(four?.q).toBeLessThan(6);
  expect(map.paths[0]?.edges.at(-1)).toMatchObject({ from: 'training:three', to: 'training:four' });
});

/** An item at the end of a path of the map, and its continent. */
const ends = fc.record({
  kind: fc.constantFrom<ExpectedItem['kind']>('training', 'lab'),
  other: fc.constantFrom('training:one', 'training:two', 'training:three', 'lab:box'),
  isBeginning: fc.boolean(),
  land: fc.constantFrom('west', 'east', 'north', 'south'),
});

test('places the missing end of a path, fixes the issue and changes nothing else', () => {
  fc.assert(
    fc.property(editedMaps, ends, (edited, { kind, other, isBeginning, land }) => {
      const ref = refOf(kind, 'late');
      const [from, to] = isBeginning ? [ref, other] : [other, ref];
      const edge = { from, to, via: [], style: 'main' as const };
      const before: MapDocument = {
        ...edited,
        paths: [...edited.paths, { slug: 'late', name: 'Late', edges: [edge] }],
      };
      const issuesOf = (map: MapDocument) =>
        compileMap(map, sampleKnown).issues.filter((issue) => issue.code === 'orphan_end' && issue.ref === ref);
      expect(issuesOf(before)).toHaveLength(1);
      const continent = { slug: land, name: land, colour: 'teal' } as const;
      const after = placePathEnd(before, { kind, slug: 'late', continent });
      // A continent whose land is enclosed by others has no room. Then nothing changes.
      if (after === before) return;
      expect(issuesOf(after)).toEqual([]);
      expect(after.paths).toEqual(before.paths);
      expectOnlyAdditions(before, after);
      expect(placePathEnd(before, { kind, slug: 'late', continent })).toEqual(after);
      expect(placePathEnd(after, { kind, slug: 'late', continent })).toBe(after);
    }),
    { numRuns: 60 },
  );
});

test('places an item near the other end of the path, and a lab on the continent of that end', () => {
  const map = sampleMap();
  map.paths[0]?.edges.push({ from: 'training:three', to: 'lab:late', via: [], style: 'main' });
  const west = { slug: 'west', name: 'West', colour: 'teal' } as const;
  const lab = placePathEnd(map, { kind: 'lab', slug: 'late', continent: west });
  expect(nodesOf(lab).find(({ slug }) => slug === 'late')).toMatchObject({ continent: { slug: 'east' } });
  map.paths[0]?.edges.push({ from: 'training:late', to: 'training:two', via: [], style: 'main' });
  const course = placePathEnd(map, { kind: 'training', slug: 'late', icon: 'key', continent: west });
  expect(course.continents[0]?.trainings.at(-1)).toMatchObject({ slug: 'late', icon: 'key', q: 3, r: -2 });
});

test('changes nothing if there is no room', () => {
  const map = sampleMap();
  const [west, east] = map.continents;
  if (!west || !east) throw new Error('The sample has two.');
  Object.assign(west, { cells: { '0': [[0, 1]] }, trainings: [], labs: [] });
  Object.assign(east, {
    cells: {
      '-1': [[-3, 9]],
      '0': [
        [-4, 4],
        [1, 4],
      ],
      '1': [[-4, 9]],
    },
  });
  const end = { kind: 'training', slug: 'late', continent: west } as const;
  expect(placePathEnd(map, end)).toBe(map);
});
