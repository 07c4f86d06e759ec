import type { Random } from './random.ts';

/**
 * Distributes `total` items among `people`, at most `most` each: a few get many and many get few, as real learners do.
 * @returns the number of items of each; the sum is `total`
 */
export function share(total: number, people: number, most: number, random: Random): number[] {
  // Pareto-like: one in ten weighs ten times as much as the median.
  const weights = Array.from({ length: people }, () => 1 / (random.next() + 0.02) - 0.9);
  const counts = new Array<number>(people).fill(0);
  let left = Math.min(total, people * most);
  while (left > 0) {
    const open = weights.reduce((sum, weight, index) => sum + ((counts[index] ?? 0) < most ? weight : 0), 0);
    const before = left;
    // The fraction that one learner cannot get is carried to the next one, so that a single pass distributes everything
    let carry = 0;
    for (let index = 0; index < people && left > 0; index++) {
      const has = counts[index] ?? 0;
      if (has === most) continue;
      carry += (before * (weights[index] ?? 0)) / open;
      const wanted = Math.floor(carry);
      const given = Math.min(wanted, most - has, left);
      carry -= wanted;
      counts[index] = has + given;
      left -= given;
    }
    // except for the items that learners at the limit could not take. A remainder too small for proportions is
    // distributed one by one.
    if (left === before) left = onePerHead(counts, left, most);
  }
  return counts;
}

function onePerHead(counts: number[], left: number, most: number): number {
  for (let index = 0; index < counts.length && left > 0; index++) {
    const has = counts[index] ?? 0;
    if (has >= most) continue;
    counts[index] = has + 1;
    left -= 1;
  }
  return left;
}
