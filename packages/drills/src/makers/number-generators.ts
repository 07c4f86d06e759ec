import { createHash } from 'node:crypto';
import type { Drill } from '../drill.ts';
import { mersenneTwister, tempered, twisted } from '../material/mersenne-twister.ts';
import { normalizeExact, normalizeHex, normalizeNumber } from '../normalize-answer.ts';
import { gcd, inverse, primeOf } from '../numbers.ts';
import type { Random } from '../random.ts';
import { nouns } from '../words.ts';

const word = (random: Random): number => random.bytes(4).readUInt32BE(0);
const hex32 = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');

/** The alphabet of the voucher machine in the lesson. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Returns the codes of twelve letters that `voucher.py` prints for a seed. */
function vouchers(seed: number, count: number): string[] {
  const numbers = mersenneTwister(seed);
  // `choice` takes the upper six bits, and draws again if their value is 32 or more.
  const letter = (): string => ALPHABET[numbers.next().value >>> 26] ?? letter();
  return Array.from({ length: count }, () => Array.from({ length: 12 }, letter).join(''));
}

/**
 * Returns the modulus that follows from differences of outputs: the greatest common divisor of several multiples of it.
 */
function modulusOf(outputs: readonly bigint[]): bigint {
  const d = outputs.slice(1).map((x, i) => x - (outputs[i] ?? 0n));
  const zeros = d.slice(2).map((x, i) => x * (d[i] ?? 0n) - (d[i + 1] ?? 0n) ** 2n);
  const found = zeros.reduce((a, b) => gcd(a, b), 0n);
  return found < 0n ? -found : found;
}

const below = (random: Random, limit: bigint): bigint =>
  (BigInt(`0x${random.bytes(16).toString('hex')}`) % (limit - 2n)) + 2n;

