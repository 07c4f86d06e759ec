import type { Drill } from '../drill.ts';
import { normalizeExact } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { nouns } from '../words.ts';

/** A part of a command line: the text, the words that a shell makes of it, and the reason. */
interface Piece {
  typed: string;
  words: string[];
  why: string;
}

const pieces = (random: Random, variable: string, value: string): Piece[] => {
  const [a, b, c, d, e, f] = random.some(nouns, 6) as [string, string, string, string, string, string];
  return random.some<Piece>(
    [
      { typed: `"${a} ${b}"`, words: [`${a} ${b}`], why: 'quotes keep a space inside one word' },
      { typed: `'$${variable}'`, words: [`$${variable}`], why: 'single quotes leave the dollar sign alone' },
      { typed: `"$${variable}-${c}"`, words: [`${value}-${c}`], why: 'double quotes insert the value of the variable' },
      { typed: `${c}\${IFS}${d}`, words: [c, d], why: 'without quotes, the space in `IFS` separates two words' },
      {
        typed: `"${c};"'${d}'`,
        words: [`${c};${d}`],
        why: 'within quotes, a semicolon does not end a command, and parts without a space between them are one word',
      },
      { typed: `${e}\\ ${f}`, words: [`${e} ${f}`], why: 'the backslash makes the space a part of the word' },
      { typed: `$(echo ${e} ${a})`, words: [e, a], why: 'the output of `$(…)` is split at its space' },
      {
        typed: `"$(echo ${f} ${b})"`,
        words: [`${f} ${b}`],
        why: 'within double quotes, the output of `$(…)` is one word',
      },
    ],
    3,
  );
};

/** Quotes around the visitor's word, with the text that closes them and that uses the last one. */
const frames = [
  { quote: '', name: 'without quotes' },
  { quote: '"', name: 'in double quotes' },
  { quote: "'", name: 'in single quotes' },
] as const;

export const shellDrills = {
  'shell-words': {
    form: 'as args prints it, such as [one][two words]',
    isDistinct: false,
    normalize: (text) => normalizeExact(text).replace(/\]\s+\[/g, ']['),
    make: (random) => {
      const { quote, name } = random.pick(frames);
      const [variable, value] = [random.pick(['FOG', 'TIDE', 'LAMP']), random.pick(['grey', 'red', 'low', 'late'])];
      const between = random.pick([' ; ', ';', ' && ', ' | ']);
      const shown = pieces(random, variable, value);
      const [left, right] = [random.pick(nouns), random.pick(nouns)];
      const tail = random.pick([
        {
          typed: quote === '' ? '' : ` ${quote}${left} ${right}`,
          words: quote === '' ? [] : [`${left} ${right}`],
          ends: false,
        },
        { typed: ` ${left} #`, words: [left], ends: true },
      ]);
      const input = `brest${quote}${between}args ${shown.map(({ typed }) => typed).join(' ')}${tail.typed}`;
      const words = [...shown.flatMap((piece) => piece.words), ...tail.words, ...(tail.ends ? [] : ['tides.txt'])];
      return {
        given: [
          { label: 'The line that the shell, sh, runs', text: `args -i ${quote}NAME${quote} tides.txt` },
          { label: 'NAME is', text: input },
          { label: 'In the environment', text: `${variable}=${value}` },
          { label: 'The program args', text: 'args() { printf "[%s]" "$@"; echo; }' },
          { label: 'Find', text: 'the output of the second command' },
        ],
        answer: words.map((word) => `[${word}]`).join(''),
        solution: [
          `Insert it: \`args -i ${quote}${input}${quote} tides.txt\`. The name is ${name}${quote ? ', and its first quote closes them' : ''}; \`${between.trim()}\` begins a second command.`,
          `Its words: ${shown.map(({ typed, words: made, why }) => `\`${typed}\` becomes \`${made.map((word) => `[${word}]`).join('')}\` (${why})`).join(', ')}.`,
          tail.ends
            ? 'The `#` after a space makes the rest a comment, including `tides.txt`.'
            : `${quote ? `The last quote of the line closes the quote that the name has left open: \`[${left} ${right}]\`. ` : ''}The line's own \`tides.txt\` is the last word.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
