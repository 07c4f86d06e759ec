import { diffArrays } from 'diff';

/** Lines of the original that are gone. */
export interface Gone {
  /** The line of the new text that they stood before, 1-based; one more than there are lines for those at the end. */
  before: number;
  /** Of the first of them in the original, 1-based. */
  number: number;
  lines: readonly string[];
}

/** What a text has that its original has not, and the other way round. */
export interface Marks {
  /** Numbers of lines of the new text, 1-based. */
  added: readonly number[];
  gone: readonly Gone[];
}

/** Changes beyond this are not worth a fine comparison, which would take a noticeable time. */
const mostEdits = 600;

export function marksOf(original: string, text: string): Marks {
  if (original === text) return { added: [], gone: [] };
  const [old, now] = [original.split('\n'), text.split('\n')];
  const parts = diffArrays(old, now, { maxEditLength: mostEdits }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ];
  const added: number[] = [];
  const gone: Gone[] = [];
  let [line, number] = [1, 1];
  /** Where the change began that is being read: what is gone stands above what came in its place. */
  let start = 1;
  for (const { value, removed, added: isNew } of parts) {
    if (isNew) {
      added.push(...value.map((_, i) => line + i));
      line += value.length;
    } else if (removed) {
      gone.push({ before: start, number, lines: value });
      number += value.length;
    } else {
      line += value.length;
      number += value.length;
      start = line;
    }
  }
  return { added, gone };
}

/** `+3 -1`. */
export const countOf = ({ added, gone }: Marks) => ({
  added: added.length,
  gone: gone.reduce((sum, { lines }) => sum + lines.length, 0),
});
