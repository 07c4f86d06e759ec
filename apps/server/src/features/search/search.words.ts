/** More says nothing more, and each costs a look into the index. */
const mostWords = 8;

/** The words of a question, small, in order, each once. */
export function wordsOf(question: string): string[] {
  const words =
    question
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...new Set(words.map((word) => word.slice(0, 40)))].slice(0, mostWords);
}

/** How many slips a word of this length is forgiven. */
export const slipsFor = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/**
 * The known word that is meant by one that nobody wrote, or undefined.
 * @param candidates words that look alike, with the number of documents that have them
 */
export function meant(word: string, candidates: readonly { word: string; documents: number }[]): string | undefined {
  const near = candidates
    .map((candidate) => ({ ...candidate, slips: slipsBetween(word, candidate.word) }))
    .filter(({ slips }) => slips <= slipsFor(word));
  near.sort((a, b) => a.slips - b.slips || b.documents - a.documents || (a.word < b.word ? -1 : 1));
  return near[0]?.word;
}

/**
 * The least number of letters to add, drop, change or swap with their neighbour (optimal string alignment).
 * Of a word that is still being typed the end is free: `injektio` is one slip from `injection`.
 */
export function slipsBetween(typed: string, known: string): number {
  const width = known.length + 1;
  const rows: number[][] = [Array.from({ length: width }, (_, i) => i)];
  for (let y = 1; y <= typed.length; y++) {
    const row = [y];
    for (let x = 1; x < width; x++) {
      const same = typed[y - 1] === known[x - 1];
      let least = Math.min(at(rows, y - 1, x) + 1, (row[x - 1] ?? 0) + 1, at(rows, y - 1, x - 1) + (same ? 0 : 1));
      if (y > 1 && x > 1 && typed[y - 1] === known[x - 2] && typed[y - 2] === known[x - 1]) {
        least = Math.min(least, at(rows, y - 2, x - 2) + 1);
      }
      row.push(least);
    }
    rows.push(row);
  }
  const last = rows[typed.length] ?? [];
  return Math.min(...last.slice(Math.min(typed.length, known.length)));
}

const at = (rows: readonly number[][], y: number, x: number): number => rows[y]?.[x] ?? 0;
