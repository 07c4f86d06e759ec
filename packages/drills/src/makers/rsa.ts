import type { Drill } from '../drill.ts';
import { normalizeNumber, normalizeText } from '../normalize-answer.ts';
import { gcd, inverse, isPrime, powMod, primeOf } from '../numbers.ts';
import type { Random } from '../random.ts';
import { letters } from '../words.ts';

const twoDigitPrimes = Array.from({ length: 90 }, (_, i) => i + 11).filter((n) => n < 100 && isPrime(BigInt(n)));

/** Returns two different primes, and a valid public exponent for them. */
function keyOf(primes: () => bigint, exponents: readonly bigint[] = [65537n]) {
  for (;;) {
    const [p, q] = [primes(), primes()];
    const phi = (p - 1n) * (q - 1n);
    const e = exponents.find((one) => one < phi && gcd(one, phi) === 1n);
    if (p !== q && e !== undefined) return { p, q, e, phi, n: p * q, d: inverse(e, phi) };
  }
}

/** Converts a text to the big-endian number of its bytes, and back. */
const toNumber = (text: string): bigint => BigInt(`0x${Buffer.from(text).toString('hex')}`);
const toText = 'int(m).to_bytes(10, "big").decode()';

const small = (random: Random) => keyOf(() => BigInt(random.pick(twoDigitPrimes)), [17n, 7n, 5n, 11n, 13n]);

