import type { NoteMark } from '@hexpedition/contract';

/** What a learner writes on a lesson. */
export interface Written {
  what_i_learned: string;
  did_not_understand: string;
  marks: NoteMark[];
}

const textFields = ['what_i_learned', 'did_not_understand'] as const;
export type TextField = (typeof textFields)[number];

export const blank: Written = { what_i_learned: '', did_not_understand: '', marks: [] };

const sameMark = (one: NoteMark, other: NoteMark) =>
  one.module === other.module && one.at === other.at && one.text === other.text;

const sameMarks = (one: NoteMark[], other: NoteMark[]) =>
  one.length === other.length && one.every((mark, index) => sameMark(mark, other[index] as NoteMark));

/** White space alone is nothing to save: the server takes it for an empty field. */
const sameText = (one: string, other: string) => one === other || (one.trim() === '' && other.trim() === '');

/** The fields in which `mine` differs from `theirs`; undefined when there are none. */
export function difference(mine: Written, theirs: Written): Partial<Written> | undefined {
  const given: Partial<Written> = {};
  for (const field of textFields) if (!sameText(mine[field], theirs[field])) given[field] = mine[field];
  if (!sameMarks(mine.marks, theirs.marks)) given.marks = mine.marks;
  return Object.keys(given).length > 0 ? given : undefined;
}

export interface Merged {
  written: Written;
  /** The texts that both sides have changed and only their author can put together; `written` has mine there. */
  conflicts: TextField[];
}

/**
 * Puts together what two tabs or devices made of the same notes. A side that changed a field wins over one that did
 * not; of two changed texts, the one that contains the other wins.
 */
export function merge(base: Written, mine: Written, theirs: Written): Merged {
  const conflicts: TextField[] = [];
  const text = (field: TextField) => {
    const [before, own, other] = [base[field], mine[field], theirs[field]];
    if (own === before) return other;
    if (other === before) return own;
    if (other.includes(own)) return other;
    if (own.includes(other)) return own;
    conflicts.push(field);
    return own;
  };
  const written = {
    what_i_learned: text('what_i_learned'),
    did_not_understand: text('did_not_understand'),
    marks: mergeMarks(base.marks, mine.marks, theirs.marks),
  };
  return { written, conflicts };
}

/** Theirs without what I took away, and with what I added. */
function mergeMarks(base: NoteMark[], mine: NoteMark[], theirs: NoteMark[]): NoteMark[] {
  const has = (list: NoteMark[], mark: NoteMark) => list.some((other) => sameMark(mark, other));
  const kept = theirs.filter((mark) => has(mine, mark) || !has(base, mark));
  const added = mine.filter((mark) => !has(base, mark) && !has(theirs, mark));
  return inOrder([...kept, ...added]);
}

/** Takes away one mark, however many are like it. */
export function withoutMark(marks: NoteMark[], gone: NoteMark): NoteMark[] {
  const index = marks.findIndex((mark) => sameMark(mark, gone));
  return marks.filter((_, at) => at !== index);
}

export const inOrder = (marks: NoteMark[]) =>
  [...marks].sort((one, other) => one.module.localeCompare(other.module) || one.at - other.at);
