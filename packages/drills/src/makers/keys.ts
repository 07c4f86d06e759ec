import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { hex, xor } from '../bytes.ts';
import type { Drill } from '../drill.ts';
import { normalizeHex, normalizeNumber, normalizeText, withoutUnit } from '../normalize-answer.ts';
import { isPrime, powMod, primeOf } from '../numbers.ts';
import type { Random } from '../random.ts';
import { passphrase } from '../words.ts';

const plain = (value: number): string => value.toLocaleString('en');
const stretched = (pin: string, salt: Uint8Array, rounds: number): string =>
  pbkdf2Sync(pin, salt, rounds, 32, 'sha256').toString('hex');

/** Returns a safe prime p: (p - 1) / 2 is prime too, so nearly every base generates nearly every number. */
function safePrime(random: Random, bits: number): bigint {
  for (;;) {
    const half = primeOf(random, bits - 1);
    if (isPrime(2n * half + 1n)) return 2n * half + 1n;
  }
}

/** The prime of `mitm.py`: a Mersenne prime, which has a short notation. */
const P = 2n ** 127n - 1n;
const secret = (random: Random): bigint => BigInt(`0x${random.bytes(8).toString('hex')}`) + 2n;
const keyOf = (shared: bigint): Buffer =>
  createHash('sha256')
    .update(Buffer.from(shared.toString(16).padStart(32, '0'), 'hex'))
    .digest();

/** Encrypts as `seal` of `vault.py` in the lesson on keys does. */
function sealed(random: Random, key: Uint8Array, data: Uint8Array): string {
  const nonce = random.bytes(16);
  const pad = createHash('shake256', { outputLength: data.length }).update(key).update(nonce).digest();
  const body = Buffer.concat([nonce, xor(data, pad)]);
  const tag = createHmac('sha256', key).update('tag').update(body).digest().subarray(0, 16);
  return hex(Buffer.concat([body, tag]));
}

