import { MapDocument } from '@hexpedition/contract';
import { compileMap } from '@hexpedition/hexkit/compile';
import { sampleKnown, sampleMap } from '@hexpedition/hexkit/testing';
import { expect, test } from 'vitest';
import { mendsOf } from './mends.ts';

const sample = MapDocument.parse(sampleMap());
const [west] = sample.continents;
if (!west) throw new Error('The sample has two continents.');

const mendsFor = (map: MapDocument) =>
  compileMap(map, sampleKnown)
    .issues.filter(({ code }) => code === 'duplicate_slug')
    .flatMap((fault) => mendsOf(fault, map, { nameOf: (ref) => ref, tray: [] }));

test('of two courses with the same name the one that the fault is about goes, and the map is as before', () => {
  const copy = { slug: 'one', q: 2, r: -1, icon: 'key' };
  const rest = sample.continents.slice(1);
  const twice = { ...sample, continents: [{ ...west, trainings: [...west.trainings, copy] }, ...rest] };
  expect(mendsFor(twice).map(({ change }) => change(twice))).toEqual([sample]);
});

test('of two continents with the same name no press decides', () => {
  const copy = { ...west, cells: { '9': [[2, 1] as [number, number]] }, trainings: [], labs: [] };
  expect(mendsFor({ ...sample, continents: [...sample.continents, copy] })).toEqual([]);
});
