import { diffArrays } from 'diff';

/** Consecutive lines of the original that were removed. */
export interface RemovedLines {
  /** Line of the new text above which they were, 1-based; the number of lines plus one for the end. */
  before: number;
  /** Number of their first line in the original, 1-based. */
  number: number;
  lines: readonly string[];
}

/** Line differences between a text and its original. */
export interface LineDiff {
  /** Numbers of the added lines in the new text, 1-based. */
  added: readonly number[];
  removed: readonly RemovedLines[];
}

/** Maximum number of edits to compute line by line. A longer diff takes noticeable time, so it replaces everything. */
const maxEdits = 600;

export function diffLines(original: string, text: string): LineDiff {
  if (original === text) return { added: [], removed: [] };
  const [old, now] = [original.split('\n'), text.split('\n')];
  const parts = diffArrays(old, now, { maxEditLength: maxEdits }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ];
  const added: number[] = [];
  const removed: RemovedLines[] = [];
  let [line, number] = [1, 1];
  /** First line of the current change. Removed lines are shown above the lines that replace them. */
  let start = 1;
  for (const { value, removed: isRemoved, added: isAdded } of parts) {
    if (isAdded) {
      added.push(...value.map((_, i) => line + i));
      line += value.length;
    } else if (isRemoved) {
      removed.push({ before: start, number, lines: value });
      number += value.length;
    } else {
      line += value.length;
      number += value.length;
      start = line;
    }
  }
  return { added, removed };
}

/** Counts added and removed lines: `+3 -1`. */
export const countDiff = ({ added, removed }: LineDiff) => ({
  added: added.length,
  removed: removed.reduce((sum, { lines }) => sum + lines.length, 0),
});
