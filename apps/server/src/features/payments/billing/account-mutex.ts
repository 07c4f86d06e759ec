import { setTimeout as sleep } from 'node:timers/promises';
import { tooMany } from '#platform/errors';
import type { Limit, RateLimiter } from '#platform/http/rate-limit';

/**
 * The lock expires after 90 seconds in case a process dies while it holds it. That is longer than all calls to Paddle
 * of one request together.
 */
const lock: Limit = { name: 'paddle-turn', hits: 1, seconds: 90 };
const pollMs = 150;
const maxWaitMs = 20_000;

/**
 * Creates a mutex per account, shared by all nodes. It serializes the account's changes at Paddle, so that the second
 * of two clicks sees the result of the first. A database lock cannot do this, because no transaction may wait for
 * Paddle.
 */
export const createAccountMutex =
  (limiter: RateLimiter) =>
  async <T>(userPk: number, work: () => Promise<T>): Promise<T> => {
    const key = String(userPk);
    const end = performance.now() + maxWaitMs;
    while (await limiter.count(lock, key)) {
      if (performance.now() > end) throw tooMany(maxWaitMs / 1_000);
      await sleep(pollMs);
    }
    try {
      return await work();
    } finally {
      await limiter.forget(lock, key);
    }
  };
