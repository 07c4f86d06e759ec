import type { CompareOptions } from '../compare.ts';
import { readNumbers } from '../options.ts';

/** On a noisy machine several short rounds say more than a few long ones. */
export const compareNumbers = {
  rounds: { min: 1, max: 100, fallback: 5 },
  seconds: { min: 1, max: 600, fallback: 4 },
  connections: { min: 1, max: 1_000, fallback: 32 },
};

/** Reads the options of the load benchmarks. */
export const readCompareOptions = (args: string[]): CompareOptions => readNumbers(args, compareNumbers);

export const describeOptions = ({ rounds, seconds, connections }: CompareOptions) =>
  `${rounds} rounds of ${seconds} s, alternating, ${connections} connections; medians over the rounds.`;
