import type { NoteMark } from '@hexpedition/contract';

/** The part of the notes on a lesson that the learner writes. */
export interface NotesContent {
  what_i_learned: string;
  did_not_understand: string;
  marks: NoteMark[];
}

const textFields = ['what_i_learned', 'did_not_understand'] as const;
export type TextField = (typeof textFields)[number];

export const emptyNotes: NotesContent = { what_i_learned: '', did_not_understand: '', marks: [] };

const sameMark = (one: NoteMark, other: NoteMark) =>
  one.module === other.module && one.at === other.at && one.text === other.text;

const sameMarks = (one: NoteMark[], other: NoteMark[]) =>
  one.length === other.length && one.every((mark, index) => sameMark(mark, other[index] as NoteMark));

/** White space alone does not count as text: the server treats it as an empty field. */
const sameText = (one: string, other: string) => one === other || (one.trim() === '' && other.trim() === '');

/** @returns the fields in which `mine` differs from `theirs`, or undefined if there are none */
export function changedFields(mine: NotesContent, theirs: NotesContent): Partial<NotesContent> | undefined {
  const changed: Partial<NotesContent> = {};
  for (const field of textFields) if (!sameText(mine[field], theirs[field])) changed[field] = mine[field];
  if (!sameMarks(mine.marks, theirs.marks)) changed.marks = mine.marks;
  return Object.keys(changed).length > 0 ? changed : undefined;
}

export interface MergeResult {
  content: NotesContent;
  /** The texts that both sides changed and only the author can merge. For these, `content` has my version. */
  conflicts: TextField[];
}

/**
 * Merges two versions of the same notes from different tabs or devices. If only one side changed a field, its version
 * wins. If both changed a text, the one that contains the other wins.
 */
export function mergeNotes(base: NotesContent, mine: NotesContent, theirs: NotesContent): MergeResult {
  const conflicts: TextField[] = [];
  const text = (field: TextField) => {
    const [original, own, other] = [base[field], mine[field], theirs[field]];
    if (own === original) return other;
    if (other === original) return own;
    if (other.includes(own)) return other;
    if (own.includes(other)) return own;
    conflicts.push(field);
    return own;
  };
  const content = {
    what_i_learned: text('what_i_learned'),
    did_not_understand: text('did_not_understand'),
    marks: mergeMarks(base.marks, mine.marks, theirs.marks),
  };
  return { content, conflicts };
}

/** Their marks without those that I removed, and with those that I added. */
function mergeMarks(base: NoteMark[], mine: NoteMark[], theirs: NoteMark[]): NoteMark[] {
  const has = (list: NoteMark[], mark: NoteMark) => list.some((other) => sameMark(mark, other));
  const kept = theirs.filter((mark) => has(mine, mark) || !has(base, mark));
  const added = mine.filter((mark) => !has(base, mark) && !has(theirs, mark));
  return sortMarks([...kept, ...added]);
}

/** Removes one mark, even if there are several equal ones. */
export function withoutMark(marks: NoteMark[], removed: NoteMark): NoteMark[] {
  const index = marks.findIndex((mark) => sameMark(mark, removed));
  return marks.filter((_, at) => at !== index);
}

export const sortMarks = (marks: NoteMark[]) =>
  [...marks].sort((one, other) => one.module.localeCompare(other.module) || one.at - other.at);
