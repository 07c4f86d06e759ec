import { toPixel } from '@hexpedition/hexkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeAtlas } from '../atlas/atlas.ts';
import { shippedAtlas, shippedMap, shippedMaps, trainingCard } from '../atlas/testing/shipped-atlas.ts';
import { crowdedNames } from './crowding.ts';
import { levels } from './level-of-detail.ts';
import { beaconBox, nodeBox } from './name-box.ts';

const cells = Array.from({ length: 81 }, (_, i) => ({ q: (i % 9) - 4, r: Math.floor(i / 9) - 4 }));

const { map } = shippedMap();
const [continent] = map.continents;
if (!continent) throw new Error('The map has no continents.');

/** Generates courses on random hexes of one continent, with names of random length. */
const atlases = fc
  .subarray(cells, { minLength: 1 })
  .chain((hexes) =>
    fc.tuple(
      fc.constant(hexes),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: hexes.length, maxLength: hexes.length }),
    ),
  )
  .map(([hexes, lengths]) => {
    const trainings = hexes.map((hex, i) => ({ slug: `t-${i}`, icon: 'key', ...hex, ...toPixel(hex) }));
    const cards = lengths.map((length, i) => ({ ...trainingCard(`t-${i}`, 'one'), name: 'm'.repeat(length) }));
    const label = { x: 0, y: -9_999 };
    return makeAtlas({ ...map, paths: [], continents: [{ ...continent, label, trainings, labs: [] }] }, cards, []);
  });

test.each(levels.filter(({ name }) => name !== 'far'))(
  'hides one of two colliding names at level $name',
  ({ minZoom }) => {
    fc.assert(
      fc.property(atlases, (atlas) => {
        const here = atlas.nodes[0] ?? null;
        const crowded = crowdedNames(atlas, minZoom, here);
        const names = atlas.nodes.map((node) => {
          const { left, right, bottom } = nodeBox(node, minZoom);
          return {
            ref: node.ref,
            left: node.x + left,
            right: node.x + right,
            top: node.y + 28,
            bottom: node.y + bottom,
          };
        });
        const touch = (a: (typeof names)[number], b: (typeof names)[number]) =>
          Math.min(a.right, b.right) - Math.max(a.left, b.left) > 8 &&
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 8;
        const shown = names.filter(({ ref }) => !crowded.has(ref));
        expect(shown.some((a, i) => shown.slice(i + 1).some((b) => touch(a, b)))).toBe(false);
        expect(shown.some(({ ref }) => ref === here?.ref)).toBe(true);
        const { left, top, right, bottom } = beaconBox(minZoom);
        const [x, y] = [here?.x ?? 0, here?.y ?? 0];
        const beacon = { ref: 'beacon', left: x + left, right: x + right, top: y + top, bottom: y + bottom };
        expect(shown.some((name) => name.ref !== here?.ref && touch(name, beacon))).toBe(false);
        // A hidden name collides with something.
        for (const name of names.filter(({ ref }) => crowded.has(ref))) {
          const hexes = atlas.nodes.map(({ ref, x, y }) => ({
            ref,
            left: x - 28,
            right: x + 28,
            top: y - 28,
            bottom: y + 28,
          }));
          expect([...shown, ...hexes, beacon].some((other) => other.ref !== name.ref && touch(name, other))).toBe(true);
        }
      }),
    );
  },
);

test.each(shippedMaps)('the shipped %s shows every readable name for every position of the learner', (file) => {
  const atlas = shippedAtlas(file);
  for (const { name, minZoom } of levels) {
    if (name !== 'near' && name !== 'mid') continue;
    for (const here of [null, ...atlas.nodes])
      expect([name, here?.ref, ...crowdedNames(atlas, minZoom, here)]).toEqual([name, here?.ref]);
  }
});
