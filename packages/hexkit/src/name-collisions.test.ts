import { expect, it } from 'vitest';
import { decodeRuns } from './cells.ts';
import { nodesOf } from './document.ts';
import { findNameCollisions } from './name-collisions.ts';
import { placeMissing } from './place-missing.ts';
import { sampleMap } from './testing.ts';

const long = 'Reading HTTP Sessions and Tokens';
const collisions = (map: ReturnType<typeof sampleMap>, names: Record<string, string>) =>
  findNameCollisions(map, names, (ref) => ref);

/** The sample without its lab, which is so close to a course that their names overlap. */
function map(): ReturnType<typeof sampleMap> {
  const sample = sampleMap();
  for (const continent of sample.continents) continent.labs = [];
  return sample;
}

it('warns about a lab under the name of a course', () => {
  expect(collisions(sampleMap(), {}).map(({ ref }) => ref)).toEqual(['lab:box']);
});

it('finds nothing on a map with short names', () => {
  expect(collisions(map(), { 'training:one': 'One', 'training:two': 'Two' })).toEqual([]);
});

it('warns about two items whose names overlap', () => {
  const sample = map();
  const [west] = sample.continents;
  Object.assign(west?.trainings[1] ?? {}, { q: 1, r: 0 });
  const names = { 'training:one': long, 'training:two': long };
  expect(collisions(sample, names)).toMatchObject([
    { code: 'names_collide', severity: 'warning', ref: 'training:two', at: { q: 1, r: 0 } },
  ]);
});

it('warns about the name of a continent on the land of another one', () => {
  const sample = map();
  const [west, east] = sample.continents;
  const [key] = Object.entries(east?.cells ?? {})[0] ?? [];
  const run = east?.cells[Number(key)]?.[0];
  Object.assign(west ?? {}, { label: { q: run?.[0] ?? 0, r: Number(key) } });
  expect(collisions(sample, {}).map(({ code, continent }) => [code, continent])).toContainEqual([
    'names_collide',
    'west',
  ]);
});

it('places items where their names collide with nothing', () => {
  const sample = map();
  const [west] = sample.continents;
  if (!west) throw new Error('The sample has no land.');
  const { slug, name, colour } = west;
  const expected = Array.from({ length: 6 }, (_, i) => ({
    ...{ kind: 'training' as const, slug: `long-${i}`, name: long, continent: { slug, name, colour } },
    after: 'training:one' as const,
  }));
  const placed = placeMissing(sample, expected);
  expect(placed.unplaced).toEqual([]);
  const names = Object.fromEntries(expected.map((one) => [`training:${one.slug}`, long]));
  expect(collisions(placed.map, names).filter(({ ref }) => ref?.startsWith('training:long'))).toEqual([]);
  // Without names, the same items are closer to each other.
  const plain = placeMissing(
    sample,
    expected.map(({ name: _, ...item }) => item),
  );
  expect(collisions(plain.map, names).length).toBeGreaterThan(0);
  expect(nodesOf(plain.map)).toHaveLength(nodesOf(placed.map).length);
  expect(decodeRuns(placed.map.continents[0]?.cells ?? {}).size).toBeGreaterThan(0);
});
