import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

export type Table = 'subscriptions' | 'payments' | 'adjustments';

/** The last event that updated a stored subscription, payment or adjustment. */
export interface StoredObject {
  occurredAt: Date;
  data: Record<string, unknown>;
}

/** Maps the ids that are stored to their last event. */
export async function readStored(db: Db, table: Table, ids: string[]): Promise<Map<string, StoredObject>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; occurred_at: Date; data: Record<string, unknown> }>`
    select stored.id, stored.occurred_at, paddle_events.body::jsonb -> 'data' as data
    from ${sql.table(table)} as stored join paddle_events on paddle_events.event_id = stored.event_id
    where stored.id in (${sql.join(ids)})`.execute(db);
  return new Map(rows.map(({ id, occurred_at, data }) => [id, { occurredAt: occurred_at, data }]));
}

/** Returns the ids of the stored subscriptions that are not canceled. */
export async function readOpenSubscriptions(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('subscriptions').select('id').where('status', '<>', 'canceled').execute();
  return rows.map(({ id }) => id);
}
