import { sql } from 'kysely';
import pg from 'pg';
import type { Tx } from './db.ts';

const channel = 'page_changes';
/** PostgreSQL takes up to 8,000 bytes a message. */
const maxPayload = 7_500;
const retryMs = 2_000;

/** The paths of the API that answer differently now, or everything. */
export type PageChange = string[] | 'all';

/** Tells every node, once the transaction is committed, which cached pages show something else now. */
export async function announcePageChange(tx: Tx, change: PageChange): Promise<void> {
  const text = JSON.stringify(change);
  await sql`select pg_notify(${channel}, ${Buffer.byteLength(text) > maxPayload ? '"all"' : text})`.execute(tx);
}

/**
 * Hears of changes made by any node or command, on a connection of its own. After a lost connection everything counts
 * as changed, for what was said meanwhile is not repeated.
 * @returns a function that stops listening
 */
export async function onPageChange(url: string, handle: (change: PageChange) => void): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const connect = async () => {
    const fresh = new pg.Client({ connectionString: url, application_name: 'hexpedition listener', keepAlive: true });
    fresh.on('notification', ({ payload }) => handle(parse(payload)));
    fresh.on('error', () => {}); // 'end' follows
    fresh.on('end', () => {
      if (!stopped) timer = setTimeout(reconnect, retryMs);
    });
    await fresh.connect();
    await fresh.query(`listen ${channel}`);
    client = fresh;
  };
  const reconnect = () => {
    connect().then(
      () => handle('all'),
      () => {
        if (!stopped) timer = setTimeout(reconnect, retryMs);
      },
    );
  };

  await connect();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => {});
  };
}

function parse(payload: string | undefined): PageChange {
  try {
    const value: unknown = JSON.parse(payload ?? '');
    return Array.isArray(value) && value.every((part) => typeof part === 'string') ? value : 'all';
  } catch {
    return 'all';
  }
}
