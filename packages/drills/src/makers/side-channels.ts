import type { Drill } from '../drill.ts';
import { noise, table } from '../material/signals.ts';
import { normalizeHex } from '../normalize-answer.ts';
import type { Random } from '../random.ts';

/** The S-box of the cipher PRESENT, as in the lesson. */
const sbox = [12, 5, 6, 11, 9, 0, 10, 13, 3, 14, 15, 8, 4, 7, 1, 2] as const;
const ones = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4] as const;
/** Returns the number of ones in a nibble. */
const weight = (nibble: number): number => ones[nibble & 15] ?? 0;
const looked = (plain: number, key: number): number => sbox[(plain ^ key) & 15] ?? 0;

const hexOf = (nibbles: readonly number[]): string => nibbles.map((nibble) => nibble.toString(16)).join('');
const nibblesOf = (random: Random, count: number): number[] => [...random.bytes(count)].map((byte) => byte & 15);

function correlation(x: readonly number[], y: readonly number[]): number {
  const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [mx, my] = [mean(x), mean(y)];
  let [xy, xx, yy] = [0, 0, 0];
  for (const [i, value] of x.entries()) {
    const [dx, dy] = [value - mx, (y[i] ?? 0) - my];
    xy += dx * dy;
    xx += dx * dx;
    yy += dy * dy;
  }
  return xx && yy ? xy / Math.sqrt(xx * yy) : 0;
}

/**
 * Returns the best correlation of the predicted weights with any of the columns for each guess of a nibble, in
 * descending order.
 */
function ranked(plains: readonly number[], columns: readonly (readonly number[])[]) {
  return Array.from({ length: 16 }, (_, guess) => {
    const model = plains.map((plain) => weight(looked(plain, guess)));
    return { guess, fit: Math.max(...columns.map((column) => correlation(model, column))) };
  }).sort((a, b) => b.fit - a.fit);
}
/** Returns whether the right guess is so clear that every way of averaging finds it. */
function isClear(order: readonly { guess: number; fit: number }[], key: number | undefined, lead: number): boolean {
  const [first, second] = order;
  return first?.guess === key && first !== undefined && first.fit - (second?.fit ?? 1) > lead;
}

const columnsOf = (rows: readonly (readonly number[])[]): number[][] =>
  (rows[0] ?? []).map((_, i) => rows.map((row) => row[i] ?? 0));

const TRACES = 36;
const MOMENTS = 6;

/** Traces in which each lookup of four nibbles appears at its own moment, and two moments show nothing. */
function traces(random: Random) {
  for (;;) {
    const key = nibblesOf(random, 4);
    const moments = random.some([0, 1, 2, 3, 4, 5], 4).sort((a, b) => a - b);
    const plains = Array.from({ length: TRACES }, () => nibblesOf(random, 4));
    const hiss = noise(random, TRACES * MOMENTS, 13);
    const rows = plains.map((plain, row) =>
      Array.from({ length: MOMENTS }, (_, at) => {
        const which = moments.indexOf(at);
        const weighs = which < 0 ? 2 : weight(looked(plain[which] ?? 0, key[which] ?? 0));
        return 30 + 10 * weighs + (hiss[row * MOMENTS + at] ?? 0);
      }),
    );
    const columns = columnsOf(rows);
    const orders = key.map((_, n) => ranked(columnsOf(plains)[n] ?? [], columns));
    if (orders.every((order, n) => isClear(order, key[n], 0.15))) return { key, plains, rows, moments, orders };
  }
}

const MASKED = 110;

/** Traces of a chip that handles a mask at one moment and the masked value at another, for two nibbles. */
function maskedTraces(random: Random) {
  for (;;) {
    const key = nibblesOf(random, 2);
    const plains = Array.from({ length: MASKED }, () => nibblesOf(random, 2));
    const masks = nibblesOf(random, MASKED * 2);
    const hiss = noise(random, MASKED * 4, 4);
    const rows = plains.map((plain, row) =>
      plain.flatMap((nibble, n) => {
        const mask = masks[row * 2 + n] ?? 0;
        const held = [mask, mask ^ looked(nibble, key[n] ?? 0)];
        return held.map((value, i) => 20 + 10 * weight(value) + (hiss[row * 4 + n * 2 + i] ?? 0));
      }),
    );
    const columns = columnsOf(rows);
    const mean = columns.map((column) => column.reduce((sum, value) => sum + value, 0) / MASKED);
    // The more ones the true value has, the more mask and masked value differ, so the sign of the correlation is
    // negative.
    const products = key.map((_, n) =>
      rows.map((row) => -((row[2 * n] ?? 0) - (mean[2 * n] ?? 0)) * ((row[2 * n + 1] ?? 0) - (mean[2 * n + 1] ?? 0))),
    );
    const orders = products.map((product, n) => ranked(columnsOf(plains)[n] ?? [], [product]));
    if (orders.every((order, n) => isClear(order, key[n], 0.12))) return { key, plains, rows, orders };
  }
}

