import type { MapDocument } from '@hexpedition/contract';
import { compileMap } from '@hexpedition/hexkit/compile';
import { connect, paintLand, setStart } from '@hexpedition/hexkit/edits';
import type { IssueCode } from '@hexpedition/hexkit/issues';
import { sampleKnown, sampleMap } from '@hexpedition/hexkit/testing';
import { expect, test } from 'vitest';
import type { UnplacedItem } from './editor-tools.ts';
import { quickFixesFor } from './quick-fixes.ts';

const names: Record<string, string> = { 'training:one': 'First Steps', 'training:two': 'Second Steps' };
const west = { slug: 'west', name: 'West', colour: 'teal' } as const;
const tray: UnplacedItem[] = [{ ref: 'training:later', name: 'Later On', about: 'West', continent: west }];
const known = { ...sampleKnown, trainings: [...sampleKnown.trainings, 'later'] };

/** Returns the quick fixes for the first problem with a code: each label with the codes of the errors that remain. */
function offered(map: MapDocument, code: IssueCode) {
  const errorsOf = (document: MapDocument) =>
    compileMap(document, known).issues.filter(({ severity }) => severity === 'error');
  const problem = errorsOf(map).find((one) => one.code === code);
  if (!problem) throw new Error(`There is no ${code}.`);
  const fixes = quickFixesFor(problem, map, { nameOf: (ref) => names[ref] ?? ref, tray });
  return Object.fromEntries(fixes.map(({ label, change }) => [label, errorsOf(change(map)).map((one) => one.code)]));
}

test('offers to erase or join the parts of a continent, and to join them only if a bridge can reach', () => {
  const near = paintLand(sampleMap(), 'west', [{ q: -4, r: 0 }]);
  expect(offered(near, 'split_continent')).toEqual({ 'Erase 1 hex': [], 'Join the parts': [] });
  const far = paintLand(sampleMap(), 'west', [{ q: -400, r: 0 }]);
  expect(offered(far, 'split_continent')).toEqual({ 'Erase 1 hex': [] });
});

test('offers to place the end of a path only if the item exists', () => {
  const map = connect(sampleMap(), 'training:two', 'training:later');
  expect(offered(map, 'orphan_end')).toEqual({ 'Place on map': [], 'Remove the path to it': [] });
  const unknown = connect(sampleMap(), 'training:two', 'training:nowhere');
  expect(offered(unknown, 'orphan_end')).toEqual({ 'Remove the path to it': [] });
});

test('uses display names in labels', () => {
  const circle = connect(sampleMap(), 'training:two', 'training:one');
  expect(Object.keys(offered(circle, 'cycle'))).toEqual(['Remove the path from Second Steps']);
  expect(offered(setStart(sampleMap(), null), 'missing_start')).toEqual({ 'Start at First Steps': [] });
});
