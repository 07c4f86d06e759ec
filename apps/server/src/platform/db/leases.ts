import { sql } from 'kysely';
import type { Db } from './db.ts';

/**
 * Takes or renews a lease. Only the database's clock counts.
 * @param holder name of the node
 * @param seconds time after which another holder may take it
 * @returns whether the holder has the lease now
 */
export async function takeLease(db: Db, name: string, holder: string, seconds: number): Promise<boolean> {
  const expires_at = sql<Date>`now() + make_interval(secs => ${seconds})`;
  const row = await db
    .insertInto('leases')
    .values({ name, holder, expires_at })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, expires_at })
        .where((eb) => eb.or([eb('leases.holder', '=', holder), eb('leases.expires_at', '<=', sql<Date>`now()`)])),
    )
    .returning('holder')
    .executeTakeFirst();
  return row !== undefined;
}

/** Releases a lease, so that another holder can take it at once. Does nothing if the holder does not have it. */
export async function releaseLease(db: Db, name: string, holder: string): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
}
