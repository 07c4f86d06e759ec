import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';
import type { NodeProcess } from '#platform/db/schema';

/** Seconds without a heartbeat after which a node counts as dead. */
export const deadAfterSeconds = 15;

export interface NodeReport {
  name: string;
  address: string | null;
  version: string;
  draining: boolean;
  processes: NodeProcess[];
}

/** Stores a heartbeat with the database's time. */
export async function recordHeartbeat(db: Db, report: NodeReport, isStart: boolean): Promise<void> {
  const { name, ...rest } = report;
  const values = { ...rest, processes: JSON.stringify(report.processes), seen_at: sql<Date>`now()` };
  await db
    .insertInto('nodes')
    .values({ name, ...values })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ ...values, ...(isStart ? { started_at: sql<Date>`now()` } : {}) }),
    )
    .execute();
}

export async function deleteNode(db: Db, name: string): Promise<void> {
  await db.deleteFrom('nodes').where('name', '=', name).execute();
}

/** Deletes the nodes that are dead, and returns their names. Of several nodes that call it at once, one gets each name. */
export async function takeDeadNodes(tx: Tx, ownName: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('nodes')
    .where('name', '!=', ownName)
    .where('seen_at', '<', sql<Date>`now() - make_interval(secs => ${deadAfterSeconds})`)
    .returning('name')
    .execute();
  return rows.map(({ name }) => name);
}
