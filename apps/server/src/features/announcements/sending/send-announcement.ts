import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { RenderAnnouncement, RenderedAnnouncement } from '../announcement-mail.ts';
import { type BatchSender, maxConnections } from './batch-sender.ts';
import { endSending, type NextAnnouncement, setProblem } from './sender.store.ts';

/** Minimum time between two batches of a slow announcement. */
const batchIntervalMs = 250;
const firstWaitMs = 2_000;
const maxWaitMs = 60_000;
/** After this many batches without a failure, the concurrency increases by one connection. */
const batchesBeforeIncrease = 20;

interface Deps {
  clock: Clock;
  batches: BatchSender;
  renderAnnouncement: RenderAnnouncement;
  warn: (problem: Record<string, unknown>) => void;
  /** Aborted when the server begins to stop. */
  stopping: AbortSignal;
}

/**
 * Sends an announcement until it is done or paused (`finished`), or until all remaining mails wait for a retry
 * (`blocked`). Adapts the pace to the mail server: fewer connections when it refuses some, growing waits while it is down.
 *
 * @param locked connection that holds the sender's lock
 */
export async function sendAnnouncement(
  deps: Deps,
  locked: Db,
  next: NextAnnouncement,
): Promise<'finished' | 'blocked'> {
  const { clock, batches, stopping, warn } = deps;
  const announcement = await render(deps, locked, next);
  if (!announcement) return 'blocked';
  const maxBatch = Math.max(1, Math.min(maxConnections, Math.floor((next.per_minute * batchIntervalMs) / 60_000)));
  let waitMs = firstWaitMs;
  let concurrency = maxBatch;
  let successfulBatches = 0;
  let after = 0;
  while (!stopping.aborted) {
    const startedAt = performance.now();
    const claim = { pk: next.pk, claim: randomUUID(), limit: concurrency, after };
    const batch = await batches.send(locked, claim, announcement);
    if (batch.claimed === 0 && batch.excluded === 0) {
      if (after === 0) return finish(locked, next, clock.now());
      // Start again from the first account, because mails before this one may be waiting again.
      after = 0;
      continue;
    }
    after = batch.last;
    // Some mails were answered, so the server is up. It accepts fewer connections, or one of the mails breaks them.
    if (batch.failure && batch.answered > 0) concurrency = Math.max(1, batch.answered);
    const isDown = batch.failure !== null && batch.answered === 0;
    await setProblem(locked, next.pk, isDown ? batch.failure : null);
    successfulBatches = batch.failure ? 0 : successfulBatches + 1;
    if (successfulBatches > batchesBeforeIncrease && concurrency < maxBatch) {
      concurrency += 1;
      successfulBatches = 0;
    }
    if (batch.failure) warn({ announcement: next.pk, reason: batch.failure });
    if (isDown) {
      after = 0;
      await pause(waitMs, stopping);
      waitMs = Math.min(maxWaitMs, waitMs * 2);
    } else {
      waitMs = firstWaitMs;
      await pause(Math.max(0, (batch.claimed * 60_000) / next.per_minute - (performance.now() - startedAt)), stopping);
    }
  }
  return 'finished';
}

/** Returns undefined if the text cannot be rendered now. Superusers see the reason, and other announcements go first. */
async function render(
  { renderAnnouncement, warn }: Deps,
  locked: Db,
  next: NextAnnouncement,
): Promise<RenderedAnnouncement | undefined> {
  try {
    return await renderAnnouncement(next);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await setProblem(locked, next.pk, error.message);
    warn({ announcement: next.pk, reason: error.message });
    return undefined;
  }
}

/** Called when no mail could be claimed: the announcement is done or paused, or its mails wait for the next sweep. */
async function finish(locked: Db, { pk }: NextAnnouncement, now: Date): Promise<'finished' | 'blocked'> {
  return locked.transaction().execute(async (tx) => {
    const result = await endSending(tx, pk, now);
    if (result === 'done') await audit(tx, { actor: null, action: 'announcement.done', subject: `announcement:${pk}` });
    return result === 'waiting' ? 'blocked' : 'finished';
  });
}

/** Sleeps until the time is over or `stopping` aborts. */
export const pause = (ms: number, stopping: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal: stopping }).catch(() => {});
