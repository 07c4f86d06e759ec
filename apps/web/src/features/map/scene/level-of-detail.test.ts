import { expect, test } from 'vitest';
import { levelAt, levelOfDetail, levels, setLevelOfDetail } from './level-of-detail.ts';

/** A scene as far as its classes go. */
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
  levels.filter(({ least }) => classes.has(levelOfDetail(least))).map(({ name }) => name);

test('there is one level for every distance', () => {
  expect([2, 0.95, 0.7, 0.4, 0.1, 0].map((k) => levelAt(k).name)).toEqual([
    'near',
    'near',
    'mid',
    'wide',
    'far',
    'far',
  ]);
});

test('a map at rest has the details of its distance', () => {
  const { scene, classes } = sceneAt(0.1);
  for (const { least, name } of levels) {
    setLevelOfDetail(scene, least, false);
    expect([shown(classes), classes.size]).toEqual([[name], 2]);
  }
});

test('while it moves details only go, and come back when it rests', () => {
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
