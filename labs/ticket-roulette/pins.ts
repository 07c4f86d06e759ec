import { createHash, randomInt } from 'node:crypto';

/** Returns three digits and a check digit, so that their sum ends with 0. */
function withCheck(three: number): string {
  const figures = String(three).padStart(3, '0');
  const sum = [...figures].reduce((total, figure) => total + Number(figure), 0);
  return `${figures}${(10 - (sum % 10)) % 10}`;
}

export const randomPin = (): string => withCheck(randomInt(1000));

/** The PIN of the coat with the flag is derived from the flag, so that only the tests of a repair know it. */
export function pinFor(flag: string): string {
  const digest = createHash('sha256').update(`pocket of ${flag}`).digest();
  return withCheck(digest.readUInt32BE() % 1000);
}
