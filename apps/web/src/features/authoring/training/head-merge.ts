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
 * Joins what somebody else has saved with what is in the form: a field that only one has changed is theirs or ours, one
 * that both have changed is a clash, and stays as it is in the form until it is decided.
 */
export function mergeHeads(base: TrainingHead, theirs: TrainingHead, mine: TrainingHead) {
  const isTheirs = (key: HeadKey) => isSame(mine[key], base[key]);
  const merged = Object.fromEntries(keys.map((key) => [key, isTheirs(key) ? theirs[key] : mine[key]]));
  const clashes = keys.filter(
    (key) => !isTheirs(key) && !isSame(theirs[key], base[key]) && !isSame(theirs[key], mine[key]),
  );
  return { head: merged as TrainingHead, clashes };
}

/** A field's value as people read it. */
export function headWords(head: TrainingHead, key: HeadKey): string {
  const value = head[key];
  if (key === 'tier') return tierName(head.tier);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : 'none';
  return String(value) || 'nothing';
}