export const numberGeneratorDrills = {
  /** A token that is the hash of a counter. */
  'rng-counter': {
    form: '16 hexadecimal digits',
    isDistinct: false,
    normalize: normalizeHex,
    make: (random) => {
      const name = random.pick(nouns);
      const ticket = (n: number): string => createHash('sha256').update(`${name} ${n}`).digest('hex').slice(0, 16);
      const number = random.int(2000, 90_000);
      const later = random.int(3, 40);
      return {
        given: [
          { label: 'How a ticket is made', text: `hashlib.sha256(f"${name} {n}".encode()).hexdigest()[:16]` },
          { label: 'n', text: 'one higher for every caller, and still below 100,000' },
          { label: 'Your ticket', text: ticket(number) },
          { label: 'Callers after you; the last one has the parcel that you want', text: String(later) },
        ],
        answer: ticket(number + later),
        solution: [
          'A ticket has 64 bits, but it was made from one of only a hundred thousand numbers, which is less than 17 bits. Compute all tickets and find yours.',
          `\`import hashlib; t = [hashlib.sha256(f"${name} {n}".encode()).hexdigest()[:16] for n in range(100040)]\` and then \`t.index("${ticket(number)}")\``,
          `You were number ${number}, so the ticket is that of ${number + later}: \`t[${number} + ${later}]\``,
        ],
      };
    },
  },
  /** A generator with known constants, one step back. */
  'rng-lcg-before': {
    form: 'a number',
    isDistinct: false,
    normalize: normalizeNumber,
    make: (random) => {
      const bits = random.int(28, 32);
      const m = 2n ** BigInt(bits);
      const a = (below(random, m) & ~7n) | 5n;
      const c = below(random, m) | 1n;
      const x = below(random, m);
      const next = (a * x + c) % m;
      return {
        given: [
          { label: 'The generator', text: `x = (${a} * x + ${c}) % 2**${bits}` },
          { label: 'Last number shown', text: String(next) },
        ],
        answer: String(x),
        solution: [
          `Subtract ${c} first, then divide by ${a} modulo 2^${bits}. The number is odd, so it has an inverse: \`pow(${a}, -1, 2**${bits})\` is ${inverse(a, m)}.`,
          `\`(${next} - ${c}) * pow(${a}, -1, 2**${bits}) % 2**${bits}\``,
          'No part of the state was hidden, so you can compute the past of this machine as easily as its future.',
        ],
      };
    },
  },
  /** Eight outputs of a generator with unknown constants. */
  'rng-lcg-crack': {
    form: 'a number',
    isDistinct: true,
    normalize: normalizeNumber,
    make: (random) => {
      for (;;) {
        const m = primeOf(random, 40);
        const [a, c] = [below(random, m), below(random, m)];
        const row = [below(random, m)];
        while (row.length < 9) row.push((a * (row.at(-1) ?? 0n) + c) % m);
        const next = row.pop();
        // In four of a hundred rounds, the divisor is a multiple of m. Then another generator is drawn.
        if (modulusOf(row) !== m || row[0] === row[1] || next === undefined) continue;
        return {
          given: [{ label: 'Eight numbers, one after the other', text: row.join('\n') }],
          answer: String(next),
          solution: [
            `c cancels out in the differences: \`x = [${row.join(', ')}]\` and \`d = [b - a for a, b in zip(x, x[1:])]\``,
            `The differences of the cross products are multiples of m, and their greatest common divisor is m: \`import math; m = math.gcd(*(d[i + 2] * d[i] - d[i + 1] ** 2 for i in range(5)))\` gives ${m}.`,
            `Divide two differences for a, then put a into one step for c: \`a = d[1] * pow(d[0], -1, m) % m\` and \`c = (x[1] - a * x[0]) % m\` are ${a} and ${c}.`,
            '`(a * x[-1] + c) % m`',
          ],
        };
      }
    },
  },
  /** Tempering with other shifts and another mask than in the Mersenne Twister. */
  'rng-untemper': {
    form: 'eight hexadecimal digits',
    isDistinct: false,
    normalize: normalizeHex,
    make: (random) => {
      const [right, left] = [random.int(9, 15), random.int(6, 14)];
      const mask = word(random);
      const state = word(random);
      const half = (state ^ (state >>> right)) >>> 0;
      const shown = (half ^ ((half << left) & mask)) >>> 0;
      return {
        given: [
          {
            label: 'How a word is tempered',
            text: `y = x ^ (x >> ${right})\ny = y ^ ((y << ${left}) & 0x${hex32(mask)})`,
          },
          { label: 'Output, 32 bits in hexadecimal', text: hex32(shown) },
        ],
        answer: hex32(state),
        solution: [
          `The last step is undone first. The lowest ${left} bits have not changed, because no bits were shifted into them. They give you the next ${left} bits, and so on: \`y = 0x${hex32(shown)}\`, then \`for _ in range(32 // ${left}): y = 0x${hex32(shown)} ^ ((y << ${left}) & 0x${hex32(mask)})\`. The mask removes the bits above the 32nd each time, and y is \`0x${hex32(half)}\`.`,
          `Then the first step, from the top: \`x = y\` and \`for _ in range(32 // ${right}): x = y ^ (x >> ${right})\``,
          '`f"{x:08x}"`',
        ],
      };
    },
  },
  /** One word of the next state, from three words of this one. */
  'rng-twister-next': {
    form: 'eight hexadecimal digits',
    isDistinct: false,
    normalize: normalizeHex,
    make: (random) => {
      const [first, second, far] = [word(random), word(random), word(random)];
      const [a, b, c] = [first, second, far].map((one) => hex32(tempered(one)));
      const next = twisted(first, second, far);
      return {
        given: [
          { label: 'Outputs of getrandbits(32), counted from 0', text: `0:   ${a}\n1:   ${b}\n397: ${c}` },
          {
            label: 'How the next state is computed after number 623',
            text: 'y = (s[0] & 0x80000000) | (s[1] & 0x7fffffff)\ns[624] = s[397] ^ (y >> 1) ^ (0x9908b0df if y & 1 else 0)',
          },
        ],
        answer: hex32(tempered(next)),
        solution: [
          `Three of the 624 words are enough for the first word of the next state. Undo the tempering of all three: \`from clone import untemper; s0, s1, s397 = (untemper(int(y, 16)) for y in ("${a}", "${b}", "${c}"))\``,
          `Compute the new word: \`y =  (s0 & 0x80000000) | (s1 & 0x7fffffff); s = s397 ^ (y >> 1) ^ (0x9908b0df if y & 1 else 0)\` gives \`0x${hex32(next)}\`. Only one bit of s[0] is used.`,
          'Temper it: do the four steps of `untemper` in the opposite direction: `s ^= s >> 11; s ^= (s << 7) & 0x9d2c5680; s ^= (s << 15) & 0xefc60000; s ^= s >> 18` and then `f"{s:08x}"`',
        ],
      };
    },
  },
  /** A seed made of two values with small ranges. */
  'rng-clock-seed': {
    form: 'the code, twelve letters and digits',
    isDistinct: false,
    normalize: (text) => normalizeExact(text).replace(/\s+/g, '').toUpperCase(),
    make: (random) => {
      // A minute of the year in which the lesson is set.
      const minute = 1_767_225_600 + 60 * random.int(0, 525_599);
      const seed = (minute + random.int(0, 59)) ^ random.int(1, 1023);
      const [first = '', second = ''] = vouchers(seed >>> 0, 2);
      const [from, to] = [minute - (minute % 1024), minute + 59 + 1023 - ((minute + 59) % 1024)];
      return {
        given: [
          { label: 'Your code, the first that was printed', text: first },
          {
            label: 'The minute in which the machine was started, UTC',
            text: new Date(minute * 1000).toISOString().slice(0, 16).replace('T', ' '),
          },
          {
            label: 'How it was seeded',
            text: 'random.Random(int(time.time()) ^ os.getpid())\nProcess ids on this machine are below 1024.',
          },
        ],
        answer: second,
        solution: [
          `Sixty seconds and 1,023 process ids look like 61,380 seeds. But XOR with a number below 1024 changes only the lowest ten bits, so every seed is between ${from} and ${to}: only ${(to - from + 1).toLocaleString('en')}.`,
          `In the folder of \`voucher.py\` of this lesson: \`from voucher import codes\` and then \`next(codes(s, 2)[1] for s in range(${from}, ${to + 1}) if codes(s, 1)[0] == "${first}")\``,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
