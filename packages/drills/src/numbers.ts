import type { Random } from './random.ts';

/** Returns `base` to the power of `exponent`, modulo `modulus`, by repeated squaring. */
export function powMod(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

export function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}

/** Returns the multiplicative inverse of `a` modulo `modulus` (extended Euclidean algorithm). */
export function inverse(a: bigint, modulus: bigint): bigint {
  let [r, next] = [modulus, a % modulus];
  let [s, t] = [0n, 1n];
  while (next !== 0n) {
    const times = r / next;
    [r, next] = [next, r - times * next];
    [s, t] = [t, s - times * t];
  }
  if (r !== 1n) throw new Error('There is no inverse.');
  return ((s % modulus) + modulus) % modulus;
}

/** Primes below 1000. Most composite numbers have one of them as a factor. */
const smallPrimes = Array.from({ length: 998 }, (_, i) => i + 2)
  .filter((n, _, all) => !all.some((d) => d * d <= n && n % d === 0))
  .map(BigInt);
const witnesses = smallPrimes.slice(0, 12);

/**
 * Miller-Rabin test with the first twelve primes. Its result is certain below 2^78; above, the chance of an error is
 * negligible.
 */
export function isPrime(n: bigint): boolean {
  if (n < 2n) return false;
  for (const prime of smallPrimes) if (n % prime === 0n) return n === prime;
  let odd = n - 1n;
  let halvings = 0;
  for (; odd % 2n === 0n; odd /= 2n) halvings++;
  return witnesses.every((witness) => {
    let x = powMod(witness, odd, n);
    if (x === 1n || x === n - 1n) return true;
    for (let i = 1; i < halvings; i++) {
      x = (x * x) % n;
      if (x === n - 1n) return true;
    }
    return false;
  });
}

/** Returns a prime with exactly this number of bits. */
export function primeOf(random: Random, bits: number): bigint {
  const top = 1n << BigInt(bits - 1);
  for (;;) {
    const drawn = BigInt(`0x${random.bytes(Math.ceil(bits / 8)).toString('hex')}`);
    const candidate = top | (drawn % top) | 1n;
    if (isPrime(candidate)) return candidate;
  }
}
