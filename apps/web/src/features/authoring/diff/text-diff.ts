import { diffArrays } from 'diff';

/** Replacement of the base lines `from` (0-based) up to but not including `to`. */
interface Edit {
  from: number;
  to: number;
  lines: string[];
}

const linesOf = (text: string) => text.split('\n');

function editsOf(before: readonly string[], after: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  let edit: Edit | undefined;
  for (const { added, removed, value } of diffArrays([...before], [...after])) {
    if (!added && !removed) {
      at += value.length;
      edit = undefined;
      continue;
    }
    if (!edit) {
      edit = { from: at, to: at, lines: [] };
      edits.push(edit);
    }
    if (added) edit.lines.push(...value);
    else {
      at += value.length;
      edit.to = at;
    }
  }
  return edits;
}

/** Counts the places where two texts differ. */
export const countChanges = (before: string, after: string): number =>
  before === after ? 0 : editsOf(linesOf(before), linesOf(after)).length;

/** Returns the 1-based lines of the later text that are new or changed. */
export function changedLines(before: string, after: string): number[] {
  if (before === after) return [];
  let shift = 1;
  return editsOf(linesOf(before), linesOf(after)).flatMap(({ from, to, lines }) => {
    const numbers = lines.map((_, i) => from + shift + i);
    shift += lines.length - (to - from);
    return numbers;
  });
}

/** Place that both sides changed in different ways. */
export interface MergeConflict {
  base: string[];
  theirs: string[];
  mine: string[];
}

type Segment = { agreed: string[] } | { conflict: MergeConflict };

/**
 * Merges two texts that have a common base (three-way merge). A change by only one side is applied; a place that both
 * sides changed in different ways becomes a conflict.
 */
export function mergeTexts(base: string, theirs: string, mine: string): Segment[] {
  const lines = linesOf(base);
  const [a, b] = [theirs, mine].map((side) => editsOf(lines, linesOf(side))) as [Edit[], Edit[]];
  const segments: Segment[] = [];
  const addAgreed = (agreed: string[]) => {
    const last = segments.at(-1);
    if (last && 'agreed' in last) last.agreed.push(...agreed);
    else if (agreed.length > 0) segments.push({ agreed });
  };
  let at = 0;
  for (let group = nextGroup(a, b); group; group = nextGroup(a, b)) {
    const { from, to, ofA, ofB } = group;
    addAgreed(lines.slice(at, from));
    const [other, own] = [applied(lines, from, to, ofA), applied(lines, from, to, ofB)];
    if (ofB.length === 0 || isSame(other, own)) addAgreed(other);
    else if (ofA.length === 0) addAgreed(own);
    else segments.push({ conflict: { base: lines.slice(from, to), theirs: other, mine: own } });
    at = to;
  }
  addAgreed(lines.slice(at));
  return segments;
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((line, i) => line === other[i]);

/** Removes and returns the next edits from both lists that touch the same lines. */
function nextGroup(a: Edit[], b: Edit[]) {
  const from = Math.min(a[0]?.from ?? Number.POSITIVE_INFINITY, b[0]?.from ?? Number.POSITIVE_INFINITY);
  if (from === Number.POSITIVE_INFINITY) return undefined;
  const group = { from, to: from, ofA: [] as Edit[], ofB: [] as Edit[] };
  const take = (list: Edit[], into: Edit[]) => {
    const [edit] = list;
    if (!edit || (edit.from !== from && edit.from >= group.to)) return false;
    into.push(edit);
    list.shift();
    group.to = Math.max(group.to, edit.to);
    return true;
  };
  while (take(a, group.ofA) || take(b, group.ofB));
  return group;
}

function applied(lines: readonly string[], from: number, to: number, edits: readonly Edit[]): string[] {
  let at = from;
  const parts = edits.flatMap((edit) => {
    const part = [...lines.slice(at, edit.from), ...edit.lines];
    at = edit.to;
    return part;
  });
  return [...parts, ...lines.slice(at, to)];
}

export const choices = ['mine', 'theirs', 'both'] as const;
export type Choice = (typeof choices)[number];

/** Returns the merged text. @param chosen choice for each conflict by its index; `mine` by default */
export function resolveMerge(segments: readonly Segment[], chosen: ReadonlyMap<number, Choice>): string {
  let conflict = 0;
  const lines = segments.flatMap((segment) => {
    if ('agreed' in segment) return segment.agreed;
    const { theirs, mine } = segment.conflict;
    const choice = chosen.get(conflict++) ?? 'mine';
    if (choice === 'both') return [...theirs, ...mine];
    return choice === 'theirs' ? theirs : mine;
  });
  return lines.join('\n');
}

export const conflictsOf = (segments: readonly Segment[]): MergeConflict[] =>
  segments.flatMap((segment) => ('conflict' in segment ? [segment.conflict] : []));
