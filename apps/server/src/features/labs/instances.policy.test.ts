import { describe, expect, it } from 'vitest';
import { mustHaveRoomForUser, mustHaveRoomOnServer } from './instances.policy.ts';

const MB = 1024 * 1024;

describe('room for another instance', () => {
  it('is there for two a learner', () => {
    expect(() => mustHaveRoomForUser(1)).not.toThrow();
    expect(() => mustHaveRoomForUser(2)).toThrow(/Stop one of them first/);
  });

  it('is there while the server has memory to spare, and never for more than three hundred', () => {
    expect(() => mustHaveRoomOnServer(0, 448 * MB)).not.toThrow();
    expect(() => mustHaveRoomOnServer(0, 447 * MB)).toThrow(/All places for labs are taken/);
    expect(() => mustHaveRoomOnServer(300, 64_000 * MB)).toThrow(/All places for labs are taken/);
  });
});
