import type { SearchResult } from '@hexpedition/contract';

type Excerpt = SearchResult['excerpt'];

/** Characters of context shown around the hits. */
const contextBefore = 50;
const excerptLength = 170;

/**
 * Returns an excerpt around the densest group of hits, or undefined without hits.
 * @param words lowercase, in the order of the query; a word of the text is a hit if it begins with one of them, or if
 * both differ only in their ending (`injects`, `injection`)
 */
export function excerptOf(text: string, words: readonly string[]): Excerpt | undefined {
  const flat = text.replace(/\s+/g, ' ').trim();
  const hits = [...flat.matchAll(/[\p{L}\p{N}_]+/gu)].filter(([word]) => words.some((wanted) => isHit(word, wanted)));
  if (hits.length === 0) return undefined;
  const start = hits
    .map(({ index }) => index)
    .reduce((best, at) => (countNearby(hits, at) > countNearby(hits, best) ? at : best));
  const from = wordBoundary(flat, Math.max(0, start - contextBefore));
  const to = flat.length - from <= excerptLength ? flat.length : wordBoundary(flat, from + excerptLength);
  const pieces: Excerpt = [];
  let at = from;
  const plain = (until: number) => {
    if (until > at) pieces.push({ text: flat.slice(at, until), hit: false });
  };
  for (const { index, 0: word } of hits) {
    if (index < at || index + word.length > to) continue;
    plain(index);
    pieces.push({ text: word, hit: true });
    at = index + word.length;
  }
  plain(to);
  if (from > 0) pieces.unshift({ text: '… ', hit: false });
  if (to < flat.length) pieces.push({ text: ' …', hit: false });
  return pieces;
}

function isHit(word: string, wanted: string): boolean {
  const small = word.toLowerCase();
  if (small.startsWith(wanted)) return true;
  const stem = wanted.slice(0, Math.max(4, wanted.length - 3));
  return wanted.length > 5 && small.startsWith(stem) && small.length <= wanted.length + 2;
}

const countNearby = (hits: readonly { index: number }[], at: number): number =>
  hits.filter(({ index }) => index >= at && index < at + excerptLength - contextBefore).length;

/** Returns the nearest position before `at` that does not split a word. */
function wordBoundary(text: string, at: number): number {
  if (at === 0 || at >= text.length) return Math.min(at, text.length);
  const space = text.lastIndexOf(' ', at);
  return space > at - 30 ? space + 1 : at;
}
