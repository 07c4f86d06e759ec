import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Environment, LogLevel, Paddle } from '@paddle/paddle-node-sdk';
import type { PaddleConfig } from '#platform/config';
import { CallTimeout, failureOf, type PaddleFailure, toAppError } from './paddle-error.ts';

interface Options {
  /**
   * Called for each failed call with Paddle's error code and our request id, never with data of the request or answer.
   */
  warn: (failed: { paddle: string; request: string }) => void;
  /** Time limit of a call, including its retries. */
  limitMs?: number;
  /** Pause before the first retry of a read. */
  retryPauseMs?: number;
}

type Request<T> = (paddle: Paddle) => Promise<T>;

/** Pauses before the retries of a read, in multiples of `retryPauseMs`. */
const retryPauses = [1, 3];
/** Longest `Retry-After` that is followed. Paddle can ask for more than a learner waits for a page. */
const maxWaitMs = 2_000;

/**
 * Wraps Paddle's SDK, which has no time limit and no retries. Failed calls throw an AppError with a message for the
 * learner.
 */
export function createPaddleApi(
  { environment, apiKey, local }: PaddleConfig,
  { warn, limitMs = 8_000, retryPauseMs = 200 }: Options,
) {
  // The SDK accepts a URL instead of an environment, although its types do not say so.
  const target = (local?.url as Environment | undefined) ?? Environment[environment];

  /** Each request has its own id, which Paddle's logs show too. */
  const sdk = (id: string) =>
    new Paddle(apiKey, { environment: target, logLevel: LogLevel.none, customHeaders: { 'X-Transaction-ID': id } });

  async function call<T>(kind: 'read' | 'change', request: Request<T>): Promise<T> {
    const end = performance.now() + limitMs;
    // A change is never retried: Paddle may have executed the first call.
    const waits = kind === 'read' ? retryPauses.map((pauses) => pauses * retryPauseMs) : [];
    for (;;) {
      const id = randomUUID();
      try {
        return await withDeadline(end, request(sdk(id)));
      } catch (error) {
        const failure = failureOf(error);
        warn({ paddle: failure.code, request: id });
        const wait = waitAfter(failure, waits.shift());
        if (wait === null || performance.now() + wait >= end) throw toAppError(failure, kind, id);
        await sleep(wait);
      }
    }
  }

  return {
    /** Sends a read, with retries. @throws AppError not_found, payments_unavailable */
    read: <T>(request: Request<T>): Promise<T> => call('read', request),
    /**
     * Sends a change once, without retries.
     * @throws AppError payment_declined, conflict, already_done, not_found, payments_unavailable; `isUncertain(error)`
     * is true if Paddle may have executed the change nevertheless
     */
    change: <T>(request: Request<T>): Promise<T> => call('change', request),
  };
}

export type PaddleApi = ReturnType<typeof createPaddleApi>;

/** Returns the wait before the next retry in ms, or null for no retry. */
function waitAfter({ isTransient, retryAfter }: PaddleFailure, defaultWait: number | undefined): number | null {
  if (!isTransient || defaultWait === undefined) return null;
  const wait = retryAfter === null ? defaultWait : retryAfter * 1_000;
  return wait <= maxWaitMs ? wait : null;
}

async function withDeadline<T>(end: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const limit = sleep(Math.max(1, end - performance.now()), null, { signal: timer.signal }).then(() => {
    throw new CallTimeout();
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    timer.abort();
  }
}
