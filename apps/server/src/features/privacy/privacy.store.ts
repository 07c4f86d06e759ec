import { randomBytes } from 'node:crypto';
import type { ConsentConfig } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';
import { announcePageChange } from '#platform/db/page-changes';

/** Any fixed number that no other lock has: whoever changes configuration or draft reads what the one before has left. */
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

/** The one that was active is kept, because decisions refer to it. Pages that know of it are rendered anew. */
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

/** Keeps the id of a draft that is there, and gives it the next revision. */
export async function storeDraft(tx: Tx, { config, base, by, at }: Draft): Promise<void> {
  const columns = { config: JSON.stringify(config), base, changed_by: by, changed_at: at };
  await tx
    .insertInto('privacy_draft')
    .values({ id: newId(), ...columns })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ ...columns, revision: sql`excluded.revision` }))
    .execute();
}

export async function dropDraft(tx: Tx): Promise<void> {
  await tx.deleteFrom('privacy_draft').execute();
}
