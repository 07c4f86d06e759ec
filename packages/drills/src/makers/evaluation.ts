import type { Drill } from '../drill.ts';
import { columns, shuffled } from '../lists.ts';
import { normalizeNumber, normalizeText } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { letters } from '../words.ts';

/** An expression, the output of each kind of machine, and the reason. */
interface Question {
  text: string;
  javascript: string;
  python: string;
  /** Omitted if a calculator reports an error. */
  calculator?: string;
  why: { javascript: string; python: string; calculator?: string };
}

const questions: readonly ((random: Random) => Question)[] = [
  (random) => {
    const [a, n, c] = [random.int(12, 79), random.int(3, 6), random.int(2, 9)];
    return {
      text: `'${a}'*${n}+'${c}'`,
      javascript: `${a * n}${c}`,
      python: `${String(a).repeat(n)}${c}`,
      why: {
        javascript: `The star converts the text to a number, ${a * n}, and the plus appends it as text.`,
        python: `The star repeats the text ${n} times, and the plus appends the other text.`,
      },
    };
  },
  (random) => {
    const [c, a, n] = [random.int(2, 9), random.int(12, 79), random.int(3, 6)];
    return {
      text: `'${c}'+'${a}'*${n}`,
      javascript: `${c}${a * n}`,
      python: `${c}${String(a).repeat(n)}`,
      why: {
        javascript: `The star comes first and makes the number ${a * n}; the plus has a text on its left, so it joins texts.`,
        python: `The star comes first and repeats the text ${n} times; the plus joins the texts.`,
      },
    };
  },
  (random) => {
    const [a, n, c] = [random.int(11, 60), random.int(2, 4), random.int(3, 29)];
    const isXor = `\`^\` is exclusive-or here and is computed after the plus: ${a} with ${n + c}, bit by bit.`;
    return {
      text: `${a}^${n}+${c}`,
      javascript: String(a ^ (n + c)),
      python: String(a ^ (n + c)),
      calculator: String(a ** n + c),
      why: {
        javascript: isXor,
        python: isXor,
        calculator: `\`^\` is "to the power of" here and is computed before the plus: ${a ** n}, plus ${c}.`,
      },
    };
  },
  (random) => {
    const [c, a, n] = [random.int(2, 9), random.int(11, 60), random.int(2, 4)];
    const isXor = `\`^\` is exclusive-or here and is computed after the star: ${c * a} with ${n}, bit by bit.`;
    return {
      text: `${c}*${a}^${n}`,
      javascript: String((c * a) ^ n),
      python: String((c * a) ^ n),
      calculator: String(c * a ** n),
      why: {
        javascript: isXor,
        python: isXor,
        calculator: `\`^\` is "to the power of" here and is computed before the star: ${c} times ${a ** n}.`,
      },
    };
  },
];

const names = { javascript: 'JavaScript', python: 'Python', calculator: 'a parser made for formulas' } as const;

export const evaluationDrills = {
  'eval-machine': {
    form: 'the output, digits only',
    isDistinct: false,
    normalize: normalizeNumber,
    make: (random) => {
      const machine = random.pick(['javascript', 'python', 'calculator'] as const);
      const [digit, times, base, power] = [random.int(2, 9), random.int(3, 6), random.int(5, 12), random.int(3, 4)];
      const repeated = {
        javascript: String(digit * times),
        python: String(digit).repeat(times),
        calculator: `cannot compute: unexpected character at 1`,
      }[machine];
      const probes = shuffled(random, [
        [`${digit}*${times}`, String(digit * times)],
        [`'${digit}'*${times}`, repeated],
        [`${base}^${power}`, String(machine === 'calculator' ? base ** power : base ^ power)],
      ]);
      const question = random.pick(machine === 'calculator' ? questions.slice(2) : questions)(random);
      const answer = question[machine] ?? '';
      const line = {
        javascript: `node -p "${question.text}"`,
        python: `print(${question.text})`,
        calculator: `print(${question.text.replace('^', '**')})`,
      }[machine];
      return {
        given: [
          { label: 'Your inputs and the outputs', text: columns(probes).join('\n') },
          { label: 'Your next input', text: question.text },
        ],
        answer,
        solution: [
          `\`'${digit}'*${times}\` is the best test: JavaScript gives a number, Python a longer text, and a plain parser an error. Here it is ${names[machine]}, and \`${base}^${power}\` confirms it.`,
          question.why[machine] ?? '',
          `${machine === 'calculator' ? 'In Python, where a power is written with two stars: ' : 'Run the same machine on your computer: '}\`${line}\``,
        ],
      };
    },
  },
  'eval-squeeze': {
    form: 'the word, twelve small letters',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const word = letters(random, 12);
      const base = random.int(123, 255);
      const number = (part: string): number => [...part].reduce((n, c) => n * base + c.charCodeAt(0), 0);
      const [one, two] = [number(word.slice(0, 6)), number(word.slice(6))];
      const formula = (slice: string): string =>
        `[...pilot.slice(${slice})].reduce((n, c) => n * ${base} + c.charCodeAt(0), 0)`;
      const last = one % base;
      return {
        given: [
          { label: 'The first formula', text: formula('0, 6') },
          { label: 'First value on the gauge', text: one.toFixed(2) },
          { label: 'The second formula', text: formula('6') },
          { label: 'Second value on the gauge', text: two.toFixed(2) },
        ],
        answer: word,
        solution: [
          `The formula writes the codes of six letters as the digits of one number in base ${base}. Numbers below 2 to the power of 53 are exact in JavaScript, so it can carry six letters at a time.`,
          `Extract the digits from the end: ${one} divided by ${base} leaves the remainder ${last}, which is \`${String.fromCharCode(last)}\`, the sixth letter. Continue with the whole part of the quotient.`,
          `\`print("".join(chr(n // ${base} ** k % ${base}) for n in (${one}, ${two}) for k in range(5, -1, -1)))\``,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
