import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

const makeGate = () => createGate({ atOnce: 2, waiting: 3, refuse: () => new Error('full') });

test('runs two at once in the order they came, and refuses whom it cannot let wait', async () => {
  const gate = makeGate();
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (number: number) =>
    gate(() => {
      begun.push(number);
      return new Promise<number>((resolve) => ends.push(() => resolve(number)));
    });
  const all = [1, 2, 3, 4, 5].map(work);
  await expect(work(6)).rejects.toThrow('full');
  expect(begun).toEqual([1, 2]);
  for (const number of [1, 2, 3, 4, 5]) {
    ends[number - 1]?.();
    expect(await all[number - 1]).toBe(number);
    await new Promise(setImmediate);
    expect(begun).toHaveLength(Math.min(5, number + 2));
  }
  expect(begun).toEqual([1, 2, 3, 4, 5]);
  expect(await gate(async () => 7)).toBe(7);
});

test('work that fails gives its place back', async () => {
  const gate = makeGate();
  const fails = () => gate(() => Promise.reject(new Error('broken')));
  await Promise.all([fails, fails, fails, fails].map((fail) => expect(fail()).rejects.toThrow('broken')));
  expect(await gate(async () => 1)).toBe(1);
});
