import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cells, decodeRuns, hexOf, isNear, parts } from './cells.ts';
import { compileMap } from './compile.ts';
import { nodesOf } from './document.ts';
import { distance } from './hex.ts';
import { parseMapDocument } from './parse.ts';
import { type PlacementRequest, placeItems } from './place.ts';
import { sampleKnown, sampleMap } from './testing.ts';

/** Trainings and labs for both islands, each after the previous training or after none. */
const itemLists = fc
  .array(fc.record({ isLab: fc.boolean(), isWest: fc.boolean(), follows: fc.boolean() }), { maxLength: 25 })
  .map((list) =>
    list.map(({ isLab, isWest, follows }, i): PlacementRequest => {
      const before = list.slice(0, i).findLastIndex((one) => !one.isLab);
      return {
        kind: isLab ? 'lab' : 'training',
        slug: `new-${i}`,
        icon: 'key',
        continent: isWest ? 'west' : 'east',
        after: follows && before >= 0 ? `training:new-${before}` : null,
      };
    }),
  );

describe('placeItems', () => {
  test('moves nothing, overlaps nothing, keeps channels open and gives the same valid map every time', () => {
    fc.assert(
      fc.property(itemLists, (items) => {
        const before = sampleMap();
        const after = placeItems(before, items);
        const nodes = nodesOf(after);
        for (const { ref, q, r } of nodesOf(before))
          expect(nodes).toContainEqual(expect.objectContaining({ ref, q, r }));
        const fresh = nodes.filter(({ slug }) => slug.startsWith('new-'));
        expect(fresh).toHaveLength(items.length);
        for (const node of fresh)
          for (const other of nodes) if (other !== node) expect(distance(node, other)).toBeGreaterThanOrEqual(2);
        const [west, east] = after.continents.map(({ cells }) => decodeRuns(cells)) as [Cells, Cells];
        expect([parts(west).length, parts(east).length]).toEqual([1, 1]);
        expect([...west].some((key) => isNear(east, hexOf(key), 2))).toBe(false);

        const slugs = (kind: string) => items.filter((item) => item.kind === kind).map(({ slug }) => slug);
        const known = {
          ...sampleKnown,
          trainings: [...sampleKnown.trainings, ...slugs('training')],
          labs: [...sampleKnown.labs, ...slugs('lab')],
        };
        expect(parseMapDocument(after)).toEqual(after);
        expect(compileMap(after, known).issues).toEqual([]);
        expect(placeItems(before, items)).toEqual(after);
      }),
      { numRuns: 30 },
    );
  });

  test('starts a continent without land in the open sea', () => {
    const map = sampleMap();
    map.continents.push({ slug: 'new', name: 'New', colour: 'rose', label: null, cells: {}, trainings: [], labs: [] });
    const placed = placeItems(map, [{ kind: 'training', slug: 'first', continent: 'new', after: null }]);
    expect(decodeRuns(placed.continents[2]?.cells ?? {}).size).toBe(7);
  });

  test('throws an error that names an unknown continent', () => {
    expect(() => placeItems(sampleMap(), [{ kind: 'lab', slug: 'x', continent: 'atlantis', after: null }])).toThrow(
      'There is no continent "atlantis"',
    );
  });
});
