/** Buckets below one power of two, so that a value is known to within 1/64 of itself. */
const fine = 64;
const longest = 2 ** 32 - 1;

/**
 * Durations in whole microseconds, from 0 to about an hour, in buckets that grow with the value: recording costs the
 * same however many there are, as in HdrHistogram by Gil Tene.
 */
export class Histogram {
  readonly #buckets = new Uint32Array(fine * 27);
  #count = 0;
  #max = 0;

  get count(): number {
    return this.#count;
  }

  /** The largest that was recorded, exactly; 0 when nothing was. */
  get max(): number {
    return this.#max;
  }

  record(microseconds: number): void {
    const value = Math.min(Math.max(0, Math.floor(microseconds)), longest);
    const bucket = bucketOf(value);
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    this.#count += 1;
    if (value > this.#max) this.#max = value;
  }

  /**
   * The smallest recorded duration (rounded up to its bucket's end) that `percent` of all do not exceed; 0 when nothing
   * was recorded.
   */
  percentile(percent: number): number {
    const wanted = Math.max(1, Math.ceil((percent / 100) * this.#count));
    let seen = 0;
    for (const [bucket, count] of this.#buckets.entries()) {
      seen += count;
      if (seen >= wanted) return Math.min(endOf(bucket), this.#max);
    }
    return this.#max;
  }
}

/** Values below 2 × fine have a bucket each; above, each power of two has `fine` buckets. */
function bucketOf(value: number): number {
  if (value < 2 * fine) return value;
  const shift = 31 - Math.clz32(value) - Math.log2(fine);
  return shift * fine + (value >>> shift);
}

function endOf(bucket: number): number {
  if (bucket < 2 * fine) return bucket;
  const shift = Math.floor(bucket / fine) - 1;
  return (bucket - shift * fine + 1) * 2 ** shift - 1;
}
