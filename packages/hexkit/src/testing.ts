import type { MapDocument } from '@hexpedition/contract/map-document';
import { type Cells, keyOf } from './cells.ts';
import { type Hex, neighbours } from './hex.ts';

/** A small seeded generator (mulberry32), so that a failing property names a seed that fails again. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A connected blob of `size` cells, ragged enough to have bays and holes. */
export function blob(seed: number, size: number, start: Hex = { q: 0, r: 0 }): Cells {
  const next = random(seed);
  const cells: Cells = new Set([keyOf(start)]);
  const edge: Hex[] = [start];
  while (cells.size < size) {
    const at = edge[Math.floor(next() * edge.length)] as Hex; // the start never leaves the list
    const around = neighbours(at);
    const hex = around[Math.floor(next() * around.length)] as Hex;
    if (!cells.has(keyOf(hex))) edge.push(hex);
    cells.add(keyOf(hex));
  }
  return cells;
}

/** Two islands with three trainings, a lab and a path that crosses the sea, without any fault. */
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

export const sampleKnown = { trainings: ['one', 'two', 'three'], labs: ['box'] };
