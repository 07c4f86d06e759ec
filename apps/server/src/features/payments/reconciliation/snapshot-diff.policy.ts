import type { Envelope } from '../ledger/paddle-events.ts';
import type { StoredObject } from './stored-objects.read-model.ts';

/** Returns whether a snapshot differs from the stored object and is not older. */
export function isNewerChange({ data }: Envelope, stored: StoredObject): boolean {
  const [storedAt, readAt] = [timeOf(stored.data.updated_at), timeOf(data.updated_at)];
  return !(readAt < storedAt) && !contains(stored.data, data);
}

/** Returns NaN for a missing time. Comparisons with NaN are false, so neither side then counts as older. */
const timeOf = (text: unknown): number => Date.parse(String(text));

/**
 * Returns whether the stored data contains the snapshot. Events have more fields than snapshots, and omit null fields.
 */
function contains(stored: unknown, read: unknown): boolean {
  if (typeof read !== 'object' || read === null) return (stored ?? null) === (read ?? null);
  if (typeof stored !== 'object' || stored === null) return false;
  if (Array.isArray(read) && Array.isArray(stored) && read.length !== stored.length) return false;
  return Object.entries(read).every(([key, value]) => contains((stored as Record<string, unknown>)[key], value));
}

/**
 * Returns the snapshot with a time after the stored event and an event id of its own. An event's `occurred_at` is
 * slightly later than the change it reports. If two changes follow closely, the event of the first can therefore be
 * later than the `updated_at` of the second.
 */
export function datedAfter({ occurredAt }: StoredObject, snapshot: Envelope): Envelope {
  const storedAt = occurredAt.getTime();
  return {
    ...snapshot,
    event_id: `${snapshot.event_id}_${storedAt}`,
    occurred_at: new Date(Math.max(snapshot.occurred_at.getTime(), storedAt + 1)),
  };
}
