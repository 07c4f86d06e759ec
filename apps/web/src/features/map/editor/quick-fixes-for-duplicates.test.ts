import { MapDocument } from '@hexpedition/contract';
import { compileMap } from '@hexpedition/hexkit/compile';
import { sampleKnown, sampleMap } from '@hexpedition/hexkit/testing';
import { expect, test } from 'vitest';
import { quickFixesFor } from './quick-fixes.ts';

const sample = MapDocument.parse(sampleMap());
const [west] = sample.continents;
if (!west) throw new Error('The sample has two continents.');

const fixesForDuplicates = (map: MapDocument) =>
  compileMap(map, sampleKnown)
    .issues.filter(({ code }) => code === 'duplicate_slug')
    .flatMap((problem) => quickFixesFor(problem, map, { nameOf: (ref) => ref, tray: [] }));

test('removes the duplicate course that the problem refers to', () => {
  const copy = { slug: 'one', q: 2, r: -1, icon: 'key' };
  const rest = sample.continents.slice(1);
  const twice = { ...sample, continents: [{ ...west, trainings: [...west.trainings, copy] }, ...rest] };
  expect(fixesForDuplicates(twice).map(({ change }) => change(twice))).toEqual([sample]);
});

test('offers no quick fix for two continents with the same name', () => {
  const copy = { ...west, cells: { '9': [[2, 1] as [number, number]] }, trainings: [], labs: [] };
  expect(fixesForDuplicates({ ...sample, continents: [...sample.continents, copy] })).toEqual([]);
});
