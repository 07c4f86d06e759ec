/*
 * Voucher codes: 26 characters with 128 random bits, and two check characters that detect typos. Server and browser
 * import this file, so it must not import Zod.
 */

/** Crockford's base 32: without I, L, O and U, to avoid similar characters and accidental words. */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const codeLength = 28;

/**
 * A valid code, read as a number, is a multiple of this prime. A changed character or two swapped neighbours never give
 * another multiple. One check character could not guarantee that, because its largest prime, 31, is less than 32.
 */
const checkPrime = 1021;

const remainder = (code: string): number =>
  [...code].reduce((rest, character) => (rest * 32 + codeAlphabet.indexOf(character)) % checkPrime, 0);

/** Appends the two check characters. @param data 26 characters of the alphabet */
export function withCheck(data: string): string {
  const check = (checkPrime - remainder(`${data}00`)) % checkPrime;
  return `${data}${codeAlphabet[check >> 5]}${codeAlphabet[check & 31]}`;
}

/** Normalizes a code: uppercase, without hyphens and spaces, and with similar letters replaced by 0 and 1. */
export const plainCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');

/** Returns the problem of a typed code, or undefined if it can be valid. Needs no request to the server. */
export function codeProblem(typed: string): string | undefined {
  const code = plainCode(typed);
  if (code === '') return 'Enter the code of your voucher.';
  const invalid = [...code].find((character) => !codeAlphabet.includes(character));
  if (invalid) return `A code cannot contain the character ${invalid}. Check for typos.`;
  if (code.length !== codeLength) {
    return `A code has ${codeLength} letters and digits; this one has ${code.length}. Check for missing or extra characters.`;
  }
  return remainder(code) === 0 ? undefined : 'There is a typo in this code. Compare it group by group.';
}

/** Formats a code in seven groups of four. */
export const groupCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? '';
