import type { FeaturesEdit, MapVersionName } from '@hexpedition/contract';
import type { Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';

/** Advisory lock id (an arbitrary fixed number). Concurrent changes are serial, so that each is audited correctly. */
const featureSwitchesLock = 4_839_214;

export const lockFeatureSwitches = (tx: Tx): Promise<void> => takeLock(tx, featureSwitchesLock);

/** Stores the given switches; omitted ones keep their value. */
export async function storeFeatureSwitches(tx: Tx, version: MapVersionName, edit: FeaturesEdit): Promise<void> {
  const values = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
  await tx
    .insertInto('feature_overrides')
    .values({ version, ...values })
    .onConflict((conflict) =>
      Object.keys(values).length > 0
        ? conflict.column('version').doUpdateSet(values)
        : conflict.column('version').doNothing(),
    )
    .execute();
}
