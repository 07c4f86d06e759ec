import type { Drill } from '../drill.ts';
import { normalizeText } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { passphrase } from '../words.ts';

const visitors = ['mara', 'finn', 'ines', 'guest', 'quint', 'tomas'];
const addresses = ['10.0.0.7', '10.0.0.9', '10.0.3.66', '10.0.4.12'];
const twice = (value: number): string => String(value).padStart(2, '0');

/** One step of a pipeline: its shell command, and the same as a function on lines. */
interface Step {
  text: string;
  run: (lines: string[]) => string[];
}

const cut = (field: number, separator = ' '): Step => ({
  text: `cut -d${separator === ' ' ? "' '" : separator} -f${field}`,
  run: (lines) => lines.map((line) => line.split(separator)[field - 1] ?? ''),
});
const grep = (word: string): Step => ({
  text: `grep ${word}`,
  run: (lines) => lines.filter((line) => line.includes(word)),
});
const grepNot = (word: string): Step => ({
  text: `grep -v ${word}`,
  run: (lines) => lines.filter((line) => !line.includes(word)),
});
const sort: Step = { text: 'sort', run: (lines) => [...lines].sort() };
const sortOnce: Step = { text: 'sort -u', run: (lines) => [...new Set(lines)].sort() };
const sortNumbers: Step = { text: 'sort -n', run: (lines) => [...lines].sort((a, b) => Number(a) - Number(b)) };
const count: Step = { text: 'wc -l', run: (lines) => [String(lines.length)] };
const last: Step = { text: 'tail -n 1', run: (lines) => lines.slice(-1) };
const first: Step = { text: 'head -n 1', run: (lines) => lines.slice(0, 1) };
/** Groups of equal adjacent lines, with their count in front. */
const runs: Step = {
  text: 'uniq -c',
  run: (lines) => {
    const groups: [number, string][] = [];
    for (const line of lines) {
      const group = groups.at(-1);
      if (group && group[1] === line) group[0]++;
      else groups.push([1, line]);
    }
    return groups.map(([times, line]) => `${times} ${line}`);
  },
};
const most: Step = {
  text: 'sort -rn',
  run: (lines) => [...lines].sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10)),
};

/** A log of the gate: address, name, event, hour and minute, bytes. */
function gateLog(random: Random): string[] {
  const [some, names] = [random.some(addresses, 3), random.some(visitors, 4)];
  let minute = random.int(6, 9) * 60;
  return Array.from({ length: 15 }, () => {
    minute += random.int(1, 19);
    const time = `${twice(Math.floor(minute / 60))}:${twice(minute % 60)}`;
    const event = random.pick(['in', 'fail', 'fail', 'out']);
    return `${random.pick(some)} ${random.pick(names)} ${event} ${time} ${random.int(7, 1_300)}`;
  });
}

const pipelines = (random: Random): Step[] => {
  const field = random.pick([1, 2, 3]);
  const word = random.pick(['fail', 'in', 'out']);
  return random.pick([
    [grep(word), cut(random.int(1, 2)), sort, runs, most, first],
    [grepNot(word), cut(random.int(1, 2)), sort, runs, most, first],
    [cut(field), runs, most, first],
    [grepNot('in'), cut(2), sortOnce, count],
    [grep('in'), cut(2), sort, runs, most, first],
    [cut(4), cut(1, ':'), sort, runs, most, first],
    [cut(5), sort, last],
    [grep(word), cut(5), sort, last],
    [grepNot(word), cut(5), sortNumbers, first],
    [cut(field), runs, count],
    [grep(word), cut(2), runs, count],
  ]);
};

/** Returns whether the result is empty, or whether a tie decides the first line. */
function isUnclear(steps: readonly Step[], log: string[]): boolean {
  const after = (some: readonly Step[]): string[] => some.reduce((lines, step) => step.run(lines), log);
  if (after(steps).length === 0) return true;
  const at = steps.indexOf(most);
  if (at < 0) return false;
  const [one = '', other = ''] = after(steps.slice(0, at + 1));
  return Number.parseInt(one, 10) === Number.parseInt(other, 10);
}

const rot13 = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97));
const coats = {
  hex: { wrap: (text: string) => Buffer.from(text).toString('hex'), undo: 'xxd -r -p' },
  base64: { wrap: (text: string) => Buffer.from(text).toString('base64'), undo: 'base64 -d' },
} as const;

export const shellPipelineDrills = {
  'shell-pipeline': {
    form: 'the output; the number of spaces does not matter',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeText,
    make: (random) => {
      let log = gateLog(random);
      let steps = pipelines(random);
      while (isUnclear(steps, log)) [log, steps] = [gateLog(random), pipelines(random)];
      const [start, ...rest] = steps as [Step, ...Step[]];
      const command = [`${start.text} gate.log`, ...rest.map(({ text }) => text)].join(' | ');
      let lines = log;
      const left = (): string => {
        if (lines.length === 0) return 'nothing';
        return `${lines.length === 1 ? 'one line,' : `${lines.length} lines, of which the first is`} \`${lines[0]}\``;
      };
      const shown = steps.map(({ text, run }) => {
        lines = run(lines);
        return `\`${text}\` leaves ${left()}`;
      });
      const hasGrepIn = /grep (-v )?in\b/.test(command);
      return {
        given: [
          { label: 'gate.log: address, name, event, time, bytes', text: log.join('\n') },
          { label: 'The command', text: command },
        ],
        answer: normalizeText(lines[0] ?? ''),
        solution: [
          `Step by step: ${shown.join('; ')}.`,
          [
            hasGrepIn ? '`grep in` searches the whole line, and some names also contain `in`.' : '',
            steps.includes(runs) && !steps.includes(sort)
              ? '`uniq` compares neighbours only, so without `sort` it counts runs of equal lines.'
              : '',
            steps.includes(sort) && !steps.includes(runs)
              ? '`sort` without `-n` compares text, character by character: 9 comes after 1000.'
              : '',
            'Build it one pipe at a time on your machine, and look at the output each time.',
          ]
            .filter(Boolean)
            .join(' '),
        ],
      };
    },
  },
  'shell-coats': {
    form: 'the text',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const text = passphrase(random);
      const layers = random.pick([
        ['hex', 'base64', 'hex'],
        ['base64', 'hex', 'base64'],
        ['hex', 'base64', 'base64'],
        ['base64', 'base64', 'hex'],
        ['hex', 'hex', 'base64'],
      ] as const);
      const outside = layers.reduce((inside, name) => coats[name].wrap(inside), rot13(text));
      const undo = [...layers].reverse().map((name) => coats[name].undo);
      return {
        given: [{ label: 'Found in a log', text: outside }],
        answer: text,
        solution: [
          `Look at the characters each time: only \`0-9a-f\` means hexadecimal, and capital letters mean Base64. From the outside: ${[...layers].reverse().join(', ')}.`,
          `Under the third layer is \`${rot13(text)}\`, with digits and hyphens unchanged. Its letters are shifted by thirteen.`,
          `\`echo ${outside} | ${undo.join(' | ')} | tr 'a-z' 'n-za-m'\``,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