export const keyDrills = {
  /** The cost of guessing for a thief, and the effect of salt. */
  'key-thief-sums': {
    form: 'whole seconds',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: (text) => normalizeNumber(withoutUnit(text)),
    make: (random) => {
      const rounds = random.pick([100_000, 200_000, 300_000, 600_000]);
      const guesses = random.pick([1000, 2000, 2500, 5000, 10_000]);
      const words = 10_000 * random.int(2, 30);
      const users = random.int(3, 60);
      const seconds = (words * 101 * users) / guesses;
      return {
        given: [
          { label: 'The thief’s machine', text: `${plain(rounds * guesses)} rounds of PBKDF2 per second` },
          { label: 'How the passwords were stored', text: `PBKDF2 with ${plain(rounds)} rounds, a salt for each user` },
          { label: 'The thief’s list', text: `${plain(words)} words, each on its own and followed by 00 to 99` },
          { label: 'Users in the table', text: String(users) },
        ],
        answer: String(seconds),
        solution: [
          `One guess costs ${plain(rounds)} rounds, so the machine makes ${plain(guesses)} guesses per second.`,
          `Every word gives 101 candidates. Because of the salt, each must be tried again for each user: ${plain(words)} · 101 · ${users} = ${plain(words * 101 * users)} guesses.`,
          `\`${words} * 101 * ${users} // (${rounds * guesses} // ${rounds})\`. Without salt it would be ${plain(seconds / users)} seconds for all of them together.`,
        ],
      };
    },
  },
  /** A PIN, and a key that is derived from it. */
  'key-stretch-pin': {
    form: 'the first ten hexadecimal digits of the key',
    isDistinct: true,
    normalize: normalizeHex,
    make: (random) => {
      const pin = String(random.int(0, 9999)).padStart(4, '0');
      const rounds = 100 * random.int(5, 20);
      const [login, chest] = [random.bytes(8), random.bytes(8)];
      const stored = stretched(pin, login, rounds);
      return {
        given: [
          { label: 'Rounds of PBKDF2 with SHA-256', text: String(rounds) },
          { label: 'Salt and hash of the PIN, four digits', text: `${hex(login)}\n${stored}` },
          { label: 'Salt of the chest; its key is stretched from the same PIN', text: hex(chest) },
        ],
        answer: stretched(pin, chest, rounds).slice(0, 10),
        solution: [
          `Try all ten thousand: \`import hashlib; stretch = lambda pin, salt: hashlib.pbkdf2_hmac("sha256", pin.encode(), bytes.fromhex(salt), ${rounds}).hex()\` and then \`pin = next(p for p in (f"{i:04d}" for i in range(10000)) if stretch(p, "${hex(login)}") == "${stored}")\``,
          `It is ${pin}. With the other salt, the same PIN gives another key: \`stretch(pin, "${hex(chest)}")[:10]\``,
        ],
      };
    },
  },
  /** A discrete logarithm that is small enough to compute. */
  'key-overheard': {
    form: 'a number',
    isDistinct: true,
    normalize: normalizeNumber,
    make: (random) => {
      const p = safePrime(random, 38);
      const g = BigInt(random.int(2, 30));
      const below = (): bigint => (BigInt(`0x${random.bytes(8).toString('hex')}`) % (p - 4n)) + 2n;
      const [a, b] = [below(), below()];
      const [A, B] = [powMod(g, a, p), powMod(g, b, p)];
      return {
        given: [
          { label: 'Agreed in public', text: `p = ${p}\ng = ${g}` },
          { label: 'Public values of Ana and Ben', text: `A = ${A}\nB = ${B}` },
        ],
        answer: String(powMod(A, b, p)),
        solution: [
          `p has 38 bits, so a table of half a million baby steps is sufficient. With \`steps.py\` of this lesson: \`from steps import discrete_log; a = discrete_log(${g}, ${A}, ${p})\``,
          `You are Ana now: \`pow(${B}, a, ${p})\``,
        ],
      };
    },
  },
  /** The work of a machine-in-the-middle. */
  'key-middle': {
    form: 'the bytes for Ben, in hexadecimal',
    isDistinct: true,
    normalize: normalizeHex,
    make: (random) => {
      const [a, b, m1, m2] = [secret(random), secret(random), secret(random), secret(random)];
      const [A, B] = [powMod(3n, a, P), powMod(3n, b, P)];
      const text = Buffer.from(passphrase(random));
      const withAna = keyOf(powMod(A, m2, P));
      const withBen = keyOf(powMod(B, m1, P));
      const letter = hex(xor(text, withAna));
      return {
        given: [
          { label: 'Agreed in public', text: 'p = 2**127 - 1\ng = 3' },
          { label: 'Sent by Ana, intercepted by you', text: `A = ${A}` },
          { label: 'Sent by Ben, intercepted by you', text: `B = ${B}` },
          { label: 'Your secrets: Ben got g^m1, Ana got g^m2', text: `m1 = ${m1}\nm2 = ${m2}` },
          {
            label: 'How the two encrypt: XOR with the first bytes of',
            text: 'hashlib.sha256(shared.to_bytes(16, "big")).digest()',
          },
          { label: 'Ana’s message, in hexadecimal', text: letter },
        ],
        answer: hex(xor(text, withBen)),
        solution: [
          `You share one number with each of them: \`p = 2**127 - 1; ana = pow(${A}, ${m2}, p); ben = pow(${B}, ${m1}, p)\``,
          '`import hashlib; key = lambda n: hashlib.sha256(n.to_bytes(16, "big")).digest()`',
          `Remove Ana's key and add Ben's. Both are the same XOR: \`bytes(x ^ y ^ z for x, y, z in zip(bytes.fromhex("${letter}"), key(ana), key(ben))).hex()\``,
          `You could also have read the message: “${text}”. Ben gets the text that Ana wrote, and neither of them notices anything.`,
        ],
      };
    },
  },
  /** The records that an old envelope still opens. */
  'key-envelope': {
    form: 'the text of the record',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const kek = random.bytes(32);
      const dataKeys = [random.bytes(32), random.bytes(32), random.bytes(32)];
      const texts = dataKeys.map(() => passphrase(random));
      const old = random.int(0, 2);
      const dataKey = dataKeys[old] ?? kek;
      const wrapped = sealed(random, kek, dataKey);
      const bodies = dataKeys.map((key, i) => sealed(random, key, Buffer.from(texts[i] ?? '')));
      const place = ['first', 'second', 'third'][old];
      return {
        given: [
          { label: 'KEK 1, leaked in April and destroyed in May', text: hex(kek) },
          { label: 'Data key in the backup of March, wrapped with KEK 1', text: wrapped },
          {
            label: 'Bodies of three current records, whose data keys are wrapped with KEK 2',
            text: bodies.join('\n'),
          },
        ],
        answer: texts[old] ?? '',
        solution: [
          `The harbour has destroyed KEK 1, but this key still opens the old envelope. With \`vault.py\` of this lesson: \`from vault import unseal; key = unseal(bytes.fromhex("${hex(kek)}"), "${wrapped}")\``,
          `Two of the records have new data keys now. The ${place} only has a new envelope, so the old data key still opens it; for the others \`unseal\` raises an error.`,
          `\`unseal(key, "${bodies[old]}").decode()\``,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
