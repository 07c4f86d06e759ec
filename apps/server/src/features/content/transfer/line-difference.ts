import type { DifferenceLine } from '@hexpedition/contract';

/** Lines that are shown around each change. */
const around = 2;
const mostShown = 200;
const longestLine = 300;
/** Pairs of lines that are compared at most: beyond it, the first old lines and the first new ones are shown. */
const mostPairs = 400_000;

/**
 * The lines in which two texts differ, with a few around them. What is as long as the texts is done once and is quick: a
 * text may have half a million lines, and the server waits.
 */
export function differenceOf(old: string, now: string): DifferenceLine[] {
  const [a, b] = [old.split('\n'), now.split('\n')];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  // One line more than is shown on each side, which becomes a gap.
  const above = Math.max(0, head - around);
  const below = Math.min(b.length, b.length - tail + around + 1);
  const lines: DifferenceLine[] = [
    ...(above > 0 ? [lineOf('same', 0, '')] : []),
    ...b.slice(above, head).map((text, i) => lineOf('same', above + i, text)),
    ...middleOf(a.slice(head, a.length - tail), b.slice(head, b.length - tail), head),
    ...b.slice(b.length - tail, below).map((text, i) => lineOf('same', b.length - tail + i, text)),
  ];
  return fold(lines);
}

const lineOf = (kind: DifferenceLine['kind'], index: number, text: string): DifferenceLine => ({
  kind,
  line: index + 1,
  text: text.length > longestLine ? `${text.slice(0, longestLine)}…` : text,
});

/** @param head how many lines stand above both */
function middleOf(a: readonly string[], b: readonly string[], head: number): DifferenceLine[] {
  const olds = (from: number, to: number) => a.slice(from, to).map((text, i) => lineOf('old', head + from + i, text));
  const news = (from: number, to: number) => b.slice(from, to).map((text, i) => lineOf('new', head + from + i, text));
  if (a.length * b.length > mostPairs) {
    const half = mostShown / 2;
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

/** The longest common subsequence, as pairs of places; by the table that every textbook has. */
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

/** Puts a gap where nothing differs for a while, and ends what is too long. */
function fold(lines: readonly DifferenceLine[]): DifferenceLine[] {
  const isNear = new Set<number>();
  lines.forEach(({ kind }, i) => {
    if (kind !== 'same') for (let near = i - around; near <= i + around; near++) isNear.add(near);
  });
  const shown: DifferenceLine[] = [];
  for (const [i, line] of lines.entries()) {
    const isHidden = !isNear.has(i) || shown.length >= mostShown;
    if (!isHidden) shown.push(line);
    else if (shown.at(-1)?.kind !== 'gap') shown.push({ kind: 'gap', line: line.line, text: '' });
  }
  return shown;
}
