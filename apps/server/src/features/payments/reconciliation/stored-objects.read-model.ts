import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

export type Table = 'subscriptions' | 'payments' | 'adjustments';

/** What we know of something: what the event said that told of it last. */
export interface StoredObject {
  occurredAt: Date;
  data: Record<string, unknown>;
}

/** Those of these that we know. */
export async function readStored(db: Db, table: Table, ids: string[]): Promise<Map<string, StoredObject>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; occurred_at: Date; data: Record<string, unknown> }>`
    select known.id, known.occurred_at, paddle_events.body::jsonb -> 'data' as data
    from ${sql.table(table)} as known join paddle_events on paddle_events.event_id = known.event_id
    where known.id in (${sql.join(ids)})`.execute(db);
  return new Map(rows.map(({ id, occurred_at, data }) => [id, { occurredAt: occurred_at, data }]));
}

/** The subscriptions that have not ended as far as we know. */
export async function readOpenSubscriptions(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('subscriptions').select('id').where('status', '<>', 'canceled').execute();
  return rows.map(({ id }) => id);
}
