import type { Drill } from '../drill.ts';
import { shuffled } from '../lists.ts';
import { bitsOf, noise, table } from '../material/signals.ts';
import { normalizeExact, normalizeText } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { passphrase } from '../words.ts';

/** Supply voltage, and the two thresholds between which a chip guarantees nothing. */
const logics = [
  { supply: 3.3, low: 0.8, high: 2 },
  { supply: 5, low: 1.5, high: 3.5 },
  { supply: 1.8, low: 0.6, high: 1.2 },
] as const;

/** Returns one voltage for each bit. A voltage between the thresholds occurs only if the bit equals the one before. */
function volts(random: Random, text: string, { supply, low, high }: (typeof logics)[number]): string[] {
  let before = 0;
  return bitsOf(Buffer.from(text)).map((bit) => {
    const isUnclear = bit === before && random.int(0, 2) === 0;
    before = bit;
    const [from, to] = isUnclear ? [low + 0.1, high - 0.1] : bit ? [high, supply] : [0, low];
    return (random.int(Math.round(from * 10), Math.round(to * 10)) / 10).toFixed(1);
  });
}

const speeds = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600] as const;

/** Recordings of a logic analyser for one pad each: the times between changes, in microseconds. */
const pads: Record<string, (random: Random, count: number) => number[]> = {
  clock: (random, count) => {
    const half = random.int(40, 600);
    return noise(random, count, 1).map((off) => half + off);
  },
  dimmer: (random, count) => {
    const [period, share] = [random.int(300, 1500), random.pick([0.29, 0.37, 0.42])];
    return noise(random, count, 1).map((off, i) => Math.round(period * (i % 2 ? share : 1 - share)) + off);
  },
  fan: (random, count) => {
    const first = random.int(700, 2500);
    return noise(random, count, 2).map((off, i) => first + i * random.int(9, 13) + off);
  },
};

function bitGaps(random: Random, speed: number, count: number): number[] {
  const units = [1, 2, 1, 3, 1, 4, ...Array.from({ length: count - 6 }, () => random.pick([1, 1, 1, 2, 2, 3, 4]))];
  const hiss = noise(random, count, Math.max(1, Math.round(25_000 / speed)));
  return shuffled(random, units).map((n, i) => Math.round((n * 1e6) / speed) + (hiss[i] ?? 0));
}

/** Returns the times at which an idle-high wire changes while it sends a text in 8N1. */
function edges(random: Random, text: string, speed: number): number[] {
  const times: number[] = [];
  const shake = noise(random, text.length * 10, 2);
  let [at, level] = [5000, 1];
  for (const [i, byte] of [...Buffer.from(text)].entries()) {
    for (const [n, bit] of [0, ...bitsOf(Buffer.of(byte), 'lowest first'), 1].entries()) {
      if (bit !== level) times.push(Math.round(at + ((shake[i * 10 + n] ?? 0) * 1e4) / speed));
      level = bit;
      at += 1e6 / speed;
    }
    at += random.pick([0, 0, 0, 0.7, 2.4]) * (1e6 / speed);
  }
  return times;
}

export const wireDrills = {
  'wire-levels': {
    form: 'the text',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const text = passphrase(random);
      const logic = random.pick(logics);
      const middle = ((logic.low + logic.high) / 2).toFixed(2);
      return {
        given: [
          {
            label: 'The input of the chip',
            text: `runs on ${logic.supply} V\nup to ${logic.low} V is a 0, from ${logic.high} V on is a 1`,
          },
          { label: 'Volts, one value for each bit', text: table(volts(random, text, logic), 16) },
        ],
        answer: text,
        solution: [
          `Begin with 0. Up to ${logic.low} V, write a 0; from ${logic.high} V on, write a 1; in between, repeat the previous bit.`,
          `With \`v\` as the list of values: \`b, s = "", "0"\`, and then \`for x in v: s = "0" if x <= ${logic.low} else "1" if x >= ${logic.high} else s; b += s\`.`,
          `\`int(b, 2).to_bytes(len(b) // 8, "big").decode()\`. With a single threshold at ${middle} V, you would get wrong characters.`,
        ],
      };
    },
  },
  'wire-speed': {
    form: 'the pad and its standard speed, such as tp9 1200',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: (text) =>
      normalizeExact(text)
        .toLowerCase()
        .replace(/(\d),(\d{3})\b/, '$1$2')
        .replace(/\s*(baud|bits per second|bit\/s|bps)$/, '')
        .replace(/[\s,:-]+(at )?/g, ' ')
        .replace(/\btp (?=\d)/, 'tp')
        .replace(/^(\d+)(?: baud| bit\/s| bps)? (?:on )?(tp\d)$/, '$2 $1'),
    make: (random) => {
      const speed = random.pick(speeds);
      const gaps = bitGaps(random, speed, 26);
      const lists = shuffled(random, [gaps, ...Object.values(pads).map((make) => make(random, 10)), []]);
      const pad = lists.indexOf(gaps) + 1;
      const short = Math.min(...gaps);
      const bits = gaps.reduce((sum, gap) => sum + Math.round(gap / short), 0);
      const length = gaps.reduce((sum, gap) => sum + gap, 0) / bits;
      return {
        given: [
          {
            label: 'Five pads while the board starts: microseconds from change to change',
            text: lists
              .map(
                (list, i) => `TP${i + 1}  ${list.length ? table(list, 13).replaceAll('\n', '\n     ') : '(no change)'}`,
              )
              .join('\n'),
          },
          { label: 'Standard speeds', text: speeds.join(' ') },
        ],
        answer: `tp${pad} ${speed}`,
        solution: [
          'A clock has one length, a dimmed lamp alternates between two lengths, and the lengths of a fan change slowly. Bits have irregular lengths that are whole multiples of one unit.',
          `That is TP${pad}: its shortest gap is ${short}, and the others are about two, three and four times as long.`,
          `All of its gaps together contain ${bits} bits, \`sum(round(g / ${short}) for g in gaps)\`, of ${length.toFixed(2)} microseconds each: ${Math.round(1e6 / length)} per second. The nearest standard speed is ${speed}.`,
        ],
      };
    },
  },
  'wire-uart': {
    form: 'the text',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const text = passphrase(random);
      const speed = random.pick([4800, 9600, 19_200, 38_400]);
      const times = edges(random, text, speed);
      const gap = Math.min(...times.slice(1).map((time, i) => time - (times[i] ?? 0)));
      return {
        given: [
          { label: 'Moments when the wire changes, in microseconds', text: table(times, 10) },
          { label: 'Known', text: 'before the first moment, the wire is high; 8N1, at a standard speed' },
        ],
        answer: text,
        solution: [
          `The shortest gaps are near ${gap}, one bit. A million divided by it is about ${Math.round(1e6 / gap)}, and the nearest standard speed ${speed}.`,
          `With \`t\` as the list: \`bit, out, free = 1e6 / ${speed}, b"", 0; level = lambda x: (sum(e <= x for e in t) + 1) % 2\`. Each change inverts the wire, so the number of changes gives its level.`,
          'A falling edge outside of a frame begins a frame. Take the eight samples in the middle of each bit, the lowest bit first: `for e in t: new = level(e) == 0 and e >= free; out += bytes([sum(level(e + (n + 1.5) * bit) << n for n in range(8))]) if new else b""; free = e + 9.5 * bit if new else free`.',
          `\`out.decode()\` begins with \`${text.slice(0, 3)}\`. The first letter, in the order of time, is \`${bitsOf(Buffer.from(text.slice(0, 1)), 'lowest first').join('')}\`.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
