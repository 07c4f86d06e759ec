/** How many times fell into a bucket of `time_bucket` (0031_metrics.sql). */
export interface TimeBucket {
  bucket: number;
  n: number;
}

const lowerEnd = (bucket: number) => (bucket <= 0 ? 0 : Math.exp(bucket / 10));

/**
 * The time that a share of all times is below, within a twentieth: the middle of its bucket, as the share cuts it.
 * @param buckets from the shortest to the longest
 * @param share from 0 to 1; 0.5 is the median
 * @returns seconds; null where there are none
 */
export function quantile(buckets: readonly TimeBucket[], share: number): number | null {
  const total = buckets.reduce((sum, { n }) => sum + n, 0);
  let below = 0;
  for (const { bucket, n } of buckets) {
    if (n > 0 && below + n >= total * share) {
      const [from, to] = [lowerEnd(bucket), lowerEnd(bucket + 1)];
      return Math.round(from + (to - from) * ((total * share - below) / n));
    }
    below += n;
  }
  return null;
}