const fit = (order: readonly { guess: number; fit: number }[]): string =>
  order
    .slice(0, 2)
    .map(({ guess, fit: value }) => `${guess.toString(16)} (${value.toFixed(2)})`)
    .join(' before ');

export const sideChannelDrills = {
  'side-timing': {
    form: 'the secret, in hexadecimal digits',
    isDistinct: true,
    normalize: normalizeHex,
    make: (random) => {
      const secret = nibblesOf(random, random.int(9, 12));
      const [least, step] = [random.int(300, 700), random.int(40, 75)];
      const lengths = Array.from({ length: 20 }, (_, i) => (i + 1 === secret.length ? 2 : 1));
      const digits = secret.flatMap((right, place) =>
        Array.from({ length: 16 }, (_, digit) => {
          const isLast = place === secret.length - 1;
          return 2 + place + (digit === right ? (isLast ? 2 : 1) : 0);
        }),
      );
      const hiss = noise(random, 20 + digits.length, Math.floor(step * 0.3));
      const times = [...lengths, ...digits].map((steps, i) => least + step * steps + (hiss[i] ?? 0));
      const answer = hexOf(secret);
      return {
        given: [
          { label: 'The log of the attack: nanoseconds for each try', text: table(times, 15) },
          {
            label: 'The tries of the attack',
            text: 'first ?, ??, ??? and so on, up to twenty of them; then, for each position from the left, the digits 0 to f, with the known digits before and ? after',
          },
          { label: 'Find', text: 'the secret that it has found' },
        ],
        answer,
        solution: [
          `Of the first twenty times, number ${secret.length} is the longest: only there the comparison began, so the secret has ${secret.length} digits. With \`x\` as the list: \`n = max(range(20), key=lambda i: x[i]) + 1\`.`,
          `Then each position has sixteen tries, and the longest of these got one step further. The first sixteen after the twenty give \`${answer[0]}\`, the next \`${answer[1]}\`.`,
          '`"".join(f"{max(range(16), key=lambda d: x[20 + 16 * i + d]):x}" for i in range(n))`',
        ],
      };
    },
  },
  'side-correlation': {
    form: 'the key, four hexadecimal digits',
    isDistinct: false,
    normalize: normalizeHex,
    make: (random) => {
      const { key, plains, rows, moments, orders } = traces(random);
      return {
        given: [
          {
            label: 'Traces: four nibbles of plaintext, then the power at six moments',
            text: rows.map((row, i) => `${hexOf(plains[i] ?? [])} ${row.join(' ')}`).join('\n'),
          },
          {
            label: 'The chip',
            text: `looks up SBOX[plain ^ key] for each nibble, at some moment\nSBOX = [${sbox.join(', ')}]`,
          },
        ],
        answer: hexOf(key),
        solution: [
          'For each nibble and each of its sixteen guesses, predict the number of ones in `SBOX[plain ^ guess]`, trace by trace, and correlate the predictions with each of the six columns.',
          '`cpa.py` of the lesson does it. Save the rows as `rows.txt`, and make a CSV file of them with a header line: `(echo names; tr " " "," < rows.txt) > rows.csv; python3 cpa.py rows.csv 4`.',
          `The clearest guess wins: ${orders.map((order) => fit(order)).join(', ')}.`,
          `The nibbles appear at the moments ${moments.join(', ')}, counted from 0. The other two moments have nothing to do with the key.`,
        ],
      };
    },
  },
  'side-mask': {
    form: 'the key, two hexadecimal digits',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeHex,
    make: (random) => {
      const { key, plains, rows, orders } = maskedTraces(random);
      return {
        given: [
          {
            label: 'Traces: two nibbles of plaintext, then the power at four moments',
            text: rows.map((row, i) => `${hexOf(plains[i] ?? [])} ${row.join(' ')}`).join('\n'),
          },
          {
            label: 'The chip',
            text: `for each nibble in turn, it handles a new mask, then SBOX[plain ^ key] ^ mask\nSBOX = [${sbox.join(', ')}]`,
          },
        ],
        answer: hexOf(key),
        solution: [
          'No single moment depends on the key. Subtract the mean from each column and multiply the two columns of one nibble, trace by trace: the product is positive if both deviate in the same direction.',
          'Correlate the products with the weight of `SBOX[plain ^ guess]` for each guess, with the opposite sign, as `second` in the lesson does: columns 0 and 1 for the first nibble, 2 and 3 for the second.',
          'With the rows saved as `rows.txt`: `r = [line.split() for line in open("rows.txt")]; p = [[int(c, 16) for c in x[0]] for x in r]; c = [[float(x[i]) for x in r] for i in range(1, 5)]`, and then `from second import second; print(*(f"{second(p, c[2 * n], c[2 * n + 1], n)[0][1]:x}" for n in (0, 1)))`.',
          `The first nibble: ${fit(orders[0] ?? [])}. The second: ${fit(orders[1] ?? [])}.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
