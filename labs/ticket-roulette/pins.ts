import { createHash, randomInt } from 'node:crypto';

/** Three figures and a fourth, so that they add up to a number that ends in 0. */
function withCheck(three: number): string {
  const figures = String(three).padStart(3, '0');
  const sum = [...figures].reduce((total, figure) => total + Number(figure), 0);
  return `${figures}${(10 - (sum % 10)) % 10}`;
}

export const randomPin = (): string => withCheck(randomInt(1000));

/** The tests of a repair know the flag, so they can make the PIN of the coat that it is in; nobody else can. */
export function pinFor(flag: string): string {
  const digest = createHash('sha256').update(`pocket of ${flag}`).digest();
  return withCheck(digest.readUInt32BE() % 1000);
}
