import type { Drill } from '../drill.ts';
import { bitsOf, noise, table } from '../material/signals.ts';
import { normalizeHex, normalizeNumber } from '../normalize-answer.ts';
import type { Random } from '../random.ts';

const LIGHT = 299_792_458;

const senders = [
  { who: 'a pilot’s door opener', megahertz: 433.92 },
  { who: 'the water meter of the fish hall', megahertz: 868.3 },
  { who: 'an old pager of the night watch', megahertz: 169.4 },
  { who: 'the wireless bell of the customs house', megahertz: 315 },
] as const;

/** Returns the range of a signal, in whole kilometres, for the sensitivity of the receiver. */
function range(random: Random) {
  for (;;) {
    const { who, megahertz } = random.pick(senders);
    const [sent, gain, needs] = [random.int(5, 20), random.int(3, 14), random.int(85, 108)];
    const length = LIGHT / (megahertz * 1e6);
    const kilometres = ((length / (4 * Math.PI)) * 10 ** ((sent + gain + needs) / 20)) / 1000;
    // The rounded answer must be the same with the approximation 300,000 km/s.
    const isClear = Math.abs((kilometres % 1) - 0.5) > 0.1 + kilometres / 500;
    if (kilometres > 2 && kilometres < 90 && isClear) return { who, megahertz, sent, gain, needs, length, kilometres };
  }
}

/** Returns power samples, 0 to 99: a distant transmitter, then bits as pulse lengths, then one short pulse. */
function keyed(random: Random, code: Buffer): number[] {
  const unit = random.int(26, 33) / 10;
  const distant = [9, 5, 5, 9, 5, 5].flatMap((length, i) => Array<number>(length).fill(i % 2 ? 15 : 0));
  const edges = bitsOf(code).flatMap((bit) => (bit ? [3, 1] : [1, 3]));
  const levels: number[] = [];
  let at = 0;
  for (const [i, units] of [...edges, 1].entries()) {
    at += units * unit;
    while (levels.length < Math.round(at)) levels.push(i % 2 ? 0 : 86);
  }
  const all = [...distant, ...Array<number>(6).fill(0), ...levels, ...Array<number>(24).fill(0)];
  const hiss = noise(random, all.length, 4);
  return all.map((level, i) => level + (level > 50 ? 3 : 1) * Math.abs(hiss[i] ?? 0));
}

const TONE_SAMPLES = 40;

