import type { MapDocument } from '@hexpedition/contract/map-document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromMapTable, type MapTable, toMapTable } from './map-table.ts';
import { differencesBetween, mergeMaps, takeTheirs } from './merge.ts';
import { parseMapDocument } from './parse.ts';
import { editedMaps, sampleMap } from './testing.ts';

function changed(change: (map: MapDocument) => void): MapDocument {
  const map = sampleMap();
  change(map);
  return map;
}
const continentOf = (map: MapDocument, slug: string) => {
  const found = map.continents.find((one) => one.slug === slug);
  if (!found) throw new Error(`There is no ${slug}.`);
  return found;
};
const rename = (slug: string, name: string) => (map: MapDocument) => {
  continentOf(map, slug).name = name;
};

test('converts a document to a table and back without loss', () => {
  fc.assert(
    fc.property(editedMaps, (map) => {
      const again = fromMapTable(toMapTable(map), map);
      expect(differencesBetween(map, again)).toEqual([]);
      expect(parseMapDocument(again)).toEqual(again);
    }),
  );
});

test('keeps every change that only one of two authors made, and reports every other one as a conflict', () => {
  fc.assert(
    fc.property(editedMaps, editedMaps, (mine, theirs) => {
      const base = sampleMap();
      const [one, other] = [mergeMaps(base, mine, theirs), mergeMaps(base, theirs, mine)];
      const named = one.conflicts.map(({ key }) => key);
      expect(parseMapDocument(one.map)).toEqual(one.map);

      const [was, own, its, merged] = [toMapTable(base), toMapTable(mine), toMapTable(theirs), toMapTable(one.map)];
      for (const key of new Set([...was.keys(), ...own.keys(), ...its.keys()])) {
        const [before, ours, others] = [was, own, its].map((table: MapTable) => JSON.stringify(table.get(key)));
        const isClash = ours !== before && others !== before && ours !== others;
        if (isClash) expect(named).toContain(key);
        else if (!named.includes(key))
          expect(JSON.stringify(merged.get(key)), key).toBe(ours === before ? others : ours);
      }
      if (named.length === 0) expect(differencesBetween(one.map, other.map)).toEqual([]);
      const given = takeTheirs(one.map, one.conflicts);
      expect(parseMapDocument(given)).toEqual(given);
    }),
  );
});

test('reports no difference for an unchanged document', () => {
  fc.assert(
    fc.property(editedMaps, (mine) => {
      for (const [base, own, their] of [
        [sampleMap(), mine, sampleMap()],
        [sampleMap(), sampleMap(), mine],
        [sampleMap(), mine, mine],
      ] as const) {
        const { map, conflicts } = mergeMaps(base, own, their);
        expect([differencesBetween(map, mine), conflicts]).toEqual([[], []]);
      }
    }),
  );
});

test('reports exactly the entries that changed', () => {
  const after = changed((map) => {
    rename('west', 'Far West')(map);
    map.recommended_start = null;
    map.terrain = [];
    continentOf(map, 'east').cells['1'] = [[7, 4]];
  });
  expect(differencesBetween(sampleMap(), after).map(({ key }) => key)).toEqual([
    'start',
    'continent/west',
    'terrain/1,1',
    'cell/10,1',
  ]);
  expect(differencesBetween(after, after)).toEqual([]);
});

test('merges changes without conflict to the same table from both sides', () => {
  const mine = changed(rename('west', 'Far West'));
  const theirs = changed((map) => {
    continentOf(map, 'east').trainings = [{ slug: 'three', q: 8, r: 0, icon: 'key' }];
    map.paths[0]?.edges.pop();
  });
  const one = mergeMaps(sampleMap(), mine, theirs);
  const other = mergeMaps(sampleMap(), theirs, mine);
  expect([one.conflicts, other.conflicts]).toEqual([[], []]);
  expect(differencesBetween(one.map, other.map)).toEqual([]);
  expect(one.map.continents.map(({ name }) => name)).toEqual(['Far West', 'East']);
  expect(one.map.continents[1]?.trainings[0]).toMatchObject({ q: 8 });
  expect(one.map.paths[0]?.edges).toHaveLength(1);
});

test('keeps my value of a conflict until I accept theirs, and reports both values', () => {
  const [mine, theirs] = [changed(rename('west', 'Mine')), changed(rename('west', 'Theirs'))];
  const kept = mergeMaps(sampleMap(), mine, theirs);
  expect(kept.conflicts).toEqual([
    {
      key: 'continent/west',
      base: { name: 'West', colour: 'teal', label: null },
      mine: { name: 'Mine', colour: 'teal', label: null },
      theirs: { name: 'Theirs', colour: 'teal', label: null },
    },
  ]);
  expect(kept.map.continents[0]?.name).toBe('Mine');
  expect(takeTheirs(kept.map, kept.conflicts)).toEqual(theirs);
  expect(
    takeTheirs(kept.map, [{ key: 'training/two', base: 1, mine: 1, theirs: undefined }]).continents[0]?.trainings,
  ).toHaveLength(1);
});

test('does not report the same change on both sides as a conflict', () => {
  const both = changed(rename('west', 'Same'));
  expect(mergeMaps(sampleMap(), both, both)).toEqual({ map: both, conflicts: [] });
});

test('restores a continent that one side removed if the other side put an item on it', () => {
  const mine = changed((map) => {
    map.continents.splice(1, 1);
    map.paths[0]?.edges.pop();
  });
  const theirs = changed((map) => {
    continentOf(map, 'east').labs.push({ slug: 'box-two', q: 8, r: 0 });
  });
  const { map, conflicts } = mergeMaps(sampleMap(), mine, theirs);
  expect(continentOf(map, 'east').labs).toEqual([{ slug: 'box-two', q: 8, r: 0 }]);
  expect(conflicts.map(({ key }) => key)).toEqual(['continent/east']);
});

test('restores a path that one side removed if the other side added an edge to it', () => {
  const mine = changed((map) => {
    map.paths = [];
  });
  const theirs = changed((map) => {
    map.paths[0]?.edges.push({ from: 'training:one', to: 'lab:box', via: [], style: 'optional' });
  });
  const { map, conflicts } = mergeMaps(sampleMap(), mine, theirs);
  expect(map.paths).toMatchObject([{ slug: 'main', edges: [{ to: 'lab:box' }] }]);
  expect(conflicts.map(({ key }) => key)).toEqual(['path/main']);
});

test('reports one conflict for a continent that one side removed and the other renamed and extended', () => {
  const mine = changed((map) => {
    map.continents.pop();
    map.paths[0]?.edges.pop();
  });
  const theirs = changed((map) => {
    rename('east', 'Orient')(map);
    continentOf(map, 'east').cells['2'] = [[7, 1]];
  });
  const { map, conflicts } = mergeMaps(sampleMap(), mine, theirs);
  expect(conflicts.map(({ key }) => key)).toEqual(['continent/east']);
  expect(continentOf(map, 'east')).toMatchObject({ name: 'Orient', cells: { '2': [[7, 1]] } });
});
