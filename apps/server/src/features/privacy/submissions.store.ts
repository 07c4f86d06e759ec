import type { ConsentType } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db';

interface ConsentRecord {
  at: Date;
  type: ConsentType;
  version: number;
  consents: Record<string, boolean>;
  changes: Record<string, boolean> | null;
  pathname: string | null;
  hostname: string;
  port: number;
  protocol: 'http' | 'https';
  client_name: string;
  client_version: string;
}

/** The sum of a day that each sort of record is counted in. */
export const columnOf = {
  show: 'shown',
  accept: 'accepted',
  decline: 'declined',
  save: 'saved',
  'contextual-accept': 'contextual',
} as const satisfies Record<ConsentType, string>;

/**
 * Adds a record to the proof and to the sums of its day.
 * @param names of the services that were up for choice, in the order of the alphabet: everybody takes rows in the same
 * order, so that none waits for another in a circle
 */
export async function storeRecord(tx: Tx, record: ConsentRecord, names: readonly string[]): Promise<void> {
  const { at, consents, changes } = record;
  const day = at.toISOString().slice(0, 10);
  await tx
    .insertInto('consent_records')
    .values({ ...record, consents: JSON.stringify(consents), changes: changes && JSON.stringify(changes) })
    .execute();
  const accepted = names.map((name) => consents[name] === true);
  await sql`
    insert into consent_service_days as sums (day, service, accepted, decided)
    select ${day}::date, told.service, told.accepted::integer, 1
    from unnest(${names}::text[], ${accepted}::boolean[]) with ordinality as told (service, accepted, place)
    order by told.place
    on conflict (day, service) do update
      set accepted = sums.accepted + excluded.accepted, decided = sums.decided + excluded.decided`.execute(tx);
  // Last, because all wait for this one.
  const column = sql.ref(columnOf[record.type]);
  await sql`
    insert into consent_days as sums (day, ${column}) values (${day}::date, 1)
    on conflict (day) do update set ${column} = sums.${column} + 1`.execute(tx);
}
