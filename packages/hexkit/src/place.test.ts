import { describe, expect, test } from 'vitest';
import { type Cells, decodeRuns, hexOf, isNear, parts } from './cells.ts';
import { compileMap } from './compile.ts';
import { nodesOf } from './document.ts';
import { distance } from './hex.ts';
import { placeItems, type Unplaced } from './place.ts';
import { random, sampleKnown, sampleMap } from './testing.ts';

function many(seed: number): Unplaced[] {
  const next = random(seed);
  const items: Unplaced[] = [];
  for (let i = 0; i < 25; i++) {
    const slug = `new-${i}`;
    const kind = next() < 0.3 ? 'lab' : 'training';
    const before = items.filter((item) => item.kind === 'training').at(-1);
    const continent = next() < 0.5 ? 'west' : 'east';
    items.push({
      kind,
      slug,
      icon: 'key',
      continent,
      after: next() < 0.8 && before ? `training:${before.slug}` : null,
    });
  }
  return items;
}

describe('placeItems', () => {
  test('never moves what stands, keeps items apart and channels open, and leaves continents whole', () => {
    for (let seed = 0; seed < 15; seed++) {
      const before = sampleMap();
      const after = placeItems(before, many(seed));
      const nodes = nodesOf(after);
      for (const { ref, q, r } of nodesOf(before)) expect(nodes).toContainEqual(expect.objectContaining({ ref, q, r }));
      const fresh = nodes.slice().filter(({ slug }) => slug.startsWith('new-'));
      expect(fresh.length).toBe(25);
      for (const node of fresh) {
        for (const other of nodes) if (other !== node) expect(distance(node, other)).toBeGreaterThanOrEqual(2);
      }
      const [west, east] = after.continents.map(({ cells }) => decodeRuns(cells)) as [Cells, Cells];
      expect(parts(west).length).toBe(1);
      expect(parts(east).length).toBe(1);
      expect([...west].some((key) => isNear(east, hexOf(key), 2))).toBe(false);
    }
  });

  test('the result is a map without faults, and the same every time', () => {
    const items = many(3);
    const slugs = (kind: string) => items.filter((item) => item.kind === kind).map(({ slug }) => slug);
    const known = {
      trainings: [...sampleKnown.trainings, ...slugs('training')],
      labs: [...sampleKnown.labs, ...slugs('lab')],
    };
    const placed = placeItems(sampleMap(), items);
    expect(compileMap(placed, known).issues).toEqual([]);
    expect(placeItems(sampleMap(), items)).toEqual(placed);
  });

  test('a continent without land begins in the open sea', () => {
    const map = sampleMap();
    map.continents.push({ slug: 'new', name: 'New', colour: 'rose', label: null, cells: {}, trainings: [], labs: [] });
    const placed = placeItems(map, [{ kind: 'training', slug: 'first', continent: 'new', after: null }]);
    expect(decodeRuns(placed.continents[2]?.cells ?? {}).size).toBe(7);
  });

  test('an unknown continent is an error that names it', () => {
    expect(() => placeItems(sampleMap(), [{ kind: 'lab', slug: 'x', continent: 'atlantis', after: null }])).toThrow(
      'There is no continent "atlantis"',
    );
  });
});
