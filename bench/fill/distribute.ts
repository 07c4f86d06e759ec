import type { Random } from './random.ts';

/**
 * Distributes `total` items among `learners`, at most `max` each: a few get many and many get few, as real learners do.
 * @returns the number of items of each; the sum is `total`
 */
export function distribute(total: number, learners: number, max: number, random: Random): number[] {
  // Pareto-like: one in ten weighs ten times as much as the median.
  const weights = Array.from({ length: learners }, () => 1 / (random.next() + 0.02) - 0.9);
  const counts = new Array<number>(learners).fill(0);
  let left = Math.min(total, learners * max);
  while (left > 0) {
    const openWeight = weights.reduce((sum, weight, index) => sum + ((counts[index] ?? 0) < max ? weight : 0), 0);
    const before = left;
    // The fraction that one learner cannot get is carried to the next one, so that a single pass distributes everything
    let carry = 0;
    for (let index = 0; index < learners && left > 0; index++) {
      const has = counts[index] ?? 0;
      if (has === max) continue;
      carry += (before * (weights[index] ?? 0)) / openWeight;
      const quota = Math.floor(carry);
      const added = Math.min(quota, max - has, left);
      carry -= quota;
      counts[index] = has + added;
      left -= added;
    }
    // except for the items that learners at the limit could not take. A remainder too small for proportions is
    // distributed one by one.
    if (left === before) left = addOneEach(counts, left, max);
  }
  return counts;
}

function addOneEach(counts: number[], left: number, max: number): number {
  for (let index = 0; index < counts.length && left > 0; index++) {
    const has = counts[index] ?? 0;
    if (has >= max) continue;
    counts[index] = has + 1;
    left -= 1;
  }
  return left;
}
