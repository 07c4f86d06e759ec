import { Hexmap } from '@hexpedition/contract';
import type { CompiledMap } from '@hexpedition/hexkit';
import { expect, expectTypeOf, test } from 'vitest';
import { shippedMap } from './testing.ts';

test('the contract and the compiler mean the same map', () => {
  expectTypeOf<Hexmap>().toExtend<CompiledMap>();
  expectTypeOf<CompiledMap>().toExtend<Hexmap>();
  const { map } = shippedMap();
  expect(Hexmap.parse(JSON.parse(JSON.stringify(map)))).toEqual(map);
});

test('the map that ships has no faults', () => {
  expect(shippedMap().issues).toEqual([]);
});

test('the map that ships weighs little', () => {
  // Seven continents; compressed it is a fifth of this.
  expect(JSON.stringify(shippedMap().map).length).toBeLessThan(80_000);
});
