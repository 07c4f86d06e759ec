import { expect, test } from 'vitest';
import { decodeRuns, hexOf, keyOf } from './cells.ts';
import {
  addContinent,
  changeContinent,
  changeEdge,
  changeIcon,
  connect,
  cutEdgesAt,
  disconnect,
  edgeOf,
  ownersOf,
  paintLand,
  putItem,
  regionAt,
  removeContinent,
  removeCopy,
  removeItem,
  setInitial,
  setStart,
  setTerrain,
} from './edits.ts';
import { ring } from './hex.ts';
import { differencesBetween } from './merge.ts';
import { sampleMap } from './testing.ts';

const map = sampleMap();
const changes = (after: typeof map) => differencesBetween(map, after).map(({ key }) => key);
const itemsOf = (after: typeof map, slug: string) => after.continents.find((one) => one.slug === slug);

test('does not mutate its arguments', () => {
  const before = JSON.stringify(map);
  removeContinent(paintLand(connect(map, 'training:one', 'lab:box'), 'west', [{ q: 5, r: 5 }]), 'east');
  expect(JSON.stringify(map)).toBe(before);
});

test('paint gives hexes to a continent and takes them from another, together with the items on them', () => {
  const painted = paintLand(map, 'west', [
    { q: 4, r: 0 },
    { q: 9, r: 0 },
  ]);
  expect(changes(painted).sort()).toEqual(['cell/4,0', 'cell/9,0', 'training/three']);
  expect(ownersOf(painted).get(keyOf({ q: 9, r: 0 }))).toBe('west');
  expect(itemsOf(painted, 'west')?.trainings.map(({ slug }) => slug)).toEqual(['one', 'two', 'three']);
  expect(itemsOf(painted, 'east')?.trainings).toEqual([]);
});

test('paint erases land, and keeps the channel if asked', () => {
  const erased = paintLand(map, null, [{ q: 3, r: 0 }]);
  expect(changes(erased)).toEqual(['cell/3,0']);
  const reach = [4, 5, 6].map((q) => ({ q, r: 0 }));
  expect(changes(paintLand(map, 'west', reach, { keepSea: true }))).toEqual(['cell/4,0']);
  expect(changes(paintLand(map, 'west', reach))).toHaveLength(3);
});

test('a region is a connected area, and the open sea is none', () => {
  expect(regionAt(map, { q: 0, r: 0 })).toHaveLength(13);
  expect(regionAt(map, { q: 40, r: 40 })).toBeNull();
  const lagoon = paintLand(map, 'west', ring({ q: 20, r: 0 }, 2));
  expect(regionAt(lagoon, { q: 20, r: 0 })).toHaveLength(7);
});

test('adds, changes and removes continents with everything on them', () => {
  const more = paintLand(addContinent(map, 'south', 'South', 'rose'), 'south', [{ q: 0, r: 9 }]);
  expect(more.continents.at(-1)).toMatchObject({ slug: 'south', cells: { '9': [[0, 1]] } });
  expect(changeContinent(map, 'east', { name: 'Orient', label: null }).continents[1]).toMatchObject({ name: 'Orient' });
  const less = removeContinent(map, 'west');
  expect(less.continents.map(({ slug }) => slug)).toEqual(['east']);
  expect([less.paths, less.recommended_start]).toEqual([[], null]);
});

test('assigns an item to the continent that owns its hex', () => {
  const moved = putItem(map, { ref: 'training:one' }, { q: 8, r: 0 });
  expect(itemsOf(moved, 'east')?.trainings).toContainEqual({ slug: 'one', q: 8, r: 0, icon: 'compass' });
  expect(itemsOf(moved, 'west')?.trainings.map(({ slug }) => slug)).toEqual(['two']);
  // In the sea, an item keeps its continent and its position in the list.
  const wet = putItem(map, { ref: 'training:one' }, { q: 5, r: 5 });
  expect(itemsOf(wet, 'west')?.trainings[0]).toMatchObject({ slug: 'one', q: 5, r: 5 });
  const fresh = putItem(map, { ref: 'lab:new' }, { q: 3, r: 0 });
  expect(itemsOf(fresh, 'west')?.labs).toContainEqual({ slug: 'new', q: 3, r: 0 });
  expect(putItem(map, { ref: 'training:new', icon: 'key' }, { q: 5, r: 5 })).toBe(map);
  expect(putItem(map, { ref: 'training:new', icon: 'key' }, { q: 3, r: 0 }).continents[0]?.trainings.at(-1)).toEqual({
    slug: 'new',
    q: 3,
    r: 0,
    icon: 'key',
  });
  expect(changes(changeIcon(map, 'training:one', 'lock'))).toEqual(['training/one']);
});

