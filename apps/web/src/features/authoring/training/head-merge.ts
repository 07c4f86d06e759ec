import type { TrainingHead } from '@hexpedition/contract';
import { tierName } from '#lib/format.ts';

export type HeadKey = keyof TrainingHead;

export const headNames: Record<HeadKey, string> = {
  name: 'Name',
  term: 'Term',
  tags: 'Tags',
  tier: 'Tier',
  icon: 'Icon',
  summary: 'Summary',
  description: 'Description',
  requires: 'Requires',
  kind: 'Kind',
  hidden: 'Hidden',
};
const keys = Object.keys(headNames) as HeadKey[];

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export const isSameHead = (a: TrainingHead, b: TrainingHead) => keys.every((key) => isSame(a[key], b[key]));

/**
 * Merges the head that another author saved with the head in the form (three-way merge by field). A field that both
 * changed in different ways is a conflict, and keeps the value of the form until the author decides.
 */
export function mergeHeads(base: TrainingHead, theirs: TrainingHead, mine: TrainingHead) {
  const isUnchanged = (key: HeadKey) => isSame(mine[key], base[key]);
  const merged = Object.fromEntries(keys.map((key) => [key, isUnchanged(key) ? theirs[key] : mine[key]]));
  const conflicts = keys.filter(
    (key) => !isUnchanged(key) && !isSame(theirs[key], base[key]) && !isSame(theirs[key], mine[key]),
  );
  return { head: merged as TrainingHead, conflicts };
}

/** Formats the value of a field for display. */
export function headValueText(head: TrainingHead, key: HeadKey): string {
  const value = head[key];
  if (key === 'tier') return tierName(head.tier);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : 'none';
  return String(value) || 'empty';
}
