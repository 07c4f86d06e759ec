import type { Db } from '#platform/db/db';

/** Returns the time up to which the rollups contain all activity. */
export async function readCountedAt(db: Db): Promise<{ counted_at: string }> {
  const { counted_at } = await db.selectFrom('metric_state').select('counted_at').executeTakeFirstOrThrow();
  return { counted_at: counted_at.toISOString() };
}
