import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that the clerk takes: he counts twice. */
const MIN_MS = 250;
const MAX_MS = 400;

export class BankRefuses extends Error {
  override name = 'BankRefuses';
}

let slips = 0;

/** The bank's book: sum in crowns → number of payments. */
export const payments = new Map<number, number>();

/**
 * Has the bank pay a sum back, and enters the payment into its book.
 * @param paidWith the currency of the payment and of the refund
 * @returns the number of the slip
 * @throws BankRefuses if the bank does not have this currency; then nothing was paid
 */
export async function payBack(crowns: number, paidWith: string): Promise<string> {
  await sleep(randomInt(MIN_MS, MAX_MS));
  if (paidWith !== 'crowns') throw new BankRefuses(`The bank does not pay out ${paidWith}.`);
  slips++;
  payments.set(crowns, (payments.get(crowns) ?? 0) + 1);
  return `slip ${slips}`;
}
