import type { MapDocument } from '@hexpedition/contract';
import { compileMap } from '@hexpedition/hexkit/compile';
import { connect, paintLand, setStart } from '@hexpedition/hexkit/edits';
import type { IssueCode } from '@hexpedition/hexkit/issues';
import { sampleKnown, sampleMap } from '@hexpedition/hexkit/testing';
import { expect, test } from 'vitest';
import { mendsOf } from './mends.ts';
import type { Unplaced } from './tools.ts';

const names: Record<string, string> = { 'training:one': 'First Steps', 'training:two': 'Second Steps' };
const west = { slug: 'west', name: 'West', colour: 'teal' } as const;
const tray: Unplaced[] = [{ ref: 'training:later', name: 'Later On', about: 'West', continent: west }];
const known = { ...sampleKnown, trainings: [...sampleKnown.trainings, 'later'] };

/** The mends that are offered for the first fault of a kind, each by what it is called, and the faults that it leaves. */
function offered(map: MapDocument, code: IssueCode) {
  const faultsOf = (of: MapDocument) => compileMap(of, known).issues.filter(({ severity }) => severity === 'error');
  const fault = faultsOf(map).find((one) => one.code === code);
  if (!fault) throw new Error(`There is no ${code}.`);
  const mends = mendsOf(fault, map, { nameOf: (ref) => names[ref] ?? ref, tray });
  return Object.fromEntries(mends.map(({ words, change }) => [words, faultsOf(change(map)).map((one) => one.code)]));
}

test('parts of a continent are erased or joined, and joined only where a bridge can reach', () => {
  const near = paintLand(sampleMap(), 'west', [{ q: -4, r: 0 }]);
  expect(offered(near, 'split_continent')).toEqual({ 'Erase the 1 hex': [], 'Join them': [] });
  const far = paintLand(sampleMap(), 'west', [{ q: -400, r: 0 }]);
  expect(offered(far, 'split_continent')).toEqual({ 'Erase the 1 hex': [] });
});

test('an end of a path without a hex gets one where it exists', () => {
  const map = connect(sampleMap(), 'training:two', 'training:later');
  expect(offered(map, 'orphan_end')).toEqual({ 'Place it': [], 'Cut the path there': [] });
  const unknown = connect(sampleMap(), 'training:two', 'training:nowhere');
  expect(offered(unknown, 'orphan_end')).toEqual({ 'Cut the path there': [] });
});

test('mends say names', () => {
  const circle = connect(sampleMap(), 'training:two', 'training:one');
  expect(Object.keys(offered(circle, 'cycle'))).toEqual(['Cut the path from Second Steps']);
  expect(offered(setStart(sampleMap(), null), 'missing_start')).toEqual({ 'Start at First Steps': [] });
});
