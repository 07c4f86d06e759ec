import type { MapDocument } from '@hexpedition/contract/map-document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellsOf, decodeRuns, encodeRuns, grow, isNear } from './cells.ts';
import { compileMap } from './compile.ts';
import { nodesOf, refOf } from './document.ts';
import { placeEnd, placeMissing, type Wanted } from './place-missing.ts';
import { editedMaps, expectToStand, sampleKnown, sampleMap } from './testing.ts';

const colours = ['teal', 'amber', 'violet'] as const;
const lands = ['west', 'east', 'north', 'south', 'mid', 'far'];
const empty: MapDocument = { ...sampleMap(), recommended_start: null, continents: [], paths: [], terrain: [] };

/** Trainings on some lands, each after an earlier one or after nothing. */
const wishes = fc
  .array(fc.record({ land: fc.nat(lands.length - 1), after: fc.option(fc.nat(200)), lab: fc.boolean() }), {
    maxLength: 24,
  })
  .map((list) =>
    list.map(({ land, after, lab }, i): Wanted => {
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
const known = (wanted: readonly Wanted[], kind: Wanted['kind'], more: readonly string[]) => [
  ...more,
  ...wanted.filter((one) => one.kind === kind).map(({ slug }) => slug),
];
const errorsOf = (map: MapDocument, wanted: readonly Wanted[]) =>
  compileMap(map, {
    ...sampleKnown,
    trainings: known(wanted, 'training', map === empty ? [] : sampleKnown.trainings),
    labs: known(wanted, 'lab', sampleKnown.labs),
  }).issues.filter(({ severity, code }) => severity === 'error' && code !== 'missing_start');

test('finds a hex for everything, moves nothing, and leaves the map without a fault', () => {
  fc.assert(
    fc.property(wishes, fc.boolean(), (wanted, isEmpty) => {
      const before = isEmpty ? empty : sampleMap();
      const { map, placed } = placeMissing(before, wanted);
      expect(placed).toHaveLength(wanted.length);
      const nodes = nodesOf(map);
      for (const { ref, q, r } of nodesOf(before)) expect(nodes).toContainEqual(expect.objectContaining({ ref, q, r }));
      expect(errorsOf(map, wanted)).toEqual([]);
      const land = map.continents.map(({ cells }) => decodeRuns(cells));
      for (const [i, cells] of land.entries())
        for (const other of land.slice(i + 1)) {
          const hexes = [...other].map((key) => ({ q: (key % 32_768) - 16_384, r: Math.floor(key / 32_768) - 16_384 }));
          expect(hexes.some((hex) => isNear(cells, hex, 1))).toBe(false);
        }
      expect(placeMissing(before, wanted).map).toEqual(map);
      expect(placeMissing(map, wanted)).toEqual({ map, placed: [], homeless: [] });
    }),
    { numRuns: 30 },
  );
});

test('a map grows from nothing, and begins at its first training', () => {
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

test('what finds no room is named, and the rest gets its hex', () => {
  // One hex of west in a ring of east, as far away as the sea between them has to be wide.
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
  const wish = (slug: string, continent: Wanted['continent']): Wanted => ({
    kind: 'training',
    slug,
    continent,
    after: null,
  });
  const { placed, homeless } = placeMissing(map, [wish('one', west), wish('two', west), wish('three', east)]);
  expect(placed).toEqual(['training:one', 'training:three']);
  expect(homeless).toEqual(['training:two']);
});

test('what follows something on another continent stays on its own', () => {
  const continent = { slug: 'west', name: 'West', colour: 'teal' } as const;
  const { map, homeless } = placeMissing(sampleMap(), [
    { kind: 'training', slug: 'four', continent, after: 'training:three' },
  ]);
  const four = nodesOf(map).find(({ slug }) => slug === 'four');
  expect(homeless).toEqual([]);
  expect(four?.continent.slug).toBe('west');
  expect(four?.q).toBeLessThan(6);
  expect(map.paths[0]?.edges.at(-1)).toMatchObject({ from: 'training:three', to: 'training:four' });
});

/** An item that a path of the map ends at, and where it belongs. */
const ends = fc.record({
  kind: fc.constantFrom<Wanted['kind']>('training', 'lab'),
  other: fc.constantFrom('training:one', 'training:two', 'training:three', 'lab:box'),
  isBeginning: fc.boolean(),
  land: fc.constantFrom('west', 'east', 'north', 'south'),
});

test('what a path ends at gets its hex: the fault is gone, and all that stands is where it was', () => {
  fc.assert(
    fc.property(editedMaps, ends, (edited, { kind, other, isBeginning, land }) => {
      const ref = refOf(kind, 'late');
      const [from, to] = isBeginning ? [ref, other] : [other, ref];
      const edge = { from, to, via: [], style: 'main' as const };
      const before: MapDocument = {
        ...edited,
        paths: [...edited.paths, { slug: 'late', name: 'Late', edges: [edge] }],
      };
      const faultsOf = (map: MapDocument) =>
        compileMap(map, sampleKnown).issues.filter((issue) => issue.code === 'orphan_end' && issue.ref === ref);
      expect(faultsOf(before)).toHaveLength(1);
      const continent = { slug: land, name: land, colour: 'teal' } as const;
      const after = placeEnd(before, { kind, slug: 'late', continent });
      // A continent whose land is enclosed by others has no room; then nothing changes.
      if (after === before) return;
      expect(faultsOf(after)).toEqual([]);
      expect(after.paths).toEqual(before.paths);
      expectToStand(before, after);
      expect(placeEnd(before, { kind, slug: 'late', continent })).toEqual(after);
      expect(placeEnd(after, { kind, slug: 'late', continent })).toBe(after);
    }),
    { numRuns: 60 },
  );
});

test('it lies near the other end, and a lab on the land of that end', () => {
  const map = sampleMap();
  map.paths[0]?.edges.push({ from: 'training:three', to: 'lab:late', via: [], style: 'main' });
  const west = { slug: 'west', name: 'West', colour: 'teal' } as const;
  const lab = placeEnd(map, { kind: 'lab', slug: 'late', continent: west });
  expect(nodesOf(lab).find(({ slug }) => slug === 'late')).toMatchObject({ continent: { slug: 'east' } });
  map.paths[0]?.edges.push({ from: 'training:late', to: 'training:two', via: [], style: 'main' });
  const course = placeEnd(map, { kind: 'training', slug: 'late', icon: 'key', continent: west });
  expect(course.continents[0]?.trainings.at(-1)).toMatchObject({ slug: 'late', icon: 'key', q: 3, r: -2 });
});

test('without room nothing changes', () => {
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
  expect(placeEnd(map, end)).toBe(map);
});
