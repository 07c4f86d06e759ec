import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Environment, LogLevel, Paddle } from '@paddle/paddle-node-sdk';
import type { PaddleConfig } from '#platform/config';
import { explain, type Failure, failureOf, TooLate } from './paddle-error.ts';

interface Options {
  /** Told of each call that failed: what and with which number, and nothing of what was sent or answered. */
  warn: (failed: { paddle: string; request: string }) => void;
  /** How long a call may take, with all its tries. */
  limitMs?: number;
}

type Ask<T> = (paddle: Paddle) => Promise<T>;

/** How long a read waits before it is tried again. */
const retryWaitsMs = [200, 600];
/** Paddle asks for longer waits too; nobody sits before a page for them. */
const longestWaitMs = 2_000;

/**
 * Paddle's SDK, which knows neither a time limit nor a second try. What fails is an AppError that a learner can read.
 */
export function createPaddleApi({ environment, apiKey, local }: PaddleConfig, { warn, limitMs = 8_000 }: Options) {
  // The SDK takes an address in place of an environment; its types do not say so.
  const at = (local?.url as Environment | undefined) ?? Environment[environment];

  /** Each request has a number of its own, which Paddle's logs show as well. */
  const sdk = (id: string) =>
    new Paddle(apiKey, { environment: at, logLevel: LogLevel.none, customHeaders: { 'X-Transaction-ID': id } });

  async function call<T>(asked: 'read' | 'change', ask: Ask<T>): Promise<T> {
    const end = performance.now() + limitMs;
    // A change is never asked for twice: the first one may have been done.
    const waits = asked === 'read' ? [...retryWaitsMs] : [];
    for (;;) {
      const id = randomUUID();
      try {
        return await before(end, ask(sdk(id)));
      } catch (error) {
        const failure = failureOf(error);
        warn({ paddle: failure.code, request: id });
        const wait = waitAfter(failure, waits.shift());
        if (wait === null || performance.now() + wait >= end) throw explain(failure, asked, id);
        await sleep(wait);
      }
    }
  }

  return {
    /** Asks for something, a few times if need be. @throws AppError not_found, payments_unavailable */
    read: <T>(ask: Ask<T>): Promise<T> => call('read', ask),
    /**
     * Asks once for a change.
     * @throws AppError payment_declined, conflict, already_done, not_found, payments_unavailable; `isUncertain` says
     * whether it may have been done all the same
     */
    change: <T>(ask: Ask<T>): Promise<T> => call('change', ask),
  };
}

export type PaddleApi = ReturnType<typeof createPaddleApi>;

/** How long to wait for the next try; null where there is none. */
function waitAfter({ isPassing, retryAfter }: Failure, usual: number | undefined): number | null {
  if (!isPassing || usual === undefined) return null;
  const wait = retryAfter === null ? usual : retryAfter * 1_000;
  return wait <= longestWaitMs ? wait : null;
}

async function before<T>(end: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const limit = sleep(Math.max(1, end - performance.now()), null, { signal: timer.signal }).then(() => {
    throw new TooLate();
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    timer.abort();
  }
}
