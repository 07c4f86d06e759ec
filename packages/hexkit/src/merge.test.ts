import type { MapDocument } from '@hexpedition/contract/map-document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentOf, type Facts, factsOf } from './facts.ts';
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

test('a document and its table say the same', () => {
  fc.assert(
    fc.property(editedMaps, (map) => {
      const again = documentOf(factsOf(map), map);
      expect(differencesBetween(map, again)).toEqual([]);
      expect(parseMapDocument(again)).toEqual(again);
    }),
  );
});

test('whatever two authors do: nothing that only one has changed is lost, and the rest is named', () => {
  fc.assert(
    fc.property(editedMaps, editedMaps, (mine, theirs) => {
      const base = sampleMap();
      const [one, other] = [mergeMaps(base, mine, theirs), mergeMaps(base, theirs, mine)];
      const named = one.clashes.map(({ key }) => key);
      expect(parseMapDocument(one.map)).toEqual(one.map);

      const [was, own, its, merged] = [factsOf(base), factsOf(mine), factsOf(theirs), factsOf(one.map)];
      for (const key of new Set([...was.keys(), ...own.keys(), ...its.keys()])) {
        const [before, ours, others] = [was, own, its].map((facts: Facts) => JSON.stringify(facts.get(key)));
        const isClash = ours !== before && others !== before && ours !== others;
        if (isClash) expect(named).toContain(key);
        else if (!named.includes(key))
          expect(JSON.stringify(merged.get(key)), key).toBe(ours === before ? others : ours);
      }
      if (named.length === 0) expect(differencesBetween(one.map, other.map)).toEqual([]);
      const given = takeTheirs(one.map, one.clashes);
      expect(parseMapDocument(given)).toEqual(given);
    }),
  );
});

test('what did not change changes nothing', () => {
  fc.assert(
    fc.property(editedMaps, (mine) => {
      for (const [base, own, their] of [
        [sampleMap(), mine, sampleMap()],
        [sampleMap(), sampleMap(), mine],
        [sampleMap(), mine, mine],
      ] as const) {
        const { map, clashes } = mergeMaps(base, own, their);
        expect([differencesBetween(map, mine), clashes]).toEqual([[], []]);
      }
    }),
  );
});

test('differences name what was changed, and nothing else', () => {
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

test('what does not clash is merged, both ways to the same table', () => {
  const mine = changed(rename('west', 'Far West'));
  const theirs = changed((map) => {
    continentOf(map, 'east').trainings = [{ slug: 'three', q: 8, r: 0, icon: 'key' }];
    map.paths[0]?.edges.pop();
  });
  const one = mergeMaps(sampleMap(), mine, theirs);
  const other = mergeMaps(sampleMap(), theirs, mine);
  expect([one.clashes, other.clashes]).toEqual([[], []]);
  expect(differencesBetween(one.map, other.map)).toEqual([]);
  expect(one.map.continents.map(({ name }) => name)).toEqual(['Far West', 'East']);
  expect(one.map.continents[1]?.trainings[0]).toMatchObject({ q: 8 });
  expect(one.map.paths[0]?.edges).toHaveLength(1);
});

test('a clash keeps mine until I give in, and says both', () => {
  const [mine, theirs] = [changed(rename('west', 'Mine')), changed(rename('west', 'Theirs'))];
  const kept = mergeMaps(sampleMap(), mine, theirs);
  expect(kept.clashes).toEqual([
    {
      key: 'continent/west',
      base: { name: 'West', colour: 'teal', label: null },
      mine: { name: 'Mine', colour: 'teal', label: null },
      theirs: { name: 'Theirs', colour: 'teal', label: null },
    },
  ]);
  expect(kept.map.continents[0]?.name).toBe('Mine');
  expect(takeTheirs(kept.map, kept.clashes)).toEqual(theirs);
  expect(
    takeTheirs(kept.map, [{ key: 'training/two', base: 1, mine: 1, theirs: undefined }]).continents[0]?.trainings,
  ).toHaveLength(1);
});

test('the same change on both sides is no clash', () => {
  const both = changed(rename('west', 'Same'));
  expect(mergeMaps(sampleMap(), both, both)).toEqual({ map: both, clashes: [] });
});

test('a continent that one side took away comes back when the other has put something on it', () => {
  const mine = changed((map) => {
    map.continents.splice(1, 1);
    map.paths[0]?.edges.pop();
  });
  const theirs = changed((map) => {
    continentOf(map, 'east').labs.push({ slug: 'box-two', q: 8, r: 0 });
  });
  const { map, clashes } = mergeMaps(sampleMap(), mine, theirs);
  expect(continentOf(map, 'east').labs).toEqual([{ slug: 'box-two', q: 8, r: 0 }]);
  expect(clashes.map(({ key }) => key)).toEqual(['continent/east']);
});

test('a path that one side took away comes back when the other has put an edge on it', () => {
  const mine = changed((map) => {
    map.paths = [];
  });
  const theirs = changed((map) => {
    map.paths[0]?.edges.push({ from: 'training:one', to: 'lab:box', via: [], style: 'optional' });
  });
  const { map, clashes } = mergeMaps(sampleMap(), mine, theirs);
  expect(map.paths).toMatchObject([{ slug: 'main', edges: [{ to: 'lab:box' }] }]);
  expect(clashes.map(({ key }) => key)).toEqual(['path/main']);
});

test('a continent that one side took away, and the other renamed and put land on, is one clash', () => {
  const mine = changed((map) => {
    map.continents.pop();
    map.paths[0]?.edges.pop();
  });
  const theirs = changed((map) => {
    rename('east', 'Orient')(map);
    continentOf(map, 'east').cells['2'] = [[7, 1]];
  });
  const { map, clashes } = mergeMaps(sampleMap(), mine, theirs);
  expect(clashes.map(({ key }) => key)).toEqual(['continent/east']);
  expect(continentOf(map, 'east')).toMatchObject({ name: 'Orient', cells: { '2': [[7, 1]] } });
});
