import type { Instance } from '@hexpedition/contract';
import { rules } from './instances.policy.ts';
import type { InstanceRow } from './instances.read-model.ts';

export function presentInstance(row: InstanceRow): Instance {
  return {
    pk: row.pk,
    lab: row.lab,
    status: row.status,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    extensions_left: Math.max(0, rules.extensions - row.extensions),
    isolation: row.isolation,
    error: row.stop_reason,
  };
}
