import { sampleMap } from '@hexpedition/hexkit/testing';
import { expect, test } from 'vitest';
import { createHistory, mapHistory, pushStep, redo, undo } from './undo-history.ts';

const [first, second, third] = [1, 2, 3].map((x) => ({ ...sampleMap(), initial: { x, y: 0, zoom: 1 } }));
if (!first || !second || !third) throw new Error('The test needs three documents.');
const history = pushStep(pushStep(createHistory(first), 'one', second), 'two', third);

test('undoes and redoes steps in order', () => {
  const back = undo(history);
  expect(back?.document).toBe(second);
  const twice = back && undo(back);
  expect(twice?.document).toBe(first);
  expect(twice && undo(twice)).toBeUndefined();
  expect(twice && redo(twice)?.document).toBe(second);
  expect(redo(history)).toBeUndefined();
});

test('drops undone steps on a new step, and ignores a step without a change', () => {
  const back = undo(history);
  const other = back && pushStep(back, 'three', first);
  expect(other?.future).toEqual([]);
  expect(pushStep(history, 'none', third)).toBe(history);
  expect(pushStep(history, 'the same again', structuredClone(third))).toBe(history);
});

test('keeps 200 steps', () => {
  let long = createHistory(first);
  for (let i = 0; i < 300; i++) long = pushStep(long, 'step', { ...first, id: `step-${i}` });
  expect(long.past).toHaveLength(200);
});

test('maps all documents of the history', () => {
  const mapped = mapHistory(history, (document) => ({ ...document, id: 'new' }));
  expect([mapped.document, ...mapped.past.map((step) => step.document)].map(({ id }) => id)).toEqual([
    'new',
    'new',
    'new',
  ]);
});
