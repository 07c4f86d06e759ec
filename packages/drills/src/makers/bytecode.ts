import type { Drill } from '../drill.ts';
import { normalizeSigned, normalizeText } from '../normalize-answer.ts';
import { letters } from '../words.ts';

/** The operators of Python 3.11's `BINARY_OP`, with their numbers. */
const operators = {
  '+': { number: 0, does: (a: number, b: number) => a + b },
  '*': { number: 5, does: (a: number, b: number) => a * b },
  '%': { number: 6, does: (a: number, b: number) => a % b },
  '-': { number: 10, does: (a: number, b: number) => a - b },
  '^': { number: 12, does: (a: number, b: number) => a ^ b },
} as const;
type Operator = keyof typeof operators;

const names = ['crates', 'nights', 'total'];

/** A Python instruction, and the source line that begins with it. */
interface Step {
  line?: number;
  name: string;
  argument?: number;
  /** The explanation in brackets. */
  means?: string;
  /** Size in bytes, including the inline cache of the interpreter. */
  size: number;
}

const load = (variable: number, line?: number): Step => ({
  ...{ name: 'LOAD_FAST', argument: variable, means: names[variable] ?? '', size: 2 },
  ...(line ? { line } : {}),
});
const store = (variable: number): Step => ({ ...load(variable), name: 'STORE_FAST' });
const binary = (operator: Operator): Step => ({
  ...{ name: 'BINARY_OP', argument: operators[operator].number, means: operator, size: 4 },
});
const jump = (name: string, argument: number, to: number): Step => ({ name, argument, means: `to ${to}`, size: 2 });

/** Formats instructions as `dis` of Python 3.11 does. */
function disassembled(steps: readonly Step[]): string {
  const targets = new Set(steps.flatMap(({ means = '' }) => (means.startsWith('to ') ? [Number(means.slice(3))] : [])));
  let at = 0;
  return steps
    .map(({ line, name, argument, means, size }) => {
      const start = `${line ? String(line).padStart(3) : '   '}     ${targets.has(at) ? '>>' : '  '} ${String(at).padStart(4)}`;
      const rest = argument === undefined ? name : `${name.padEnd(20)} ${String(argument).padStart(5)}`;
      const gap = line && at > 0 ? '\n' : '';
      at += size;
      return `${gap}${start} ${rest}${means === undefined ? '' : ` (${means})`}`;
    })
    .join('\n');
}

/** Returns the size and the javap name of the JVM instruction that pushes a small number. */
function constant(value: number): [size: number, name: string, operand?: string] {
  return value <= 5 ? [1, `iconst_${value}`] : [2, 'bipush', String(value)];
}
type Code = ReturnType<typeof constant>;
const op = (name: string): Code => [1, name];
const index = op('iload_1');

/**
 * Formulas of a check for the letter c at index i: the code after `charAt`, the same as a function, and its inverse in
 * Python.
 */
const formulas = [
  {
    code: (k: number, m: number) => [index, constant(k), op('irem'), op('ixor'), constant(m), op('iadd')],
    of: (c: number, i: number, k: number, m: number) => (c ^ (i % k)) + m,
    undo: (k: number, m: number) => `(t - ${m}) ^ (i % ${k})`,
  },
  {
    code: (k: number, m: number) => [index, constant(k), op('imul'), op('iadd'), constant(m), op('ixor')],
    of: (c: number, i: number, k: number, m: number) => (c + i * k) ^ m,
    undo: (k: number, m: number) => `(t ^ ${m}) - i * ${k}`,
  },
  {
    code: (k: number, m: number) => [index, constant(k), op('imul'), constant(m), op('iadd'), op('ixor')],
    of: (c: number, i: number, k: number, m: number) => c ^ (i * k + m),
    undo: (k: number, m: number) => `t ^ (i * ${k} + ${m})`,
  },
  {
    code: (k: number, m: number) => [constant(k), op('imul'), index, constant(m), op('imul'), op('isub')],
    of: (c: number, i: number, k: number, m: number) => c * k - i * m,
    undo: (k: number, m: number) => `(t + i * ${m}) // ${k}`,
  },
];

/** Formats `check` of a class as `javap -c -p` does. */
function classCode(middle: readonly Code[]): string {
  const length: Code = [3, 'invokevirtual', '#7                  // Method java/lang/String.length:()I'];
  const fares: Code = [3, 'getstatic', '#13                 // Field FARES:[I'];
  const size = middle.reduce((sum, [bytes]) => sum + bytes, 0);
  // The loop's body begins at 23. After the letter and the formula, five instructions with a total of 8 bytes follow.
  const no = 23 + 5 + size + 8;
  const code: Code[] = [
    ...[op('aload_0'), length, fares, op('arraylength'), [3, 'if_icmpeq', '13'] as Code, op('iconst_0'), op('ireturn')],
    ...[op('iconst_0'), op('istore_1'), index, op('aload_0'), length, [3, 'if_icmpge', String(no + 8)] as Code],
    ...[
      op('aload_0'),
      index,
      [3, 'invokevirtual', '#19                 // Method java/lang/String.charAt:(I)C'] as Code,
    ],
    ...middle,
    ...[fares, index, op('iaload'), [3, 'if_icmpeq', String(no + 2)] as Code],
    ...[op('iconst_0'), op('ireturn'), [3, 'iinc', '1, 1'] as Code, [3, 'goto', '15'] as Code],
    ...[op('iconst_1'), op('ireturn')],
  ];
  let at = 0;
  const lines = code.map(([bytes, name, operand]) => {
    const line = `${String(at).padStart(8)}: ${operand === undefined ? name : `${name.padEnd(13)} ${operand}`}`;
    at += bytes;
    return line;
  });
  return ['  static boolean check(java.lang.String);', '    Code:', ...lines].join('\n');
}