export const radioDrills = {
  'radio-range': {
    form: 'whole kilometres, rounded',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: (text) => normalizeNumber(text.replace(/\s*(km|kilomet(er|re)s?)\s*$/i, '')),
    make: (random) => {
      const { who, megahertz, sent, gain, needs, length, kilometres } = range(random);
      const spare = sent + gain + needs;
      return {
        given: [
          { label: 'The sender', text: `${who}\n${megahertz} MHz, ${sent} dBm` },
          {
            label: 'The listener',
            text: `an antenna that adds ${gain} dB, and a receiver that needs -${needs} dBm`,
          },
          { label: 'Find', text: 'the greatest distance of the listener, in free space' },
        ],
        answer: String(Math.round(kilometres)),
        solution: [
          `Decibels add up: ${sent} + ${gain} - (-${needs}) = ${spare} dB may be lost on the way. The wavelength is ${length.toFixed(4)} m.`,
          `The loss is \`20 * log10(4 * pi * d / wavelength)\`. Solved for d: the wavelength divided by 4π, times 10 to the power of ${spare}/20.`,
          `\`python3 -c "import math; print(299792458 / ${megahertz}e6 / (4 * math.pi) * 10 ** (${spare} / 20) / 1000)"\` gives ${kilometres.toFixed(2)} km. The manual will say thirty metres.`,
        ],
      };
    },
  },
  'radio-alias': {
    form: 'a number of hertz',
    isDistinct: false,
    normalize: (text) => normalizeNumber(text.replace(/\s*(hz|hertz)\s*$/i, '')),
    make: (random) => {
      const rate = random.pick([8_000, 11_025, 16_000, 22_050, 44_100, 48_000]);
      const seen = random.int(3, Math.floor(rate / 20) - 3) * 10;
      const times = random.int(1, 4);
      const isAbove = random.int(0, 1) === 1;
      const tone = times * rate + (isAbove ? seen : -seen);
      return {
        given: [
          { label: 'Samples per second, one number each', text: String(rate) },
          { label: 'A tone that no filter has removed', text: `${tone} Hz` },
          { label: 'Find', text: 'the frequency between 0 and half of the rate at which it appears' },
        ],
        answer: String(seen),
        solution: [
          `Whole turns between two samples are invisible, so subtract the rate as often as possible: \`${tone} % ${rate}\` is ${tone % rate}.`,
          isAbove
            ? 'That is below half of the rate already, so it is the answer.'
            : `That is above half of the rate. With one number per sample, forwards and backwards look the same: ${rate} - ${tone % rate} = ${seen}.`,
        ],
      };
    },
  },
  'radio-iq': {
    form: 'the frequency in the air, in whole kilohertz, such as 433905',
    isDistinct: false,
    hasFewAnswers: true,
    // The lesson writes a frequency as `433.905 MHz`.
    normalize: (text) =>
      normalizeNumber(
        text
          .replace(/(\d+)\.(\d{1,3})\s*mhz\s*$/i, (_, mega: string, kilo: string) => mega + kilo.padEnd(3, '0'))
          .replace(/\s*khz\s*$/i, '')
          .replace(/,/g, ''),
      ),
    make: (random) => {
      const rate = random.pick([225, 240, 250, 256]);
      const centre = random.pick([433_920, 868_300, 446_050, 144_390]);
      const beside = random.int(12, Math.floor(rate / 2) - 12) * random.pick([1, -1]);
      const [phase, length] = [random.int(0, 62) / 10, random.int(75, 105)];
      const hiss = noise(random, 48, 3);
      const pairs = Array.from({ length: 24 }, (_, n) => {
        const angle = phase + (2 * Math.PI * beside * n) / rate;
        const i = Math.round(length * Math.cos(angle)) + (hiss[2 * n] ?? 0);
        const q = Math.round(length * Math.sin(angle)) + (hiss[2 * n + 1] ?? 0);
        return `${i},${q}`;
      });
      return {
        given: [
          {
            label: 'The receiver',
            text: `tuned to ${(centre / 1000).toFixed(3)} MHz, ${rate},000 pairs of samples in a second`,
          },
          { label: 'Pairs I,Q of one carrier, with the offset removed', text: table(pairs, 6) },
        ],
        answer: String(centre + beside),
        solution: [
          'With `z` as the list of the pairs, `complex(i, q)` each, the angle from one arrow to the next is that of `b * a.conjugate()`. Add these products, so that the noise cancels out, and take the angle of the sum.',
          `\`import cmath; cmath.phase(sum(b * a.conjugate() for a, b in zip(z, z[1:]))) / (2 * cmath.pi) * ${rate}\` is about ${beside} kHz${beside < 0 ? ', so it turns backwards' : ''}.`,
          `The frequency in the air is ${centre} + (${beside}) = ${centre + beside} kHz.`,
        ],
      };
    },
  },
  'radio-tones': {
    form: 'ten hexadecimal digits',
    isDistinct: true,
    normalize: normalizeHex,
    make: (random) => {
      const [lowest, step] = [random.int(16, 20) * 50, random.int(10, 14) * 10];
      const digits = Array.from({ length: 10 }, () => random.int(0, 15));
      const phases = digits.map(() => random.int(0, 62) / 10);
      const hiss = noise(random, digits.length * TONE_SAMPLES, 14);
      const samples = hiss.map((rustle, n) => {
        const at = Math.floor(n / TONE_SAMPLES);
        const hertz = lowest + step * (digits[at] ?? 0);
        const hum = 25 * Math.sin((2 * Math.PI * 50 * n) / 8000);
        return Math.round(60 * Math.sin((2 * Math.PI * hertz * n) / 8000 + (phases[at] ?? 0)) + hum) + rustle;
      });
      const answer = digits.map((digit) => digit.toString(16)).join('');
      return {
        given: [
          {
            label: 'The code of the piano tuner',
            text: `digit 0 is ${lowest} Hz, each next digit is ${step} Hz higher, f is ${lowest + 15 * step} Hz\n8000 samples per second, ${TONE_SAMPLES} for each digit, no pauses`,
          },
          { label: 'Samples, with noise and the hum of the mains', text: table(samples, 20) },
        ],
        answer,
        solution: [
          `Cut the list \`x\` of all samples into blocks of ${TONE_SAMPLES}. For each block, test all sixteen frequencies with an arrow that turns backwards, and take the frequency with the longest sum.`,
          `\`import cmath; s = lambda b, f: abs(sum(v * cmath.exp(-2j * cmath.pi * f * n / 8000) for n, v in enumerate(b)))\` is the length of the sum for one frequency.`,
          `\`"".join(f"{max(range(16), key=lambda d: s(x[i:i + ${TONE_SAMPLES}], ${lowest} + ${step} * d)):x}" for i in range(0, ${digits.length * TONE_SAMPLES}, ${TONE_SAMPLES}))\``,
          `The first block is strongest at ${lowest + step * (digits[0] ?? 0)} Hz: \`${answer[0]}\`. 50 Hz is not one of the tested frequencies, so the hum does not matter.`,
        ],
      };
    },
  },
  'radio-ook': {
    form: 'ten hexadecimal digits',
    isDistinct: true,
    normalize: normalizeHex,
    make: (random) => {
      const code = random.bytes(5);
      const bits = bitsOf(code).join('');
      return {
        given: [
          { label: 'Power, as a sequence of short averages', text: table(keyed(random, code), 20) },
          {
            label: 'The code of the sender',
            text: 'a long pulse and a short pause is 1, a short pulse and a long pause 0\n40 bits, the highest first, then one more short pulse',
          },
        ],
        answer: code.toString('hex'),
        solution: [
          'The strongest values are near 99, so the threshold is 25, a quarter of it. Lower values are noise, and in the first rows a weaker sender.',
          'With `p` as the list of numbers, this gives the runs: `import itertools; r = [(on, len(list(g))) for on, g in itertools.groupby(v > 25 for v in p)]`. Compare each pulse with the pause after it, and leave out the last pulse.',
          `\`"".join("01"[r[i][1] > r[i + 1][1]] for i in range(1, len(r) - 3, 2))\` begins with \`${bits.slice(0, 12)}\`, and \`f"{int(b, 2):010x}"\` makes \`${code.toString('hex')}\` of these bits \`b\`.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
