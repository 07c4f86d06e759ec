import { describe, expect, it } from 'vitest';
import { assertQueueLimit, assertUserLimit, selectStartable } from './instances.policy.ts';

const MB = 1024 * 1024;

describe('instance limits', () => {
  it('allow two instances per learner', () => {
    expect(() => assertUserLimit(1)).not.toThrow();
    expect(() => assertUserLimit(2)).toThrow(/Stop one of them first/);
  });

  it('allow 100 queued instances', () => {
    expect(() => assertQueueLimit(99)).not.toThrow();
    expect(() => assertQueueLimit(100)).toThrow(/queue is full/);
  });
});

describe('selectStartable', () => {
  const plain = { hasWorkspace: false };
  const shell = { hasWorkspace: true };
  const lots = 64_000 * MB;
  const running = (count: number, hasWorkspace = false, isStarting = false) =>
    Array.from({ length: count }, () => ({ hasWorkspace, isStarting }));

  it('starts all instances while there is enough memory', () => {
    expect(selectStartable([plain, shell], [], lots)).toEqual([plain, shell]);
    expect(selectStartable([plain], [], 448 * MB)).toEqual([plain]);
    expect(selectStartable([plain], [], 447 * MB)).toEqual([]);
    expect(selectStartable([shell], [], 575 * MB)).toEqual([]);
    expect(selectStartable([shell], [], 576 * MB)).toEqual([shell]);
  });

  it('uses at most 300 slots, of which a workspace takes three', () => {
    expect(selectStartable([plain, plain], running(299), lots)).toEqual([plain]);
    expect(selectStartable([shell, plain], running(298), lots)).toEqual([]);
    expect(selectStartable([shell], running(99, true), lots)).toEqual([shell]);
    expect(selectStartable([shell], running(100, true), lots)).toEqual([]);
  });

  it('reserves memory for instances that are still starting', () => {
    expect(selectStartable([plain], running(1, true), 448 * MB)).toEqual([plain]);
    expect(selectStartable([plain], running(1, true, true), 639 * MB)).toEqual([]);
    expect(selectStartable([plain], running(1, true, true), 640 * MB)).toEqual([plain]);
  });

  it('keeps the order of the queue when the first instance does not fit', () => {
    expect(selectStartable([plain, shell, plain], [], (448 + 100) * MB)).toEqual([plain]);
  });
});
