import { expect, test } from 'vitest';
import { buildLabFlag } from '#lib/testing/build.ts';
import { currentOf, makeSteps } from './ladder.ts';

const flags = [
  buildLabFlag({ id: 'neighbour', points: 20 }),
  buildLabFlag({ id: 'return', points: 41 }),
  buildLabFlag({ id: 'canary', points: 60, after: 'return' }),
];
const hint = (flag: string, cost: number) => ({ flag, cost });
const hints = [hint('neighbour', 2), hint('return', 0), hint('return', 15), hint('canary', 5), hint('return', 15)];
const at = '2026-11-25T12:06:00.000Z';
const steps = (found: string[], opened: number[]) =>
  makeSteps(flags, hints, new Map(found.map((id) => [id, { points: 20, solved_at: at }])), new Set(opened));
const of = (id: string, list: ReturnType<typeof steps>) => list.find(({ flag }) => flag.id === id);

test('each hint stands with its flag, counted there, and says what it really takes', () => {
  expect(of('return', steps([], []))?.hints).toEqual([
    { number: 2, at: 1, price: 0, state: 'next', worthAfter: 41 },
    { number: 3, at: 2, price: 15, state: 'locked', worthAfter: 26 },
    // Of its 15 points five are left to take.
    { number: 5, at: 3, price: 5, state: 'locked', worthAfter: 21 },
  ]);
});

test('the next hint opens after the one before it, and what is open is taken off', () => {
  const step = of('return', steps([], [2, 3]));
  expect(step?.hints.map(({ state }) => state)).toEqual(['open', 'open', 'next']);
  expect(step?.worth).toBe(26);
  expect(of('neighbour', steps([], [2, 3]))?.worth).toBe(20);
});

test('hints of a flag that is found cost nothing more; what one took stays said', () => {
  expect(of('return', steps(['return'], [2, 3]))?.hints.map(({ price }) => price)).toEqual([0, 15, 0]);
});

test('a flag opens with another', () => {
  const canary = (found: string[]) => of('canary', steps(found, []));
  expect(canary([])).toMatchObject({ state: 'locked', after: 2 });
  expect(canary(['return'])?.state).toBe('open');
  expect(canary(['canary'])?.state).toBe('found');
});

test('the card is the chosen step, else the first that can be looked for', () => {
  expect(currentOf(steps([], []), null)?.flag.id).toBe('neighbour');
  expect(currentOf(steps(['neighbour'], []), null)?.flag.id).toBe('return');
  expect(currentOf(steps(['neighbour'], []), 'neighbour')?.flag.id).toBe('neighbour');
  // What is locked can't be chosen, and what is not there neither.
  expect(currentOf(steps([], []), 'canary')?.flag.id).toBe('neighbour');
  expect(currentOf(steps([], []), 'other')?.flag.id).toBe('neighbour');
  expect(currentOf(steps(['neighbour', 'return', 'canary'], []), null)).toBeUndefined();
  expect(currentOf(steps(['neighbour'], []).slice(0, 1), null)?.flag.id).toBe('neighbour');
});
