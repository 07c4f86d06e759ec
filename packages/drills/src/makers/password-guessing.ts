import { createHash } from 'node:crypto';
import type { Drill } from '../drill.ts';
import { inOrder, normalizeExact, normalizeHex, normalizeNumber, normalizeWords } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { nouns } from '../words.ts';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 19);
const hexDigits = [...'0123456789abcdef'];
const ends = ['', '!', '?', '.'];
const capital = (word: string): string => (word[0] ?? '').toUpperCase() + word.slice(1);

/** Returns five measurements of a guess in milliseconds: the true time, some noise, and occasional outliers. */
function measured(random: Random, true10: number, hiccups: number): number[] {
  const times = Array.from({ length: 5 }, () => true10 + random.int(2, 60));
  for (const at of random.some([0, 1, 2, 3, 4], hiccups)) times[at] = (times[at] ?? 0) + random.int(250, 900);
  return times.map((tenths) => tenths / 10);
}

export const passwordGuessingDrills = {
  'keyspace-count': {
    form: 'a number, in decimal',
    isDistinct: false,
    normalize: normalizeNumber,
    make: (random) => {
      const parts = random.some(
        [
          { text: 'one of the twelve months', of: 12 },
          { text: 'a year from 1980 to 2026', of: 47 },
          { text: 'nothing, or one of ! ? . +', of: 5 },
          { text: 'two small letters', of: 676 },
        ],
        2,
      );
      const birds = random.int(8, 60);
      const digits = random.int(2, 5);
      const isDifferent = random.int(0, 1) === 1;
      const codes = isDifferent ? [10, 9, 8, 7, 6].slice(0, digits).reduce((all, one) => all * one, 1) : 10 ** digits;
      const recipe = [
        {
          text: `the name of one of ${birds} birds, in small letters or with a capital first letter`,
          of: 2 * birds,
        },
        { text: `${digits} digits${isDifferent ? ', all of them different' : ''}`, of: codes },
        ...parts,
      ];
      const count = recipe.reduce((all, { of }) => all * of, 1);
      return {
        given: [
          { label: 'The recipe of a password, in this order', text: recipe.map(({ text }) => `- ${text}`).join('\n') },
        ],
        answer: String(count),
        solution: [
          `Multiply the numbers of all parts. The birds give ${birds} · 2 = ${2 * birds}, because each has two forms.${
            isDifferent
              ? ` For digits that are all different there are 10, then 9, and so on: ${codes}.`
              : ` ${digits} free digits are 10 to the power of ${digits}.`
          }`,
          `The rest: ${parts.map(({ text, of }) => `${text}, ${of}`).join('; ')}.`,
          `\`python3 -c "print(${recipe.map(({ of }) => of).join(' * ')})"\``,
        ],
      };
    },
  },
  'keyspace-recipe': {
    form: 'the password',
    isDistinct: false,
    normalize: normalizeExact,
    make: (random) => {
      const words = random.some(nouns, 10);
      const digits = random.int(2, 4);
      const word = random.pick(words);
      const number = String(random.int(0, 10 ** digits - 1)).padStart(digits, '0');
      const password = `${random.pick([word, capital(word)])}${number}${random.pick(ends)}`;
      const salt = random.pick(['quay', 'mole', 'pier', 'dock']);
      const digest = createHash('sha256').update(`${salt}:${password}`).digest('hex');
      return {
        given: [
          { label: `SHA-256 of ${salt}: followed by the password`, text: digest },
          {
            label: 'The recipe',
            text: [
              `- one of: ${words.join(', ')}`,
              '- in small letters, or with a capital first letter',
              `- ${digits} digits`,
              '- nothing, or one of ! ? .',
            ].join('\n'),
          },
        ],
        answer: password,
        solution: [
          `There are 10 · 2 · ${10 ** digits} · 4 = ${80 * 10 ** digits} candidates, which take a second or less.`,
          '`itertools.product` makes them from the four lists, and you hash each with the salt and the colon in front.',
          `\`python3 -c "import hashlib, itertools as i; print([p for p in map(''.join, i.product('${words.map((one) => `${one} ${capital(one)}`).join(' ')}'.split(), [f'{n:0${digits}}' for n in range(${10 ** digits})], ['', '!', '?', '.'])) if hashlib.sha256(b'${salt}:' + p.encode()).hexdigest() == '${digest}'])"\``,
        ],
      };
    },
  },
  'guess-brake': {
    form: 'the numbers of the guesses, separated by spaces, or none',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeWords,
    make: (random) => {
      const most = random.int(2, 3);
      const hosts = ['10.0.0.7', '10.0.3.66'];
      const forwardedFor = ['10.9.9.1', '10.9.9.2'];
      let now = random.int(8, 20) * 3600 + random.int(0, 59) * 60;
      const recent = new Map<string, number[]>();
      const rows: { text: string; visitor: string; isRefused: boolean }[] = [];
      while (rows.length < 14) {
        now += random.int(2, 10);
        // No guess is exactly sixty seconds old, so the task does not depend on whether the limit is inclusive.
        while ([...recent.values()].flat().includes(now - 60)) now++;
        const [host, header] = [random.pick([hosts[0] ?? '', ...hosts]), random.pick(['-', '-', '-', ...forwardedFor])];
        const visitor = header === '-' ? host : header;
        const before = (recent.get(visitor) ?? []).filter((time) => time > now - 60);
        const isRefused = before.length >= most;
        recent.set(visitor, isRefused ? before : [...before, now]);
        const number = String(rows.length + 1).padStart(2);
        rows.push({ text: `${number}  ${clock(now)}  ${host.padEnd(9)}  ${header}`, visitor, isRefused });
      }
      const refused = rows.flatMap(({ isRefused }, i) => (isRefused ? [String(i + 1)] : []));
      const first = rows.findIndex(({ isRefused }) => isRefused);
      return {
        given: [
          {
            label: 'The rate limit',
            text: `A visitor is identified by X-Forwarded-For, or by the address if that is missing.\nAfter ${most} wrong guesses in the last 60 seconds: 429.\nA guess that gets 429 is neither checked nor counted.`,
          },
          {
            label: 'Guesses, all of them wrong: number, time, address, X-Forwarded-For',
            text: rows.map(({ text }) => text).join('\n'),
          },
        ],
        answer: refused.length ? inOrder(refused) : 'none',
        solution: [
          `Keep a list for each visitor. The header decides who the visitor is: ${[...new Set(rows.map(({ visitor }) => visitor))].join(', ')}.`,
          first < 0
            ? `No list ever contains ${most} times of the last 60 seconds, so no guess is refused.`
            : `Guess ${first + 1} is the first one with a full list, the list of ${rows[first]?.visitor}. It is not added to the list, so the next guess is possible 60 seconds after the oldest guess in the list.`,
          `The refused guesses are ${inOrder(refused).replaceAll(' ', ', ') || 'none'}. The others were compared with the PIN.`,
        ],
      };
    },
  },
  'guess-clock': {
    form: 'three hexadecimal digits',
    isDistinct: false,
    normalize: normalizeHex,
    make: (random) => {
      const code = Array.from({ length: 3 }, () => random.pick(hexDigits)).join('');
      const places = [...code].map((right, place) => {
        const loud = random.pick(hexDigits.filter((digit) => digit !== right));
        return hexDigits.map((digit) => {
          const steps = 100 * (place + 1 + (digit === right ? 1 : 0));
          const hiccups = digit === loud ? 2 : digit === right ? random.int(0, 1) : random.pick([0, 1, 1, 2]);
          return { digit, times: measured(random, steps, hiccups) };
        });
      });
      const table = (rows: { digit: string; times: number[] }[], known: string): string =>
        rows
          .map(({ digit, times }) => `${known}${digit}  ${times.map((time) => time.toFixed(1)).join(' ')}`)
          .join('\n');
      const slowest = places.map((rows) => rows.reduce((a, b) => (sum(b.times) > sum(a.times) ? b : a)).digit).join('');
      const firstRight = places[0]?.find(({ digit }) => digit === code[0])?.times ?? [];
      return {
        given: places.map((rows, place) => ({
          label: `Position ${place + 1}: guess, and five times in milliseconds`,
          // The label omits the digits before this place, because they would reveal the answer of the previous table.
          text: table(rows, '?'.repeat(place)),
        })),
        answer: code,
        solution: [
          'Each correct position makes the lock do one more step, which takes about ten milliseconds. Noise only adds to a time, and some measurements have a delay of much more than a step.',
          `So take the median of the five, or the smallest. At the first position, the median of \`${code[0]}\` is ${median(firstRight).toFixed(1)}, and all others are at least four lower.`,
          `The code is \`${code}\`.${slowest === code ? '' : ` With the average, you would get \`${slowest}\`.`}`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
