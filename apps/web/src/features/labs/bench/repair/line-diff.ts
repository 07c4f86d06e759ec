import { diffArrays } from 'diff';

/** Maximum number of edits to find line by line. A longer diff takes noticeable time, so it counts as a new text. */
const maxEdits = 600;

/** Counts the lines that a text adds to its original and removes from it. */
export function countChangedLines(original: string, text: string): { added: number; removed: number } {
  if (original === text) return { added: 0, removed: 0 };
  const [old, now] = [original.split('\n'), text.split('\n')];
  const parts = diffArrays(old, now, { maxEditLength: maxEdits });
  if (!parts) return { added: now.length, removed: old.length };
  const count = (which: 'added' | 'removed') =>
    parts.reduce((sum, part) => sum + (part[which] ? part.value.length : 0), 0);
  return { added: count('added'), removed: count('removed') };
}
