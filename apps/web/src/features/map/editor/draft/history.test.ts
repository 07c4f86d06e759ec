import { sampleMap } from '@hexpedition/hexkit/testing';
import { expect, test } from 'vitest';
import { beginHistory, did, mapHistory, redo, undo } from './history.ts';

const [first, second, third] = [1, 2, 3].map((x) => ({ ...sampleMap(), initial: { x, y: 0, zoom: 1 } }));
if (!first || !second || !third) throw new Error('There are three.');
const history = did(did(beginHistory(first), 'one', second), 'two', third);

test('steps are taken back and done again, in order', () => {
  const back = undo(history);
  expect(back?.document).toBe(second);
  const twice = back && undo(back);
  expect(twice?.document).toBe(first);
  expect(twice && undo(twice)).toBeUndefined();
  expect(twice && redo(twice)?.document).toBe(second);
  expect(redo(history)).toBeUndefined();
});

test('a new step forgets what was taken back, and nothing is no step', () => {
  const back = undo(history);
  const other = back && did(back, 'three', first);
  expect(other?.future).toEqual([]);
  expect(did(history, 'none', third)).toBe(history);
  expect(did(history, 'the same again', structuredClone(third))).toBe(history);
});

test('holds 200 steps', () => {
  let long = beginHistory(first);
  for (let i = 0; i < 300; i++) long = did(long, 'step', { ...first, id: `step-${i}` });
  expect(long.past).toHaveLength(200);
});

test('is brought on as a whole', () => {
  const on = mapHistory(history, (document) => ({ ...document, id: 'on' }));
  expect([on.document, ...on.past.map((step) => step.document)].map(({ id }) => id)).toEqual(['on', 'on', 'on']);
});
