import { setTimeout as sleep } from 'node:timers/promises';
import { tooMany } from '#platform/errors';
import type { Limit, RateLimiter } from '#platform/http/rate-limit';

/** Longer than all calls to Paddle together that one click can lead to: for a process that dies before it gives it back. */
const turn: Limit = { name: 'paddle-turn', hits: 1, seconds: 90 };
const askAgainMs = 150;
const longestWaitMs = 20_000;

/**
 * Lets each account do one thing after another at Paddle, on whichever node: of two clicks at once the second sees what
 * the first has done. No lock of the database can do that, because no transaction may wait for Paddle.
 */
export const createTurns =
  (limiter: RateLimiter) =>
  async <T>(userPk: number, work: () => Promise<T>): Promise<T> => {
    const who = String(userPk);
    const end = performance.now() + longestWaitMs;
    while (await limiter.count(turn, who)) {
      if (performance.now() > end) throw tooMany(longestWaitMs / 1_000);
      await sleep(askAgainMs);
    }
    try {
      return await work();
    } finally {
      await limiter.forget(turn, who);
    }
  };
