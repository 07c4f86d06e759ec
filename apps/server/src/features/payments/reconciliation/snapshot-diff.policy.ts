import type { Envelope } from '../ledger/events.ts';
import type { StoredObject } from './stored-objects.read-model.ts';

/** Whether a reading says something else than what was heard, and is not older. */
export function isNewerChange({ data }: Envelope, heard: StoredObject): boolean {
  const [then, now] = [timeOf(heard.data.updated_at), timeOf(data.updated_at)];
  return !(now < then) && !says(heard.data, data);
}

/** Not a number where there is none: then nothing is older. */
const timeOf = (text: unknown): number => Date.parse(String(text));

/** Whether all of what was read is in what was heard. An event says more than we read; what it leaves out is null. */
function says(heard: unknown, read: unknown): boolean {
  if (typeof read !== 'object' || read === null) return (heard ?? null) === (read ?? null);
  if (typeof heard !== 'object' || heard === null) return false;
  if (Array.isArray(read) && Array.isArray(heard) && read.length !== heard.length) return false;
  return Object.entries(read).every(([key, value]) => says((heard as Record<string, unknown>)[key], value));
}

/**
 * A reading as one that comes after what was heard. Paddle tells of a change some moments after it has happened: of two
 * changes within these moments, what was heard of the first one bears a later time than the second one has.
 */
export function after({ occurredAt }: StoredObject, reading: Envelope): Envelope {
  const heard = occurredAt.getTime();
  return {
    ...reading,
    event_id: `${reading.event_id}_${heard}`,
    occurred_at: new Date(Math.max(reading.occurred_at.getTime(), heard + 1)),
  };
}
