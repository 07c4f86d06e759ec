import { expect, test } from 'vitest';
import { levelAt, levelOfDetail, levels, setLevelOfDetail } from './level-of-detail.ts';

/** Builds a fake scene with a class list. */
function sceneAt(k: number) {
  const classes = new Set(['scene', levelOfDetail(k)]);
  const classList = {
    contains: (name: string) => classes.has(name),
    add: (name: string) => classes.add(name),
    remove: (...names: string[]) => {
      for (const name of names) classes.delete(name);
    },
  };
  return { scene: { classList } as unknown as SVGSVGElement, classes };
}
const shown = (classes: Set<string>) =>
  levels.filter(({ minZoom }) => classes.has(levelOfDetail(minZoom))).map(({ name }) => name);

test('has one level for every zoom', () => {
  expect([2, 0.95, 0.7, 0.4, 0.1, 0].map((k) => levelAt(k).name)).toEqual([
    'near',
    'near',
    'mid',
    'wide',
    'far',
    'far',
  ]);
});

test('sets the level of the zoom when the map is at rest', () => {
  const { scene, classes } = sceneAt(0.1);
  for (const { minZoom, name } of levels) {
    setLevelOfDetail(scene, minZoom, false);
    expect([shown(classes), classes.size]).toEqual([[name], 2]);
  }
});

test('only removes details while the map moves, and restores them at rest', () => {
  const { scene, classes } = sceneAt(0.7);
  setLevelOfDetail(scene, 2, true);
  expect(shown(classes)).toEqual(['mid']);
  setLevelOfDetail(scene, 0.1, true);
  expect(shown(classes)).toEqual(['far']);
  setLevelOfDetail(scene, 0.7, true);
  expect(shown(classes)).toEqual(['far']);
  setLevelOfDetail(scene, 0.7, false);
  expect(shown(classes)).toEqual(['mid']);
});
