import { diffArrays, diffWordsWithSpace } from 'diff';

/** A part of a line; a changed one is what its counterpart does not have. */
interface Piece {
  text: string;
  isChanged: boolean;
}

export interface DifferenceLine {
  kind: 'same' | 'gone' | 'new';
  /** 1-based; of the later text, and for what is gone of the earlier one. */
  number: number;
  pieces: Piece[];
}

/** Lines of a base, 0-based and without the last one, that a side has replaced. */
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

/** Every line of both texts in order; what has changed inside of a line is marked by words. */
export function differenceOf(before: string, after: string): DifferenceLine[] {
  const old = linesOf(before);
  const lines: DifferenceLine[] = [];
  let [at, number] = [0, 0];
  const same = (to: number) => {
    for (; at < to; at++)
      lines.push({ kind: 'same', number: ++number, pieces: [{ text: old[at] ?? '', isChanged: false }] });
  };
  for (const { from, to, lines: fresh } of editsOf(old, linesOf(after))) {
    same(from);
    const pairs = old.slice(from, to).map((line, i) => wordsBetween(line, fresh[i]));
    pairs.forEach(({ gone }, i) => {
      lines.push({ kind: 'gone', number: from + i + 1, pieces: gone });
    });
    fresh.forEach((line, i) => {
      lines.push({ kind: 'new', number: ++number, pieces: pairs[i]?.fresh ?? [{ text: line, isChanged: true }] });
    });
    at = to;
  }
  same(old.length);
  return lines;
}

function wordsBetween(before: string, after: string | undefined): { gone: Piece[]; fresh: Piece[] } {
  if (after === undefined) return { gone: [{ text: before, isChanged: true }], fresh: [] };
  const words = diffWordsWithSpace(before, after);
  const pieces = (isOther: 'added' | 'removed', isOwn: 'added' | 'removed') =>
    words.filter((word) => !word[isOther]).map((word) => ({ text: word.value, isChanged: word[isOwn] }));
  return { gone: pieces('added', 'removed'), fresh: pieces('removed', 'added') };
}

/** What has changed, with two lines around each place; nothing where both texts are the same. */
export function hunksOf(lines: readonly DifferenceLine[]): DifferenceLine[][] {
  const isNear = (at: number) => lines.slice(Math.max(0, at - 2), at + 3).some(({ kind }) => kind !== 'same');
  const hunks: DifferenceLine[][] = [];
  lines.forEach((line, at) => {
    if (!isNear(at)) return;
    if (at === 0 || !isNear(at - 1)) hunks.push([]);
    hunks.at(-1)?.push(line);
  });
  return hunks;
}

/** In how many places two texts differ. */
export const countChanges = (before: string, after: string): number =>
  before === after ? 0 : editsOf(linesOf(before), linesOf(after)).length;

/** The lines of the later text that the earlier one does not have, 1-based. */
export function changedLines(before: string, after: string): number[] {
  if (before === after) return [];
  return differenceOf(before, after).flatMap(({ kind, number }) => (kind === 'new' ? [number] : []));
}

/** A place that both have changed. */
export interface Clash {
  base: string[];
  theirs: string[];
  mine: string[];
}

type Segment = { agreed: string[] } | { clash: Clash };

/**
 * Joins two texts that were made of the same one: what only one side has changed is taken, in order; what both have
 * changed in different ways is a clash.
 */
export function mergeTexts(base: string, theirs: string, mine: string): Segment[] {
  const lines = linesOf(base);
  const [a, b] = [theirs, mine].map((side) => editsOf(lines, linesOf(side))) as [Edit[], Edit[]];
  const segments: Segment[] = [];
  const agree = (agreed: string[]) => {
    const last = segments.at(-1);
    if (last && 'agreed' in last) last.agreed.push(...agreed);
    else if (agreed.length > 0) segments.push({ agreed });
  };
  let at = 0;
  for (let group = nextGroup(a, b); group; group = nextGroup(a, b)) {
    const { from, to, ofA, ofB } = group;
    agree(lines.slice(at, from));
    const [other, own] = [applied(lines, from, to, ofA), applied(lines, from, to, ofB)];
    if (ofB.length === 0 || isSame(other, own)) agree(other);
    else if (ofA.length === 0) agree(own);
    else segments.push({ clash: { base: lines.slice(from, to), theirs: other, mine: own } });
    at = to;
  }
  agree(lines.slice(at));
  return segments;
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((line, i) => line === other[i]);

/** Takes the next edits out of both lists that touch the same lines. */
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

/** The text of a merge, with the clashes decided in their order. @param chosen `mine` where nothing is chosen */
export function settled(segments: readonly Segment[], chosen: ReadonlyMap<number, Choice>): string {
  let clash = 0;
  const lines = segments.flatMap((segment) => {
    if ('agreed' in segment) return segment.agreed;
    const { theirs, mine } = segment.clash;
    const choice = chosen.get(clash++) ?? 'mine';
    if (choice === 'both') return [...theirs, ...mine];
    return choice === 'theirs' ? theirs : mine;
  });
  return lines.join('\n');
}

export const clashesOf = (segments: readonly Segment[]): Clash[] =>
  segments.flatMap((segment) => ('clash' in segment ? [segment.clash] : []));
