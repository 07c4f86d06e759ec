/** Number of durations in a bucket of `time_bucket` (0031_metrics.sql). */
export interface TimeBucket {
  bucket: number;
  n: number;
}

const lowerBound = (bucket: number) => (bucket <= 0 ? 0 : Math.exp(bucket / 10));

/**
 * Estimates a quantile by linear interpolation within its bucket. The error is at most a twentieth.
 * @param buckets in ascending order
 * @param share from 0 to 1; 0.5 is the median
 * @returns seconds; null if the buckets are empty
 */
export function quantile(buckets: readonly TimeBucket[], share: number): number | null {
  const total = buckets.reduce((sum, { n }) => sum + n, 0);
  let below = 0;
  for (const { bucket, n } of buckets) {
    if (n > 0 && below + n >= total * share) {
      const [from, to] = [lowerBound(bucket), lowerBound(bucket + 1)];
      return Math.round(from + (to - from) * ((total * share - below) / n));
    }
    below += n;
  }
  return null;
}
