/** Functions that normalize an answer, so that irrelevant differences in spelling do not matter. */

/** Quotes around an answer, also in the form of Python's bytes: `b'rope'`. */
const quotes = /^b?["'`]+|["'`]+$/g;

/** Normalizes a sentence: capitals, quotes around it and repeated spaces do not matter. */
export const normalizeText = (text: string): string =>
  text.trim().replace(quotes, '').trim().replace(/\s+/g, ' ').toLowerCase();

/** Normalizes hexadecimal bytes: quotes, spaces, colons, `0x`, `\x` and capitals do not matter. */
export const normalizeHex = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(quotes, '')
    .replace(/0x|\\x/g, '')
    .replace(/[\s:,]+/g, '');

/** Removes a unit after a number, such as `bytes`, `s` or a dot. */
export const withoutUnit = (text: string): string =>
  text.trim().replace(/(?<=\d)(?:\s*(?:bytes?|bits?(?: (?:a|per) byte)?|s|sec|seconds?|days?))?\.?$/i, '');

/**
 * Normalizes an integer, in decimal or in hexadecimal with `0x` or a final `h`, to decimal digits: spaces, `_`, commas
 * between thousands and leading zeros do not matter.
 */
export function normalizeNumber(text: string): string {
  const bare = text.trim().replace(/[\s_]+/g, '');
  const decimal = /^\d{1,3}(,\d{3})+$/.test(bare) ? bare.replaceAll(',', '') : bare;
  const plain = decimal.replace(/^([\da-f]+)h$/i, '0x$1');
  return /^(\d{1,400}|0x[\da-f]{1,400})$/i.test(plain) ? BigInt(plain).toString() : plain;
}

/** Normalizes an integer that may be negative. Any dash counts as a minus sign. */
export function normalizeSigned(text: string): string {
  const plain = text.trim();
  return /^[-−–]/.test(plain) ? `-${normalizeNumber(plain.slice(1))}` : normalizeNumber(plain);
}

/** Normalizes words such as `rwxr-x---` or an address: only spaces around them do not matter. */
export const normalizeExact = (text: string): string => text.trim().replace(quotes, '');

/** Normalizes names, paths or numbers in any order: commas, `and` and capitals do not matter. */
export const normalizeWords = (text: string): string =>
  inOrder(
    normalizeExact(text)
      .toLowerCase()
      .split(/[\s,;]+|\band\b/),
  );

/**
 * Sorts words as `normalizeWords` does: without duplicates, numbers first and by value, then the other words by their
 * characters.
 */
export function inOrder(words: readonly string[]): string {
  const once = [...new Set(words.filter(Boolean))];
  const isNumber = (word: string): boolean => /^\d+$/.test(word);
  return [
    ...once.filter(isNumber).sort((a, b) => Number(a) - Number(b)),
    ...once.filter((word) => !isNumber(word)).sort(),
  ].join(' ');
}
