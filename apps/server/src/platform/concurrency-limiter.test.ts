import { expect, test } from 'vitest';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

const makeLimiter = () =>
  createConcurrencyLimiter({ maxRunning: 2, maxQueued: 3, createError: () => new Error('full') });

test('runs two tasks at once in order of arrival, and rejects a task when the queue is full', async () => {
  const limit = makeLimiter();
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (number: number) =>
    limit(() => {
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
  expect(await limit(async () => 7)).toBe(7);
});

test('frees the slot of a task that fails', async () => {
  const limit = makeLimiter();
  const fails = () => limit(() => Promise.reject(new Error('broken')));
  await Promise.all([fails, fails, fails, fails].map((fail) => expect(fail()).rejects.toThrow('broken')));
  expect(await limit(async () => 1)).toBe(1);
});

test('runs the cheapest waiting task first, and drops the most expensive one when the queue is full', async () => {
  const limit = makeLimiter();
  const begun: string[] = [];
  let release = () => {};
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const work = (name: string, cost: number) =>
    limit(async () => {
      begun.push(name);
      await blocked;
    }, cost);
  const running = [work('first', 9), work('second', 9)];
  const dear = work('dear', 5);
  const waiting = [work('late', 4), work('cheap', 0)];
  const newcomer = work('newcomer', 4);
  await expect(dear).rejects.toThrow('full');
  await expect(work('equal', 4)).rejects.toThrow('full');
  release();
  await Promise.all([...running, ...waiting, newcomer]);
  expect(begun).toEqual(['first', 'second', 'cheap', 'late', 'newcomer']);
});
