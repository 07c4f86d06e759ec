/** Predicts the next of these numbers, which were drawn one after another. Returns several if it is not sure. */
export type Predict = (drawn: bigint[]) => bigint[];

export const DRUM = 1n << 48n;
const modulo = (n: bigint, m: bigint) => ((n % m) + m) % m;

/** The upper bits of `x * a + c` modulo 2^48, where c is unknown. */
export function upperBits(a: bigint, shown: bigint): Predict {
  const hidden = 48n - shown;
  const half = 1n << hidden;
  return (y) => {
    if (hidden < 1n || hidden > 20n || y.length < 12) return [];
    const step = (n: number) => ((y[n + 1] ?? 0n) - (y[n] ?? 0n)) << hidden;
    const near = (difference: bigint, n: number) => {
      const off = modulo(difference - step(n), DRUM);
      return off < half || DRUM - off < half;
    };
    for (let rest = 1n - half; rest < half; rest++) {
      const first = modulo(step(0) + rest, DRUM);
      if (!near((first * a) % DRUM, 1) || !near((first * a * a) % DRUM, 2)) continue;
      return endings(y, first);
    }
    return [];
  };

  /** Returns the possible next numbers if the difference of the first two states is known. */
  function endings(y: bigint[], first: bigint): bigint[] {
    let [low, high, way, difference] = [0n, half - 1n, 0n, first];
    for (let n = 1; n < y.length; n++) {
      way += difference;
      difference = (difference * a) % DRUM;
      // The low bits of the first state must lead to the bits that this slip shows
      let offset = modulo((((y[n] ?? 0n) - (y[0] ?? 0n)) << hidden) - way, DRUM);
      if (offset > DRUM / 2n) offset -= DRUM;
      if (offset > low) low = offset;
      if (offset + half - 1n < high) high = offset + half - 1n;
    }
    const next = (ending: bigint) => modulo(((y[0] ?? 0n) << hidden) + ending + way + difference, DRUM) >> hidden;
    return low > high ? [] : [...new Set([next(low), next(high)])];
  }
}

/** The lower bits of the same generator: they depend only on themselves, and all of them are shown. */
export function lowerBits(a: bigint, shown: bigint): Predict {
  const m = 1n << shown;
  return (y) => {
    const [last = 0n, before = 0n] = [y.at(-1), y.at(-2)];
    return [modulo(last + (last - before) * a, m)];
  };
}

/** `x * a + c` modulo m, with all three unknown and the whole state shown. The numbers may be counted from any of them. */
export const congruence: Predict = (y) => {
  const d = y.slice(1).map((value, n) => value - (y[n] ?? 0n));
  const m = d.slice(2).reduce((found, value, n) => gcd(found, value * (d[n] ?? 0n) - (d[n + 1] ?? 0n) ** 2n), 0n);
  if (m < 2n) return [];
  for (let n = 0; n + 1 < d.length; n++) {
    const inverse = inverseOf(modulo(d[n] ?? 0n, m), m);
    if (inverse === undefined) continue;
    const next = modulo((y.at(-1) ?? 0n) + (d.at(-1) ?? 0n) * (d[n + 1] ?? 0n) * inverse, m);
    return [next, next - m];
  }
  return [];
};

/**
 * Predicts numbers that were multiplied by a constant and moved by another one: only their differences count.
 * @param predict for numbers with this count of bits
 */
export function scaled(predict: (shown: bigint) => Predict): Predict {
  return (y) => {
    const [first = 0n] = y;
    const step = y.reduce((found, value) => gcd(found, value - first), 0n);
    if (step === 0n) return [];
    const counted = y.map((value) => (value - first) / step);
    const sorted = [...counted].sort((a, b) => (a < b ? -1 : 1));
    const shown = BigInt(((sorted.at(-1) ?? 0n) - (sorted[0] ?? 0n)).toString(2).length);
    const next = predict(shown)(counted).flatMap((value) => [value, value - (1n << shown)]);
    return next.map((value) => first + value * step).filter((value) => value >= 0n);
  };
}

/** Whether the last three bits repeat after eight numbers, as those of a linear congruential generator do. */
export function hasShortPeriod(y: bigint[]): boolean {
  const bits = y.map((value) => value & 7n);
  return bits.length >= 18 && bits.every((value, n) => n < 8 || value === bits[n - 8]);
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y > 0n) [x, y] = [y, x % y];
  return x;
}

function inverseOf(n: bigint, m: bigint): bigint | undefined {
  let [a, b, x, y] = [n, m, 1n, 0n];
  while (b > 0n) [a, b, x, y] = [b, a % b, y, x - (a / b) * y];
  return a === 1n ? modulo(x, m) : undefined;
}

/** A constant, or a constant difference. */
export const counted: Predict = (y) => [(y.at(-1) ?? 0n) * 2n - (y.at(-2) ?? 0n)];

/** Shifts and XOR only: then each bit is an XOR of its own earlier values (Berlekamp-Massey finds which). */
export function shifts(shown: bigint): Predict {
  return (y) => {
    let next = 0n;
    for (let bit = 0n; bit < shown; bit++) {
      const row = y.map((value) => Number((value >> bit) & 1n));
      const rule = shortestRule(row);
      if (rule.length * 2 > row.length - 8) return [];
      next |= BigInt(rule.reduce((sum, tap, n) => sum ^ (tap & (row[row.length - 1 - n] ?? 0)), 0)) << bit;
    }
    return [next];
  };
}

/** Returns which earlier values make each value of the sequence: taps, starting with the previous one. */
function shortestRule(row: number[]): number[] {
  let [rule, older, length, since] = [[1], [1], 0, 1];
  for (let n = 0; n < row.length; n++) {
    let off = 0;
    for (let i = 0; i <= length; i++) off ^= (rule[i] ?? 0) & (row[n - i] ?? 0);
    if (off === 0) {
      since++;
      continue;
    }
    const kept: number[] = rule;
    rule = Array.from(
      { length: Math.max(rule.length, older.length + since) },
      (_, i) => (kept[i] ?? 0) ^ (i < since ? 0 : (older[i - since] ?? 0)),
    );
    if (length * 2 > n) since++;
    else [older, length, since] = [kept, n + 1 - length, 1];
  }
  return Array.from({ length }, (_, i) => rule[i + 1] ?? 0);
}
