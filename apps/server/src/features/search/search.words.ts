import { editDistance } from '#platform/text';

/** More words add nothing, and each costs a look into the index. */
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
    .map((candidate) => ({ ...candidate, slips: editDistance(word, candidate.word, { openEnd: true }) }))
    .filter(({ slips }) => slips <= slipsFor(word));
  near.sort((a, b) => a.slips - b.slips || b.documents - a.documents || (a.word < b.word ? -1 : 1));
  return near[0]?.word;
}
