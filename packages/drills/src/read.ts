/** Ways of reading an answer: what does not matter about how it was written is taken away. */

/** A sentence: capitals, quotes around it and doubled blanks do not matter. */
export const readText = (text: string): string =>
  text
    .trim()
    .replace(/^["'`]+|["'`]+$/g, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();

/** Bytes in hexadecimal: blanks, colons, `0x`, `\x` and capitals do not matter. */
export const readHex = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/0x|\\x/g, '')
    .replace(/[\s:,]+/g, '');

/** A whole number, in decimal or with `0x` in hexadecimal, as decimal digits: blanks, `_` and leading zeros do not matter. */
export function readNumber(text: string): string {
  const plain = text.trim().replace(/[\s_]+/g, '');
  return /^(\d{1,400}|0x[\da-f]{1,400})$/i.test(plain) ? BigInt(plain).toString() : plain;
}

/** Words such as `rwxr-x---` or an address: only blanks around it do not matter. */
export const readExact = (text: string): string => text.trim().replace(/^["'`]+|["'`]+$/g, '');
