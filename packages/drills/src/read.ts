/** Ways of reading an answer: what does not matter about how it was written is taken away. */

/** Quotes around an answer, also as Python prints bytes: `b'rope'`. */
const quotes = /^b?["'`]+|["'`]+$/g;

/** A sentence: capitals, quotes around it and doubled blanks do not matter. */
export const readText = (text: string): string =>
  text.trim().replace(quotes, '').trim().replace(/\s+/g, ' ').toLowerCase();

/** Bytes in hexadecimal: quotes, blanks, colons, `0x`, `\x` and capitals do not matter. */
export const readHex = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(quotes, '')
    .replace(/0x|\\x/g, '')
    .replace(/[\s:,]+/g, '');

/** What stands behind a number, such as `bytes`, `s` or a dot, does not matter. */
export const withoutUnit = (text: string): string =>
  text.trim().replace(/(?<=\d)(?:\s*(?:bytes?|bits?(?: (?:a|per) byte)?|s|sec|seconds?|days?))?\.?$/i, '');

/** A whole number, in decimal or with `0x` in hexadecimal, as decimal digits: blanks, `_`, commas between thousands and leading zeros do not matter. */
export function readNumber(text: string): string {
  const bare = text.trim().replace(/[\s_]+/g, '');
  const plain = /^\d{1,3}(,\d{3})+$/.test(bare) ? bare.replaceAll(',', '') : bare;
  return /^(\d{1,400}|0x[\da-f]{1,400})$/i.test(plain) ? BigInt(plain).toString() : plain;
}

/** A whole number that may be negative, with any of the dashes that are taken for a minus. */
export function readSigned(text: string): string {
  const plain = text.trim();
  return /^[-−–]/.test(plain) ? `-${readNumber(plain.slice(1))}` : readNumber(plain);
}

/** Words such as `rwxr-x---` or an address: only blanks around it do not matter. */
export const readExact = (text: string): string => text.trim().replace(quotes, '');

/** Names, paths or numbers of which the order does not matter: commas, `and` and capitals do not matter either. */
export const readWords = (text: string): string =>
  inOrder(
    readExact(text)
      .toLowerCase()
      .split(/[\s,;]+|\band\b/),
  );

/** Words as `readWords` gives them back: each once, numbers first and by their size, then the others by their characters. */
export function inOrder(words: readonly string[]): string {
  const once = [...new Set(words.filter(Boolean))];
  const isNumber = (word: string): boolean => /^\d+$/.test(word);
  return [
    ...once.filter(isNumber).sort((a, b) => Number(a) - Number(b)),
    ...once.filter((word) => !isNumber(word)).sort(),
  ].join(' ');
}