export const rsaDrills = {
  'rsa-encrypt': {
    form: 'a number',
    isDistinct: false,
    normalize: normalizeNumber,
    make: (random) => {
      const { n, e } = small(random);
      const m = BigInt(random.int(50, 120));
      return {
        given: [
          { label: 'Public key', text: `n = ${n}\ne = ${e}` },
          { label: 'Message', text: `m = ${m}` },
        ],
        answer: String(powMod(m, e, n)),
        solution: [
          `Encrypting is \`m^e mod n\`: \`${m}^${e} mod ${n}\`.`,
          `\`pow(${m}, ${e}, ${n})\` in Python. By hand, square and take the remainder after every step, so that the numbers stay small.`,
        ],
      };
    },
  },
  'rsa-private-exponent': {
    form: 'the number d, between 1 and φ',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeNumber,
    make: (random) => {
      const { p, q, e, n, phi, d } = small(random);
      return {
        given: [{ label: 'Primes and public exponent', text: `p = ${p}\nq = ${q}\ne = ${e}` }],
        answer: String(d),
        mistakes: gcd(e, n) === 1n ? { [String(inverse(e, n))]: 'This is the inverse modulo n. Use φ.' } : {},
        solution: [
          `φ is \`(p − 1)(q − 1)\` = \`${phi}\`.`,
          `d is the inverse of e: \`e · d\` divided by φ leaves the remainder 1. \`pow(${e}, -1, ${phi})\` in Python.`,
          `Check it: \`${e} · ${d} = ${e * d}\`, and this is \`${(e * d) / phi} · ${phi} + 1\`.`,
        ],
      };
    },
  },
  'rsa-decrypt': {
    form: 'a number',
    isDistinct: false,
    normalize: normalizeNumber,
    make: (random) => {
      const { n, e, d } = keyOf(() => primeOf(random, 20));
      const m = BigInt(random.int(10 ** 6, 10 ** 10));
      const c = powMod(m, e, n);
      return {
        given: [
          { label: 'Private key', text: `n = ${n}\nd = ${d}` },
          { label: 'Ciphertext', text: `c = ${c}` },
        ],
        answer: String(m),
        solution: ['Decrypting is `c^d mod n`.', `\`pow(${c}, ${d}, ${n})\``],
      };
    },
  },
  'rsa-factor': {
    form: 'a number',
    isDistinct: false,
    normalize: normalizeNumber,
    make: (random) => {
      const { p, q, n, e, phi, d } = keyOf(() => primeOf(random, 20));
      const m = BigInt(random.int(10 ** 6, 10 ** 10));
      const c = powMod(m, e, n);
      return {
        given: [
          { label: 'Public key', text: `n = ${n}\ne = ${e}` },
          { label: 'Ciphertext', text: `c = ${c}` },
        ],
        answer: String(m),
        solution: [
          `n has only 40 bits. Divide it by every odd number until the remainder is 0; a loop in Python takes a tenth of a second: \`p = next(x for x in range(3, n, 2) if n % x == 0)\`.`,
          `It is \`${p} · ${q}\`, so φ is \`${phi}\` and d is \`pow(e, -1, φ)\` = \`${d}\`.`,
          '`pow(c, d, n)`',
        ],
      };
    },
  },
  'rsa-shared-prime': {
    form: 'the text, ten small letters',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const { p, n, e } = keyOf(() => primeOf(random, 96));
      const { p: other } = keyOf(() => primeOf(random, 96));
      const text = letters(random, 10);
      return {
        given: [
          { label: 'Public key of the first office', text: `n1 = ${n}\ne  = ${e}` },
          { label: 'Public key of the second office', text: `n2 = ${p * other}\ne  = ${e}` },
          { label: 'A message to the first office', text: `c = ${powMod(toNumber(text), e, n)}` },
        ],
        answer: text,
        solution: [
          'You cannot factor 192-bit numbers by trying. But if the two have a common prime, Euclid’s algorithm finds it at once: `p = math.gcd(n1, n2)`.',
          `Here it is \`${p}\`. Then \`q = n1 // p\`, \`d = pow(e, -1, (p - 1) * (q - 1))\` and \`m = pow(c, d, n1)\`.`,
          `The number's bytes are the text: \`${toText}\``,
        ],
      };
    },
  },
  'rsa-small-exponent': {
    form: 'the text, ten small letters',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const { n, e } = keyOf(() => primeOf(random, 128), [3n]);
      const text = letters(random, 10);
      return {
        given: [
          { label: 'Public key', text: `n = ${n}\ne = ${e}` },
          { label: 'A short message, without padding', text: `c = ${toNumber(text) ** 3n}` },
        ],
        answer: text,
        solution: [
          'The message has 80 bits, so its cube has at most 240. That is less than n, so `mod n` has no effect: c is the cube itself.',
          'Take the cube root of c. A program halves the range again and again: `lo, hi = 0, 1 << 80`, then `while lo < hi: mid = (lo + hi) // 2; lo, hi = (mid + 1, hi) if mid ** 3 < c else (lo, mid)`.',
          `Then \`lo.to_bytes(10, "big").decode()\`. Padding makes every message as long as n, and this attack is one reason for it.`,
        ],
      };
    },
  },
  'rsa-guess': {
    form: 'the PIN, four digits',
    isDistinct: false,
    normalize: normalizeText,
    make: (random) => {
      const { n, e } = keyOf(() => primeOf(random, 96));
      const pin = String(random.int(0, 9999)).padStart(4, '0');
      const start = `berth ${random.int(10, 99)} lock PIN `;
      const c = powMod(toNumber(start + pin), e, n);
      return {
        given: [
          { label: 'Public key', text: `n = ${n}\ne = ${e}` },
          { label: 'The text, without padding, with ???? for the PIN', text: `${start}????` },
          { label: 'Ciphertext', text: `c = ${c}` },
        ],
        answer: pin,
        solution: [
          'Anyone can encrypt, and without padding the same text always gives the same number. So encrypt all ten thousand texts and compare; you do not need to factor n.',
          `\`[f"{i:04d}" for i in range(10000) if pow(int.from_bytes(b"${start}" + f"{i:04d}".encode(), "big"), ${e}, ${n}) == ${c}]\``,
          'With OAEP, you would also have to guess 32 random bytes.',
        ],
      };
    },
  },
  'rsa-blind': {
    form: 'the text, ten small letters',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const { n, e } = keyOf(() => primeOf(random, 112));
      const text = letters(random, 10);
      const c = powMod(toNumber(text), e, n);
      // Long enough that x is not the plain product, which could be divided without the modulus.
      const r = BigInt(`0x01${random.bytes(26).toString('hex')}`);
      const disguised = (c * powMod(r, e, n)) % n;
      const x = (toNumber(text) * r) % n;
      return {
        given: [
          { label: 'Public key of the office', text: `n = ${n}\ne = ${e}` },
          { label: 'A ciphertext for the office, from another sender', text: `c = ${c}` },
          { label: 'Your number', text: `r = ${r}` },
          { label: 'Sent by you: c · r^e mod n', text: String(disguised) },
          { label: 'Result of the office’s decryption', text: `x = ${x}` },
        ],
        answer: text,
        solution: [
          'The product of two ciphertexts is the ciphertext of the product. You sent `c` times the encryption of r, so x is the message times r, modulo n. To the office, it looked like random data.',
          `Divide by r, modulo n: \`m = ${x} * pow(${r}, -1, ${n}) % ${n}\``,
          `\`${toText}\``,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
