import type { ConsentType } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db';

interface ConsentReceipt {
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

/** Column of the daily sums for each type of receipt. */
export const rateColumns = {
  show: 'shown',
  accept: 'accepted',
  decline: 'declined',
  save: 'saved',
  'contextual-accept': 'contextual',
} as const satisfies Record<ConsentType, string>;

/**
 * Stores a receipt and adds it to the sums of its day.
 * @param names services that the decision covers, in alphabetical order: all transactions lock the rows in the same
 * order, which prevents deadlocks
 */
export async function storeReceipt(tx: Tx, record: ConsentReceipt, names: readonly string[]): Promise<void> {
  const { at, consents, changes } = record;
  const day = at.toISOString().slice(0, 10);
  await tx
    .insertInto('consent_receipts')
    .values({ ...record, consents: JSON.stringify(consents), changes: changes && JSON.stringify(changes) })
    .execute();
  const accepted = names.map((name) => consents[name] === true);
  await sql`
    insert into consent_service_days as sums (day, service, accepted, decided)
    select ${day}::date, decided.service, decided.accepted::integer, 1
    from unnest(${names}::text[], ${accepted}::boolean[]) with ordinality as decided (service, accepted, place)
    order by decided.place
    on conflict (day, service) do update
      set accepted = sums.accepted + excluded.accepted, decided = sums.decided + excluded.decided`.execute(tx);
  // Last, because every transaction locks this row.
  const column = sql.ref(rateColumns[record.type]);
  await sql`
    insert into consent_days as sums (day, ${column}) values (${day}::date, 1)
    on conflict (day) do update set ${column} = sums.${column} + 1`.execute(tx);
}