test('removes an item together with its edges', () => {
  const less = removeItem(map, 'training:two');
  expect(less.paths).toEqual([]);
  expect(removeItem(map, 'training:one').recommended_start).toBeNull();
  expect(itemsOf(removeItem(map, 'lab:box'), 'west')?.labs).toEqual([]);
});

test('adds an edge once, changes it and removes it', () => {
  const drawn = connect(map, 'training:one', 'lab:box', 'optional');
  expect(edgeOf(drawn, 'training:one', 'lab:box')).toEqual({
    from: 'training:one',
    to: 'lab:box',
    via: [],
    style: 'optional',
  });
  expect(connect(drawn, 'training:one', 'lab:box')).toBe(drawn);
  expect(connect(map, 'training:one', 'training:one')).toBe(map);
  const bent = changeEdge(drawn, 'training:one', 'lab:box', { via: [[1, 1]] });
  expect(edgeOf(bent, 'training:one', 'lab:box')?.via).toEqual([[1, 1]]);
  expect(disconnect(drawn, 'training:one', 'lab:box')).toEqual(map);
  expect(cutEdgesAt(map, 'training:two').paths).toEqual([]);
  // A continent without a path gets its own path.
  const alone = connect({ ...map, paths: [] }, 'training:three', 'training:one');
  expect(alone.paths).toMatchObject([{ slug: 'east', name: 'East' }]);
  // Edges from items that are not on the map share one path, so that no two paths share a slug.
  const stray = connect({ ...map, paths: [] }, 'training:new', 'training:one');
  expect(connect(stray, 'lab:new', 'training:two').paths).toMatchObject([{ slug: 'paths', edges: [{}, {}] }]);
});

test('sets and removes terrain symbols, the start and the initial view', () => {
  const symbols = setTerrain(
    map,
    [
      { q: 1, r: 1 },
      { q: 0, r: -1 },
    ],
    'marsh',
  );
  expect(symbols.terrain).toEqual([
    { q: 1, r: 1, type: 'marsh' },
    { q: 0, r: -1, type: 'marsh' },
  ]);
  expect(setTerrain(symbols, [{ q: 1, r: 1 }], null).terrain).toHaveLength(1);
  expect(changes(setStart(map, null))).toEqual(['start']);
  expect(changes(setInitial(map, { x: 1, y: 2, zoom: 0.5 }))).toEqual(['initial']);
  expect([...decodeRuns(map.continents[0]?.cells ?? {})].map(hexOf)).toHaveLength(13);
});

test('removes only the copy: the other one keeps its position, its paths and the start', () => {
  const copy = { slug: 'one', q: 2, r: -1, icon: 'key' };
  const twice = { ...map, continents: map.continents.map((one) => ({ ...one, trainings: [...one.trainings, copy] })) };
  const less = removeCopy(twice, 'training:one', copy);
  expect(itemsOf(less, 'east')?.trainings).toEqual(itemsOf(map, 'east')?.trainings);
  expect(itemsOf(less, 'west')?.trainings).toHaveLength(3);
  expect(removeCopy(less, 'training:one', copy)).toEqual(map);
  expect(removeCopy(map, 'training:one', copy)).toEqual(map);
  expect(itemsOf(removeCopy(map, 'lab:box', { q: 0, r: 1 }), 'west')?.labs).toEqual([]);
});
