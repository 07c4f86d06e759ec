import { describe, expect, it } from 'vitest';
import { admitted, mustHaveRoomForUser, mustHaveRoomInQueue } from './instances.policy.ts';

const MB = 1024 * 1024;

describe('room for another instance', () => {
  it('is there for two a learner', () => {
    expect(() => mustHaveRoomForUser(1)).not.toThrow();
    expect(() => mustHaveRoomForUser(2)).toThrow(/Stop one of them first/);
  });

  it('is there for a hundred who wait', () => {
    expect(() => mustHaveRoomInQueue(99)).not.toThrow();
    expect(() => mustHaveRoomInQueue(100)).toThrow(/too many wait/);
  });
});

describe('who may start', () => {
  const plain = { hasWorkspace: false };
  const shell = { hasWorkspace: true };
  const lots = 64_000 * MB;
  const running = (count: number, hasWorkspace = false, isStarting = false) =>
    Array.from({ length: count }, () => ({ hasWorkspace, isStarting }));

  it('is everybody while there is memory to spare', () => {
    expect(admitted([plain, shell], [], lots)).toEqual([plain, shell]);
    expect(admitted([plain], [], 448 * MB)).toEqual([plain]);
    expect(admitted([plain], [], 447 * MB)).toEqual([]);
    expect(admitted([shell], [], 575 * MB)).toEqual([]);
    expect(admitted([shell], [], 576 * MB)).toEqual([shell]);
  });

  it('is never more than three hundred, and a workspace counts three times', () => {
    expect(admitted([plain, plain], running(299), lots)).toEqual([plain]);
    expect(admitted([shell, plain], running(298), lots)).toEqual([]);
    expect(admitted([shell], running(99, true), lots)).toEqual([shell]);
    expect(admitted([shell], running(100, true), lots)).toEqual([]);
  });

  it('keeps the memory of those who still start', () => {
    expect(admitted([plain], running(1, true), 448 * MB)).toEqual([plain]);
    expect(admitted([plain], running(1, true, true), 639 * MB)).toEqual([]);
    expect(admitted([plain], running(1, true, true), 640 * MB)).toEqual([plain]);
  });

  it('goes by the order: nobody overtakes one that does not fit yet', () => {
    expect(admitted([plain, shell, plain], [], (448 + 100) * MB)).toEqual([plain]);
  });
});
