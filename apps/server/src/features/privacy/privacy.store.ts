import { randomBytes } from 'node:crypto';
import type { ConsentConfig } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';
import { announcePageChange } from '#platform/db/page-changes';

/** Advisory lock id. Serializes changes of the configuration and its draft. */
const configLock = 4_839_215;

export const lockConfig = (tx: Tx): Promise<void> => takeLock(tx, configLock);

/** Hexadecimal, as Klaro expects. */
const newId = (): string => randomBytes(12).toString('hex');

interface Publication {
  number: number;
  config: ConsentConfig;
  by: number | null;
  at: Date;
}

/**
 * Stores a new active version and invalidates the pages that use it. Archives the old one, because receipts refer to
 * it.
 */
export async function storeVersion(tx: Tx, { number, config, by, at }: Publication): Promise<void> {
  await tx.updateTable('privacy_versions').set({ status: 'archived' }).where('status', '=', 'active').execute();
  await tx
    .insertInto('privacy_versions')
    .values({
      number,
      id: newId(),
      config: JSON.stringify(config),
      status: 'active',
      published_by: by,
      published_at: at,
    })
    .execute();
  await announcePageChange(tx, ['/api/config/features*', '/api/config/privacy']);
}

interface Draft {
  config: ConsentConfig;
  base: number;
  by: number | null;
  at: Date;
}

/** Inserts the draft, or updates it and its revision. Keeps the id of an existing draft. */
export async function storeDraft(tx: Tx, { config, base, by, at }: Draft): Promise<void> {
  const columns = { config: JSON.stringify(config), base, changed_by: by, changed_at: at };
  await tx
    .insertInto('privacy_draft')
    .values({ id: newId(), ...columns })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ ...columns, revision: sql`excluded.revision` }))
    .execute();
}

export async function deleteDraft(tx: Tx): Promise<void> {
  await tx.deleteFrom('privacy_draft').execute();
}
