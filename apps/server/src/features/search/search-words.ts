import { editDistance } from '@hexpedition/curriculum/edit-distance';

/** More words do not improve the results, and each costs an index lookup. */
const maxWords = 8;

/** Returns the words of a query: lowercase, in order, without duplicates. */
export function wordsOf(question: string): string[] {
  const words =
    question
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...new Set(words.map((word) => word.slice(0, 40)))].slice(0, maxWords);
}

/** Maximum typos to tolerate in a word of this length. */
export const maxTyposFor = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/**
 * Returns the known word that a mistyped word most likely means, or undefined.
 * @param candidates similar words with the number of documents that contain them
 */
export function bestCorrection(
  word: string,
  candidates: readonly { word: string; documents: number }[],
): string | undefined {
  const near = candidates
    .map((candidate) => ({ ...candidate, typos: editDistance(word, candidate.word, { openEnd: true }) }))
    .filter(({ typos }) => typos <= maxTyposFor(word));
  near.sort((a, b) => a.typos - b.typos || b.documents - a.documents || (a.word < b.word ? -1 : 1));
  return near[0]?.word;
}
