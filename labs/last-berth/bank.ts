import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long the clerk takes, in milliseconds: he counts twice. */
const SHORTEST = 250;
const LONGEST = 400;

export class BankRefuses extends Error {
  override name = 'BankRefuses';
}

let slips = 0;

/**
 * Has the bank pay a sum back.
 * @param paidWith what it was paid with, and is paid back in
 * @returns the number of the slip
 * @throws BankRefuses where the bank has no such thing; then nothing was paid
 */
export async function payBack(_crowns: number, paidWith: string): Promise<string> {
  await sleep(randomInt(SHORTEST, LONGEST));
  if (paidWith !== 'crowns') throw new BankRefuses(`The bank does not pay out ${paidWith}. It has tried.`);
  slips++;
  return `slip ${slips}`;
}
