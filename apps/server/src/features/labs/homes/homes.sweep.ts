import { anyOf, type Db } from '#platform/db/db';
import type { HomeFiles } from './home-files.ts';

const dayMs = 86_400_000;
/** Days for which a quarantined home is kept. The notice to the learner promises a week. */
const quarantineDays = 7;

/** Deletes the homes that were quarantined a week ago. */
export async function sweepQuarantine(files: Pick<HomeFiles, 'removeQuarantined'>, now: Date): Promise<void> {
  await files.removeQuarantined(new Date(now.getTime() - quarantineDays * dayMs));
}

/** Deletes the homes on this node whose accounts no longer exist. */
export async function sweepHomes(db: Db, files: Pick<HomeFiles, 'owners' | 'removeAllOf'>): Promise<void> {
  const owners = await files.owners();
  if (owners.length === 0) return;
  const rows = await db.selectFrom('users').select('pk').where('pk', '=', anyOf(owners)).execute();
  const existing = new Set(rows.map(({ pk }) => pk));
  for (const pk of owners) if (!existing.has(pk)) await files.removeAllOf(pk);
}
