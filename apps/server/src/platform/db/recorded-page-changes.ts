import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';
import type { PageChange } from './page-changes.ts';

const pollMs = 250;
/** A process that has not polled for this long may have missed rows, because the sweep deletes old ones. */
const maxGapMs = 300_000;
const retention = '10 minutes';

/**
 * Records which cached pages are out of date when the transaction commits. Every process drops them within half a second.
 * For writes of learners: unlike `announcePageChange`, it takes no lock that other transactions wait for.
 */
export async function recordPageChange(tx: Tx, paths: string[]): Promise<void> {
  await tx
    .insertInto('page_changes')
    .values({ paths: JSON.stringify(paths) })
    .execute();
}

/** Deletes the changes that every process has read. */
export async function sweepPageChanges(db: Db): Promise<void> {
  await db.deleteFrom('page_changes').where('created_at', '<', sql<Date>`now() - ${retention}::interval`).execute();
}

interface Poll {
  /** Every transaction before this one had ended. */
  horizon: string;
  changes: { pk: number; transaction: string; paths: string[] }[];
}

/**
 * Reads the rows of transactions that had not ended at the last poll, or have not ended now if there was none. A row can become
 * visible after one with a larger key, so the key alone does not show what is new.
 */
async function readChanges(db: Db, since: string | null): Promise<Poll> {
  const { rows } = await sql<Poll>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
      coalesce((
        select json_agg(json_build_object('pk', page_changes.pk, 'transaction', page_changes.transaction::text,
          'paths', page_changes.paths) order by page_changes.pk)
        from page_changes
        where page_changes.transaction >= coalesce(${since}::text::xid8, pg_snapshot_xmin(pg_current_snapshot()))
      ), '[]') as changes`.execute(db);
  return rows[0] as Poll;
}

/**
 * Calls `handle` for the page changes that learners cause. After a gap of minutes it reports `all`.
 * @returns a function that stops polling
 */
export async function pollPageChanges(
  db: Db,
  handle: (change: PageChange) => void,
  everyMs = pollMs,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const first = await readChanges(db, null);
  const seen = new Map(first.changes.map(({ pk, transaction }) => [pk, BigInt(transaction)]));
  let { horizon } = first;
  let polledAt = performance.now();

  async function poll(): Promise<void> {
    const next = await readChanges(db, horizon);
    const now = performance.now();
    if (now - polledAt > maxGapMs) handle('all');
    polledAt = now;
    for (const { pk, transaction, paths } of next.changes) {
      if (seen.has(pk)) continue;
      seen.set(pk, BigInt(transaction));
      handle(paths);
    }
    horizon = next.horizon;
    // Later polls do not return these rows.
    for (const [pk, transaction] of seen) if (transaction < BigInt(horizon)) seen.delete(pk);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(everyMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
      // The listener reports outages of the database, and drops all pages after one.
      if (!stopping.signal.aborted) await poll().catch(() => {});
    }
  }
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}
