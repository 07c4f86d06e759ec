import type { SiteSettingsEdit } from '@hexpedition/contract';
import type { Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';

/** Advisory lock id (an arbitrary fixed number). Concurrent changes are serial, so that each is audited correctly. */
const siteSettingsLock = 4_839_231;

export const lockSiteSettings = (tx: Tx): Promise<void> => takeLock(tx, siteSettingsLock);

/** Stores the given settings; the others keep their value. */
export async function storeSettings(tx: Tx, values: SiteSettingsEdit): Promise<void> {
  await tx
    .insertInto('site_settings')
    .values(values)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(values))
    .execute();
}
