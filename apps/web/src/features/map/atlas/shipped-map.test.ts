import { Hexmap } from '@hexpedition/contract';
import { expect, test } from 'vitest';
import type { Box } from '../camera/box.ts';
import { continentNameBox, nodeBox } from '../scene/name-box.ts';
import { shippedAtlas, shippedMap, shippedMaps } from './testing/shipped-atlas.ts';

test('compiles a map that matches the contract', () => {
  const { map } = shippedMap();
  expect(Hexmap.parse(JSON.parse(JSON.stringify(map)))).toEqual(map);
});

test.each(shippedMaps)('the shipped %s has no issues and is small', (file) => {
  const { map, issues } = shippedMap(file);
  expect(issues).toEqual([]);
  // Seven continents; compressed it is a fifth of this.
  expect(JSON.stringify(map).length).toBeLessThan(120_000);
});

test.each(
  shippedMaps.flatMap((file) => [
    [file, 'near', 1] as const,
    [file, 'at the usual distance', 0.65] as const,
    [file, 'far', 0.2] as const,
  ]),
)('no path of the shipped %s crosses a name, %s', (file, _, k) => {
  const { map, nodes, paths } = shippedAtlas(file);
  // The slugs are about as long as the names. The name is the part of the box below the hex.
  const names = nodes.map((node) => {
    const box = nodeBox({ kind: node.kind, name: node.name.replaceAll('-', ' ') }, k);
    return { ref: node.ref, box: at(node, { ...box, top: 36 }) };
  });
  const places = map.continents.map((continent) => ({
    ref: continent.slug,
    box: at(continent.label, { ...continentNameBox(continent, k), bottom: 4 }),
  }));
  const crossings = paths.flatMap(({ from, to, d }) =>
    [...names, ...places]
      .filter(({ box }) => pointsAlong(d).some(({ x, y }) => isIn(box, x, y)))
      .map(({ ref }) => `${from} → ${to} crosses ${ref}`),
  );
  expect(crossings).toEqual([]);
});

const at = ({ x, y }: { x: number; y: number }, { left, top, right, bottom }: Box): Box => ({
  left: x + left,
  top: y + top,
  right: x + right,
  bottom: y + bottom,
});
const isIn = ({ left, top, right, bottom }: Box, x: number, y: number) =>
  x > left && x < right && y > top && y < bottom;

/** Returns points along a path of lines and quadratic curves. For curves they follow the control points, further out. */
function pointsAlong(d: string): { x: number; y: number }[] {
  const corners = [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
  return corners.flatMap((from, i) => {
    const to = corners[i + 1] ?? from;
    return Array.from({ length: 40 }, (_, step) => ({
      x: from.x + ((to.x - from.x) * step) / 40,
      y: from.y + ((to.y - from.y) * step) / 40,
    }));
  });
}
