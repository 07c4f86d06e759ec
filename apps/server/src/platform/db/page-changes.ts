import { sql } from 'kysely';
import type { Tx } from './db.ts';
import type { DatabaseListener } from './listener.ts';

const channel = 'page_changes';
/** PostgreSQL allows 8,000 bytes per notification. */
const maxPayload = 7_500;

/** The API paths whose answers have changed, or `all`. */
export type PageChange = string[] | 'all';

/** Notifies every node, when the transaction commits, which cached pages are out of date. */
export async function announcePageChange(tx: Tx, change: PageChange): Promise<void> {
  const text = JSON.stringify(change);
  await sql`select pg_notify(${channel}, ${Buffer.byteLength(text) > maxPayload ? '"all"' : text})`.execute(tx);
}

/**
 * Calls `handle` for the page changes of all nodes and commands. After a lost connection it reports `all`, because missed
 * notifications are not repeated.
 * @returns a function that ends the subscription
 */
export async function onPageChange(
  listener: DatabaseListener,
  handle: (change: PageChange) => void,
): Promise<() => Promise<void>> {
  let isFirst = true;
  const { close } = await listener.listen(
    channel,
    (payload) => handle(parse(payload)),
    () => {
      if (!isFirst) handle('all');
      isFirst = false;
    },
  );
  return close;
}

function parse(payload: string): PageChange {
  try {
    const value: unknown = JSON.parse(payload);
    return Array.isArray(value) && value.every((part) => typeof part === 'string') ? value : 'all';
  } catch {
    return 'all';
  }
}
