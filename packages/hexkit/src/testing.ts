import type { MapDocument, NodeRef } from '@hexpedition/contract/map-document';
import { colours, terrainTypes } from '@hexpedition/contract/map-vocabulary';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type Cells, cellsOf, decodeRuns, grow, hexOf } from './cells.ts';
import { nodesOf } from './document.ts';
import {
  addContinent,
  changeContinent,
  connect,
  disconnect,
  paintLand,
  putItem,
  removeContinent,
  removeItem,
  setStart,
  setTerrain,
} from './edits.ts';
import type { Hex } from './hex.ts';
import type { KnownSlugs } from './validate.ts';

/** Returns all hexes within `radius` steps of the origin. */
export const disk = (radius: number): Hex[] => [...grow(cellsOf([{ q: 0, r: 0 }]), radius)].map(hexOf);

/** Islands with bays and holes: any part of a disk, or the disk without such a part. */
export const islands: fc.Arbitrary<Cells> = fc
  .tuple(fc.subarray(disk(6)), fc.boolean())
  .map(([hexes, isHole]) => cellsOf(isHole ? disk(6).filter((hex) => !hexes.includes(hex)) : hexes));

/** Returns a valid map: two islands with three trainings, a lab and a path across the sea. */
export function sampleMap(): MapDocument {
  return {
    schema: 1,
    id: 'main',
    kind: 'trainings',
    initial: { x: 0, y: 0, zoom: 1 },
    recommended_start: 'training:one',
    continents: [
      {
        slug: 'west',
        name: 'West',
        colour: 'teal',
        label: null,
        cells: { '-1': [[0, 4]], '0': [[-1, 5]], '1': [[-1, 4]] },
        trainings: [
          { slug: 'one', q: 0, r: 0, icon: 'compass' },
          { slug: 'two', q: 2, r: 0, icon: 'globe' },
        ],
        labs: [{ slug: 'box', q: 0, r: 1 }],
      },
      {
        slug: 'east',
        name: 'East',
        colour: 'amber',
        label: { q: 9, r: -2 },
        cells: { '-1': [[8, 3]], '0': [[7, 4]], '1': [[7, 3]] },
        trainings: [{ slug: 'three', q: 9, r: 0, icon: 'key' }],
        labs: [],
      },
    ],
    paths: [
      {
        slug: 'main',
        name: 'Main',
        edges: [
          { from: 'training:one', to: 'training:two', via: [], style: 'main' },
          { from: 'training:two', to: 'training:three', via: [], style: 'main' },
        ],
      },
    ],
    terrain: [{ q: 1, r: 1, type: 'forest' }],
  };
}

export const sampleKnown: KnownSlugs = {
  trainings: ['one', 'two', 'three'],
  labs: ['box'],
  continents: new Map([
    ['one', 'west'],
    ['two', 'west'],
    ['three', 'east'],
  ]),
};

const hexes = fc.subarray(disk(4), { maxLength: 12 });
const refs = fc.constantFrom<NodeRef[]>('training:one', 'training:two', 'training:three', 'lab:box', 'training:new');
const ends = fc.tuple(refs, refs);
const slugs = fc.constantFrom('west', 'east', 'north');

const by = <T>(what: fc.Arbitrary<T>, change: (map: MapDocument, what: T) => MapDocument) =>
  what.map((one) => (map: MapDocument) => change(map, one));

/** One random edit, sensible or not. */
const edits = fc.oneof(
  by(fc.tuple(fc.option(slugs), hexes), (map, [slug, painted]) => paintLand(map, slug, painted)),
  by(fc.tuple(refs, fc.constantFrom(...disk(4))), (map, [ref, hex]) => putItem(map, { ref, icon: 'key' }, hex)),
  by(ends, (map, [from, to]) => connect(map, from, to)),
  by(ends, (map, [from, to]) => disconnect(map, from, to)),
  by(fc.tuple(hexes, fc.option(fc.constantFrom(...terrainTypes))), (map, [on, type]) => setTerrain(map, on, type)),
  by(refs, removeItem),
  by(fc.option(refs), setStart),
  by(slugs, removeContinent),
  by(fc.tuple(slugs, fc.constantFrom(...colours)), (map, [slug, colour]) => changeContinent(map, slug, { colour })),
  by(fc.constant('north'), (map, slug) =>
    map.continents.some((one) => one.slug === slug) ? map : addContinent(map, slug, 'North', 'rose'),
  ),
);

/** The sample after random edits. */
export const editedMaps: fc.Arbitrary<MapDocument> = fc
  .array(edits, { maxLength: 12 })
  .map((all) => all.reduce((map, change) => change(map), sampleMap()));

/**
 * Asserts that a fix only added land: each item keeps its hex, each hex keeps its owner, and no new hex has two owners.
 */
export function expectOnlyAdditions(before: MapDocument, after: MapDocument): void {
  const nodes = nodesOf(after).map(({ ref, q, r, continent }) => `${ref} ${q} ${r} ${continent.slug}`);
  for (const { ref, q, r, continent } of nodesOf(before)) expect(nodes).toContain(`${ref} ${q} ${r} ${continent.slug}`);
  const old = claimsOf(before);
  const fresh = claimsOf(after);
  for (const [key, claims] of old) expect(fresh.get(key)).toEqual(claims);
  for (const [key, claims] of fresh) if (!old.has(key)) expect(claims).toHaveLength(1);
}

function claimsOf(map: MapDocument): Map<number, string[]> {
  const claims = new Map<number, string[]>();
  for (const { slug, cells } of map.continents)
    for (const key of decodeRuns(cells)) claims.set(key, [...(claims.get(key) ?? []), slug]);
  return claims;
}