export const bytecodeDrills = {
  /** A Python function on a stack machine. */
  'bytecode-python': {
    form: 'a whole number, in decimal',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeSigned,
    make: (random) => {
      const [most, less, every] = random.some([2, 3, 4, 5, 6, 7, 8, 9], 3) as [number, number, number];
      const [first, mask] = random.some(
        Array.from({ length: 80 }, (_, i) => i + 10),
        2,
      ) as [number, number];
      const inLoop = random.pick(['*', '+', '^'] as const);
      const [inIf, atEnd] = [random.pick(['^', '-', '+'] as const), random.pick(['-', '+'] as const)];
      const constants = [first, most, less, every, mask];
      const put = (which: number): Step => ({
        ...{ name: 'LOAD_CONST', argument: which + 1, means: String(constants[which]), size: 2 },
      });
      const greater: Step = { name: 'COMPARE_OP', argument: 4, means: '>', size: 6 };
      const steps: Step[] = [
        { line: 1, name: 'RESUME', argument: 0, size: 2 },
        ...[{ ...put(0), line: 2 }, store(2)],
        ...[load(0, 3), put(1), greater, jump('POP_JUMP_FORWARD_IF_FALSE', 19, 56)],
        ...[load(2, 4), load(0), load(1), binary(inLoop), binary('+'), store(2)],
        ...[load(0, 5), put(2), binary('-'), store(0)],
        ...[load(0, 3), put(1), greater, jump('POP_JUMP_BACKWARD_IF_TRUE', 19, 18)],
        ...[load(1, 6), put(3), binary('%'), jump('POP_JUMP_FORWARD_IF_FALSE', 5, 76)],
        ...[load(2, 7), put(4), binary(inIf), store(2)],
        ...[load(2, 8), load(0), binary(atEnd), { name: 'RETURN_VALUE', size: 2 }],
      ];
      const [crates, nights] = [most + less * random.int(1, 2) + random.int(1, less), random.int(2, 12)];
      let [left, total] = [crates, first];
      const rounds: string[] = [];
      for (; left > most; left -= less) {
        total += operators[inLoop].does(left, nights);
        rounds.push(String(total));
      }
      const before = total;
      if (nights % every) total = operators[inIf].does(total, mask);
      const answer = operators[atEnd].does(total, left);
      return {
        given: [
          { label: 'fee, as dis of Python 3.11 prints it', text: disassembled(steps) },
          { label: 'Find', text: `what fee(${crates}, ${nights}) returns` },
        ],
        answer: String(answer),
        solution: [
          `Lines 3 to 5 are \`while crates > ${most}:\` with \`total = total + (crates ${inLoop} nights)\` and \`crates = crates - ${less}\`. The value that was pushed first is on the left. total begins with ${first} and becomes ${rounds.join(', ')}; then crates is ${left}.`,
          `Line 6 asks \`if nights % ${every}:\`, and \`${nights} % ${every}\` is ${nights % every}, so line 7 is ${nights % every ? `run: \`${before} ${inIf} ${mask}\` is ${total}` : 'skipped'}.`,
          `Line 8 returns \`${total} ${atEnd} ${left}\`, which is ${answer}.`,
        ],
      };
    },
  },
  /** A check of a Java class, and the array that it compares with. */
  'bytecode-java': {
    form: 'the word, ten small letters',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const word = letters(random, 10);
      const [k, m] = [random.int(2, 7), random.int(8, 90)];
      const { code, of, undo } = random.pick(formulas);
      const row = [...Buffer.from(word)].map((letter, i) => of(letter, i, k, m));
      return {
        given: [
          { label: 'javap -c -p', text: classCode(code(k, m)) },
          { label: 'FARES, as static {} initializes it', text: row.join(', ') },
          { label: 'Find', text: 'the word for which check returns true' },
        ],
        answer: word,
        solution: [
          `Read offsets 23 to ${23 + 5 + code(k, m).reduce((sum, [bytes]) => sum + bytes, 0) - 1} like a calculator: the letter at i is pushed first, and each operation takes the two top values. The result has to be \`FARES[i]\`.`,
          `Backwards, with t as the number at i: \`${undo(k, m)}\`. For i = 0 this is ${word.charCodeAt(0)}, \`${word[0]}\`.`,
          `\`"".join(chr(${undo(k, m)}) for i, t in enumerate([${row.join(', ')}]))\``,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
