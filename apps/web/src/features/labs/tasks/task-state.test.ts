import { expect, test } from 'vitest';
import { buildLabFlag } from '#lib/testing/builders.ts';
import { buildTasks, currentTaskOf } from './task-state.ts';

const flags = [
  buildLabFlag({ id: 'neighbour', points: 20 }),
  buildLabFlag({ id: 'return', points: 41 }),
  buildLabFlag({ id: 'canary', points: 60, after: 'return' }),
];
const hint = (flag: string, cost: number) => ({ flag, cost });
const hints = [hint('neighbour', 2), hint('return', 0), hint('return', 15), hint('canary', 5), hint('return', 15)];
const at = '2026-11-25T12:06:00.000Z';
const tasks = (found: string[], opened: number[]) =>
  buildTasks(flags, hints, new Map(found.map((id) => [id, { points: 20, solved_at: at }])), new Set(opened));
const of = (id: string, list: ReturnType<typeof tasks>) => list.find(({ flag }) => flag.id === id);

test('groups hints by flag, numbers them, and computes their real cost', () => {
  expect(of('return', tasks([], []))?.hints).toEqual([
    { number: 2, at: 1, price: 0, state: 'next', worthAfter: 41 },
    { number: 3, at: 2, price: 15, state: 'locked', worthAfter: 26 },
    // Only 5 of its 15 points can still be deducted.
    { number: 5, at: 3, price: 5, state: 'locked', worthAfter: 21 },
  ]);
});

test('unlocks hints in order, and deducts open hints', () => {
  const task = of('return', tasks([], [2, 3]));
  expect(task?.hints.map(({ state }) => state)).toEqual(['open', 'open', 'next']);
  expect(task?.worth).toBe(26);
  expect(of('neighbour', tasks([], [2, 3]))?.worth).toBe(20);
});

test('makes further hints of a found flag free, and keeps the cost of opened ones', () => {
  expect(of('return', tasks(['return'], [2, 3]))?.hints.map(({ price }) => price)).toEqual([0, 15, 0]);
});

test('unlocks a flag after another', () => {
  const canary = (found: string[]) => of('canary', tasks(found, []));
  expect(canary([])).toMatchObject({ state: 'locked', after: 2 });
  expect(canary(['return'])?.state).toBe('open');
  expect(canary(['canary'])?.state).toBe('found');
});

test('shows the selected task, or else the first open one', () => {
  expect(currentTaskOf(tasks([], []), null)?.flag.id).toBe('neighbour');
  expect(currentTaskOf(tasks(['neighbour'], []), null)?.flag.id).toBe('return');
  expect(currentTaskOf(tasks(['neighbour'], []), 'neighbour')?.flag.id).toBe('neighbour');
  // Locked and unknown tasks cannot be selected.
  expect(currentTaskOf(tasks([], []), 'canary')?.flag.id).toBe('neighbour');
  expect(currentTaskOf(tasks([], []), 'other')?.flag.id).toBe('neighbour');
  expect(currentTaskOf(tasks(['neighbour', 'return', 'canary'], []), null)).toBeUndefined();
  expect(currentTaskOf(tasks(['neighbour'], []).slice(0, 1), null)?.flag.id).toBe('neighbour');
});
