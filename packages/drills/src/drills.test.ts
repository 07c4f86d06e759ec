import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { xor } from './bytes.ts';
import { drills, roundOf } from './index.ts';
import { symbolic } from './makers/permissions.ts';
import { type Instruction, run } from './material/x86-machine.ts';
import { gcd, inverse, isPrime, powMod } from './numbers.ts';
import { createRandom } from './random.ts';

const seeds = Array.from({ length: 60 }, (_, i) => Buffer.from(`learner ${i}`));

it.each([...drills])(
  '%s gives every learner a different, reproducible round with an answer that it accepts',
  (_, drill) => {
    const rounds = seeds.map((seed) => roundOf(drill, seed));
    expect(roundOf(drill, Buffer.from('learner 0'))).toEqual(rounds[0]);
    const answers = new Set(rounds.map(({ answer }) => answer));
    // Drills with a small number of possible answers may repeat some; drills marked as distinct may not.
    expect(answers.size).toBeGreaterThan(drill.isDistinct ? rounds.length - 1 : 4);
    expect(new Set(rounds.map(({ given }) => JSON.stringify(given))).size).toBeGreaterThan(rounds.length / 2);
    for (const { answer, given, solution } of rounds) {
      expect(drill.normalize(answer)).toBe(answer);
      expect(drill.normalize(` ${answer.toUpperCase()} `).toLowerCase()).toBe(answer.toLowerCase());
      expect(new Set(given.map(({ label }) => label)).size).toBe(given.length);
      // The page uses the text of a step as its key, and shows the text between two backticks as code.
      expect(new Set(solution).size).toBe(solution.length);
      for (const step of solution) expect(step.split('`').length % 2).toBe(1);
      expect([...solution, ...given.map(({ text }) => text)].join('\n')).not.toMatch(/\bundefined\b|\bNaN\b|\[object /);
      if (drill.isDistinct) expect(JSON.stringify(given)).not.toContain(answer);
    }
  },
);

/** Rounds of which the probability of equal answers is measured. There are 19,900 pairs. */
const sampleSize = 200;
const countEqualPairs = (answers: readonly string[]): number => {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
};

// The sample is small, so answers near a limit may be on either side.
it.each([...drills].filter(([, { isDistinct }]) => !isDistinct))(
  '%s is marked as guessable if it has fewer than 1,024 answers, and as very guessable if it has fewer than 32',
  (_, drill) => {
    const answers = Array.from({ length: sampleSize }, (_, i) => roundOf(drill, Buffer.from(`guess ${i}`)).answer);
    const pairs = (sampleSize * (sampleSize - 1)) / 2;
    const count = pairs / Math.max(countEqualPairs(answers), 0.5);
    const [least, most] = drill.hasVeryFewAnswers ? [0, 48] : drill.hasFewAnswers ? [24, 2_048] : [512, 1e9];
    expect(count).toBeGreaterThan(least);
    expect(count).toBeLessThan(most);
  },
);

const notations: [string, string, (answer: string) => string][] = [
  ['sql-union', 'concat_ws', (answer) => answer.replace(/(\w+) \|\| ':' \|\| (\w+)/, "concat_ws(':', $1, $2)")],
  ['sql-union', 'chr', (answer) => answer.replace("':'", 'chr(58)')],
  ['sql-union', 'a whole statement', (answer) => `SELECT ${answer} FROM lockers;`],
  ['sql-union', 'a semicolon at the end', (answer) => `${answer};`],
  ['jwt-seal', 'the whole token', (answer) => `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtYXJhIn0.${answer}`],
  ['jwt-seal', 'base64 padding', (answer) => `${answer}=`],
  ['packet-mac', 'no separators', (answer) => answer.replaceAll(':', '').toUpperCase()],
  ['packet-mac', 'dots', (answer) => answer.replace(/(..):(..):(..):(..):(..):(..)/, '$1$2.$3$4.$5$6')],
  ['wire-speed', 'the speed first', (answer) => answer.split(' ').reverse().join(' ')],
  ['wire-speed', 'a sentence', (answer) => answer.replace(/(tp\d) (\d+)/, '$2 baud on $1')],
  ['perm-symbolic', 'capital letters', (answer) => answer.toUpperCase()],
  ['asm-bits', 'h after hexadecimal digits', (answer) => `${Number(answer).toString(16)}h`],
];

it.each(notations)('%s accepts its answer with %s', (name, _, write) => {
  const drill = drills.get(name);
  for (const seed of seeds) {
    const { answer = '' } = drill ? roundOf(drill, seed) : {};
    expect(drill?.normalize(write(answer))).toBe(answer);
  }
});

it('reads other words for none in the drill about permissions', () => {
  const normalize = drills.get('perm-who')?.normalize;
  expect(['none', 'Nobody', 'no one'].map((text) => normalize?.(text))).toEqual(['none', 'none', 'none']);
});

it('reads TCP flags as tcpdump writes them', () => {
  const normalize = drills.get('packet-flags')?.normalize;
  expect(['S.', '[S]', 'P.', 'F.', '[FP.]', '.', 'R'].map((text) => normalize?.(text))).toEqual([
    ...['syn ack', 'syn', 'psh ack', 'fin ack', 'fin psh ack', 'ack', 'rst'],
  ]);
  expect(normalize?.('SYN and ACK')).toBe('syn ack');
});

it('gives answers that an independent computation confirms', () => {
  const make = (name: string, seed: string) => {
    const drill = drills.get(name);
    if (!drill) throw new Error(name);
    const { given, answer } = roundOf(drill, Buffer.from(seed));
    return { answer, of: (start: string) => given.find(({ label }) => label.startsWith(start))?.text ?? '' };
  };
  for (const seed of ['one', 'two', 'three', 'four']) {
    const bytes = make('xor-bytes', seed);
    const sum = BigInt(`0x${bytes.of('First')}`) ^ BigInt(`0x${bytes.of('Second')}`);
    expect(bytes.answer).toBe(sum.toString(16).padStart(8, '0'));

    const pad = make('xor-pad-twice', seed);
    const [one, two] = [pad.of('First c'), pad.of('Second c')].map((hex) => Buffer.from(hex, 'hex')) as [
      Buffer,
      Buffer,
    ];
    const both = xor(one.subarray(0, two.length), two);
    expect(xor(both, Buffer.from(pad.of('First text'))).toString()).toBe(pad.answer);

    const url = make('enc-url', seed);
    expect(decodeURIComponent(url.of('As written'))).toBe(url.answer);
    const endian = make('enc-endian', seed);
    const hex = endian.of('Four bytes').split(' ').reverse().join('');
    expect(endian.answer).toBe(String(Number.parseInt(hex, 16)));
    const hash = make('hash-text', seed);
    expect(createHash('sha256').update(hash.of('Hash')).digest('hex').startsWith(hash.answer)).toBe(true);

    const small = make('rsa-encrypt', seed);
    const [n = 0n, e = 0n] = (small.of('Public').match(/\d+/g) ?? []).map(BigInt);
    const m = BigInt(small.of('Message').replace('m = ', ''));
    expect(small.answer).toBe(String(m ** e % n));
    const shared = make('rsa-shared-prime', seed);
    const moduli = ['Public key of the f', 'Public key of the s'].map((label) =>
      BigInt(/= (\d+)/.exec(shared.of(label))?.[1] ?? 0),
    );
    const p = gcd(moduli[0] ?? 0n, moduli[1] ?? 0n);
    expect(p > 1n && isPrime(p)).toBe(true);

    const octal = make('perm-octal', seed);
    expect(octal.of('ls -l').slice(1, 10)).toBe(symbolic(Number.parseInt(octal.answer, 8)));

    const address = make('packet-address', seed);
    const frame = Buffer.from(
      address
        .of('A frame')
        .replace(/^\w+: | {2}.*$/gm, '')
        .replace(/\s/g, ''),
      'hex',
    );
    expect([...frame.subarray(26, 30)].join('.')).toBe(address.answer);
    expect(frame.readUInt16BE(16)).toBe(frame.length - 14);
  }
});

it('computes chmod, umask and special bits as Linux does', () => {
  expect(symbolic(0o754)).toBe('rwxr-xr--');
  expect(symbolic(0o4755)).toBe('rwsr-xr-x');
  expect(symbolic(0o2640)).toBe('rw-r-S---');
  expect(symbolic(0o1777)).toBe('rwxrwxrwt');
  expect(symbolic(0o1776)).toBe('rwxrwxrwT');
});

it('runs instructions on the small processor as a real processor does', () => {
  const listing: Instruction[] = [
    ['mov', 'eax', 0],
    ['mov', 'ecx', 5],
    ['again:'],
    ['add', 'eax', 'ecx'],
    ['dec', 'ecx'],
    ['jne', 'again'],
    ['sub', 'eax', 16],
    ['ret'],
  ];
  expect(run(listing).eax).toBe(0xffff_ffff);
  expect(run([['mov', 'eax', 0x8000_0000], ['shr', 'eax', 31], ['ret']]).eax).toBe(1);
  expect(run([['imul', 'edi', 3], ['mov', 'eax', 'edi'], ['ret']], { edi: 0x6000_0000 }).eax).toBe(0x2000_0000);
  expect(run([['push', 7], ['push', 9], ['pop', 'eax'], ['ret']]).eax).toBe(9);
  expect(run([['mov', 'eax', 1], ['cmp', 'eax', 2], ['jge', 'end'], ['mov', 'eax', 3], ['end:'], ['ret']]).eax).toBe(3);
  expect(() => run([['a:'], ['jmp', 'a']])).toThrow('does not end');
});

it('computes powers, inverses and primes, and draws evenly distributed random numbers', () => {
  expect(powMod(3n, 200n, 1_000_007n)).toBe(3n ** 200n % 1_000_007n);
  expect((inverse(17n, 3120n) * 17n) % 3120n).toBe(1n);
  expect(() => inverse(6n, 9n)).toThrow();
  // Carmichael numbers, and a product of two primes just above the witnesses.
  expect([561n, 41_041n, 1_681n, 2n ** 61n + 1n].some(isPrime)).toBe(false);
  expect([2n, 37n, 41n, 2n ** 61n - 1n, 2n ** 89n - 1n].every(isPrime)).toBe(true);
  const random = createRandom(Buffer.from('dice'));
  const counts = new Map<number, number>();
  for (let i = 0; i < 6000; i++) {
    const roll = random.int(1, 6);
    counts.set(roll, (counts.get(roll) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(Math.min(...counts.values())).toBeGreaterThan(880);
});
