import type { Instance } from '@hexpedition/contract';
import type { SavedHome } from './homes/home-files.ts';
import { rules } from './instances.policy.ts';
import type { InstanceRow } from './instances.read-model.ts';

/** Presents an instance. @param more queue position while it is queued, and its saved home */
export function presentInstance(
  row: InstanceRow,
  more: { queuePosition: number | null; home: SavedHome | null },
): Instance {
  return {
    pk: row.pk,
    lab: row.lab,
    status: row.status,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    extensions_left: Math.max(0, rules.extensions - row.extensions),
    isolation: row.isolation,
    error: row.stop_reason,
    queue_position: more.queuePosition,
    home: row.has_workspace ? { saved_at: more.home?.at.toISOString() ?? null, bytes: more.home?.bytes ?? 0 } : null,
  };
}
