import type { DifferenceLine } from '@hexpedition/contract';

/** Context lines around each change. */
const contextLines = 2;
const maxShownLines = 200;
const maxLineLength = 300;
/** Maximum pairs of lines to compare. Beyond it, the first old and the first new lines are shown. */
const maxPairs = 400_000;

/**
 * Returns the lines in which two texts differ, with context lines. Passes over the whole texts are linear: a text may
 * have half a million lines, and this runs on the main thread.
 */
export function differenceOf(old: string, now: string): DifferenceLine[] {
  const [a, b] = [old.split('\n'), now.split('\n')];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  // One more line than is shown on each side, which becomes a gap.
  const above = Math.max(0, head - contextLines);
  const below = Math.min(b.length, b.length - tail + contextLines + 1);
  const lines: DifferenceLine[] = [
    ...(above > 0 ? [lineOf('same', 0, '')] : []),
    ...b.slice(above, head).map((text, i) => lineOf('same', above + i, text)),
    ...diffMiddle(a.slice(head, a.length - tail), b.slice(head, b.length - tail), head),
    ...b.slice(b.length - tail, below).map((text, i) => lineOf('same', b.length - tail + i, text)),
  ];
  return collapseUnchanged(lines);
}

const lineOf = (kind: DifferenceLine['kind'], index: number, text: string): DifferenceLine => ({
  kind,
  line: index + 1,
  text: text.length > maxLineLength ? `${text.slice(0, maxLineLength)}…` : text,
});

/** @param head number of common lines before both parts */
function diffMiddle(a: readonly string[], b: readonly string[], head: number): DifferenceLine[] {
  const olds = (from: number, to: number) => a.slice(from, to).map((text, i) => lineOf('old', head + from + i, text));
  const news = (from: number, to: number) => b.slice(from, to).map((text, i) => lineOf('new', head + from + i, text));
  if (a.length * b.length > maxPairs) {
    const half = maxShownLines / 2;
    const gap = (line: number): DifferenceLine => ({ kind: 'gap', line, text: '' });
    return [
      ...olds(0, Math.min(a.length, half)),
      ...(a.length > half ? [gap(head + half + 1)] : []),
      ...news(0, Math.min(b.length, half)),
      ...(b.length > half ? [gap(head + half + 1)] : []),
    ];
  }
  const lines: DifferenceLine[] = [];
  let [i, j] = [0, 0];
  for (const [x, y] of commonLines(a, b)) {
    lines.push(...olds(i, x), ...news(j, y), lineOf('same', head + y, b[y] ?? ''));
    [i, j] = [x + 1, y + 1];
  }
  return [...lines, ...olds(i, a.length), ...news(j, b.length)];
}

/** Longest common subsequence as pairs of indexes (dynamic programming). */
function commonLines(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

/** Replaces distant unchanged lines with a gap and truncates long results. */
function collapseUnchanged(lines: readonly DifferenceLine[]): DifferenceLine[] {
  const isNear = new Set<number>();
  lines.forEach(({ kind }, i) => {
    if (kind !== 'same') for (let near = i - contextLines; near <= i + contextLines; near++) isNear.add(near);
  });
  const shown: DifferenceLine[] = [];
  for (const [i, line] of lines.entries()) {
    const isHidden = !isNear.has(i) || shown.length >= maxShownLines;
    if (!isHidden) shown.push(line);
    else if (shown.at(-1)?.kind !== 'gap') shown.push({ kind: 'gap', line: line.line, text: '' });
  }
  return shown;
}
