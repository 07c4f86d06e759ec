import type { Drill } from '../drill.ts';
import { normalizeWords } from '../normalize-answer.ts';
import type { Random } from '../random.ts';

/** A line of the lesson's small lock. A jump target is a label until the lines are numbered. */
type Line = readonly [operation: string, argument?: string | number, value?: number];

const [GOOD, BAD] = [0x3c5a, 0xc3a5];

/** Runs a program with a wrong PIN. The instructions executed at the moments in `skip` do nothing. */
function run(program: readonly Line[], skip: readonly number[] = []) {
  const registers = new Map<string | number | undefined, number>();
  const path: number[] = [];
  let [at, equal, opened] = [0, false, false];
  while (at < program.length && path.length < 100) {
    const [operation = 'stop', argument, value] = program[at] ?? [];
    const isSkipped = skip.includes(path.length);
    path.push(at++);
    if (isSkipped) continue;
    if (operation === 'stop') break;
    if (operation === 'set') registers.set(argument, value ?? 0);
    else if (operation === 'compare') equal = false;
    else if (operation === 'test') equal = registers.get(argument) === value;
    else if (operation === 'open') opened = true;
    else if (operation === 'jump' || operation === (equal ? 'jump if equal' : 'jump if not equal'))
      at = Number(argument);
  }
  return { opened, path };
}

/** Returns a lock whose line layout contains one of two mistakes. */
function lock(random: Random, pin: string): Line[] {
  const chance = (): boolean => random.int(0, 1) === 1;
  const filler = (most: number): Line[] =>
    random
      .some(['lamp', 'buzzer', 'tries', 'relay', 'clock'], random.int(0, most))
      .map((name) => ['set', name, random.int(0, 1)]);
  const check: Line[] = [
    ['load', 'pin'],
    ['compare', pin],
    ['jump if not equal', 'refuse'],
  ];
  const isTwice = chance();
  const confirm: Line[] = [
    ...check,
    ['set', 'r', GOOD],
    ...(isTwice ? [...filler(1), ...check] : []),
    ['test', 'r', GOOD],
  ];
  const service: Line[] = [
    ['jump', 'main'],
    ...(chance()
      ? ([
          ['test', 'mode', 0x5a],
          ['jump if not equal', 'refuse'],
        ] satisfies Line[])
      : []),
    ...filler(1),
    ['open'],
    ['stop'],
  ];
  const end: Line[] = chance()
    ? [
        ['jump if equal', 'good'],
        [':refuse'],
        ...filler(1),
        ['stop'],
        ...(chance() ? ([['stop']] satisfies Line[]) : []),
        [':good'],
        ['open'],
        ['stop'],
      ]
    : [['jump if not equal', 'refuse'], ['open'], ['stop'], [':refuse'], ...filler(1), ['stop']];
  const lines: Line[] = [
    ...filler(2),
    ['set', 'r', BAD],
    ...(chance() ? ([['set', 'mode', 0], ...service] satisfies Line[]) : []),
    [':main'],
    ...filler(2),
    ...confirm,
    ...end,
  ];
  const labels = new Map<string, number>();
  const program: Line[] = [];
  for (const line of lines) {
    if (line[0].startsWith(':')) labels.set(line[0].slice(1), program.length);
    else program.push(line);
  }
  return program.map((line) => (line[0].startsWith('jump') ? [line[0], labels.get(String(line[1])) ?? 0] : line));
}

const number = (value: number | undefined): string =>
  value !== undefined && value > 9 ? `0x${value.toString(16)}` : String(value);
/** Formats a line in the syntax of the lesson's simulator. */
function written([operation, argument, value]: Line): string {
  if (value !== undefined) return `("${operation}", ("${argument}", ${number(value)})),`;
  if (argument === undefined) return `("${operation}", None),`;
  return `("${operation}", ${typeof argument === 'number' ? argument : `"${argument}"`}),`;
}
const named = ([operation, argument, value]: Line): string =>
  [operation, argument, value === undefined ? undefined : number(value)].filter((part) => part !== undefined).join(' ');

export const glitchDrills = {
  'side-skip': {
    form: 'the moments, separated by spaces',
    isDistinct: false,
    hasVeryFewAnswers: true,
    // `single` of the lesson prints a Python list.
    normalize: (text) => normalizeWords(text.replace(/[[\]()]/g, ' ')),
    make: (random) => {
      for (;;) {
        const pin = String(random.int(1000, 9999));
        const program = lock(random, pin);
        const { opened, path } = run(program);
        const moments = path.map((_, moment) => moment).filter((moment) => run(program, [moment]).opened);
        if (opened || moments.length === 0) continue;
        const reasons = moments.map((moment) => {
          const line = path[moment] ?? 0;
          return `moment ${moment} is line ${line}, \`${named(program[line] ?? ['stop'])}\`, and without it the processor continues at line ${line + 1}`;
        });
        return {
          given: [
            {
              label: 'The lock',
              text: `LOCK = [\n${program.map((line, i) => `    ${written(line).padEnd(32)} # ${i}`).join('\n')}\n]`,
            },
            {
              label: 'Find',
              text: 'the moments at which skipping one instruction opens the lock with a wrong PIN (as in the lesson, the first moment is 0)',
            },
          ],
          answer: moments.join(' '),
          solution: [
            `With a wrong PIN and no skipped instruction, it runs the lines ${path.join(', ')}. The moments are counted along this sequence: moment ${path.length - 1} is line ${path.at(-1)}.`,
            `Skip one moment after the other and follow the program from there. ${reasons.map((reason) => reason.charAt(0).toUpperCase() + reason.slice(1)).join('. ')}.`,
            'In Python, in the folder of `glitch.py` of the lesson: `from glitch import single` and `single(LOCK)`.',
          ],
        };
      }
    },
  },
} as const satisfies Record<string, Drill>;
