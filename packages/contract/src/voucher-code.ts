/*
 * The code of a voucher as people type it: 26 characters that hold 128 random bits, and two that catch typos. Both sides
 * import this, so no Zod here.
 */

/** Crockford's base 32: no I, L, O and U, so that nothing looks alike and no word comes out. */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const codeLength = 28;

/**
 * A code, read as a number, is a multiple of this prime. Changing one character, or swapping two neighbours, never leads
 * from one multiple to another; a single check character could not promise that, because 31 is less than 32.
 */
const checkPrime = 1021;

const remainder = (code: string): number =>
  [...code].reduce((rest, character) => (rest * 32 + codeAlphabet.indexOf(character)) % checkPrime, 0);

/** Appends the two characters that make it a multiple. @param data 26 characters of the alphabet */
export function withCheck(data: string): string {
  const check = (checkPrime - remainder(`${data}00`)) % checkPrime;
  return `${data}${codeAlphabet[check >> 5]}${codeAlphabet[check & 31]}`;
}

/** As it is kept: capitals without hyphens and spaces, and what people take for 0 and 1 read as such. */
export const plainCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');

/** What is wrong with a code as it was typed; undefined where it may be one. Anybody can count this, without asking us. */
export function codeProblem(typed: string): string | undefined {
  const code = plainCode(typed);
  if (code === '') return 'Enter the code of your voucher.';
  const strange = [...code].find((character) => !codeAlphabet.includes(character));
  if (strange) return `No code has the character ${strange}. Look for a typo.`;
  if (code.length !== codeLength) {
    return `A code has ${codeLength} letters and digits; this one has ${code.length}. Look for what is missing or too much.`;
  }
  return remainder(code) === 0 ? undefined : 'There is a typo in this code. Compare it once more, group by group.';
}

/** As it is shown: seven groups of four. */
export const groupCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? '';
