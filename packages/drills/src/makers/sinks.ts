import { createHash } from 'node:crypto';
import type { Drill } from '../drill.ts';
import { inOrder, normalizeExact, normalizeWords } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { nouns, passphrase } from '../words.ts';

/** A variable of a script: the source of its text, and what the text can still do. */
interface Variable {
  name: string;
  /** Whether an outsider controls its content. */
  isForeign: boolean;
  /** Whether the outsider controls its beginning. */
  isFirst: boolean;
  isNumber: boolean;
}

/** A line that creates a variable, and the properties of the variable. */
type Step = (name: string, from: Variable) => Omit<Variable, 'name'> & { value: string };

const outsiders = { isForeign: true, isFirst: true, isNumber: false };
const own = { isForeign: false, isFirst: false };
const sources: readonly Step[] = [
  (name) => ({ value: `new URLSearchParams(location.search).get('${name}') ?? ''`, ...outsiders }),
  () => ({ value: 'decodeURIComponent(location.hash.slice(1))', ...outsiders }),
  () => ({ value: 'window.name', ...outsiders }),
  () => ({ value: 'Number(location.hash.slice(1))', ...own, isNumber: true }),
  (name) => ({ value: `'${name} of ' + new Date().getFullYear()`, ...own, isNumber: false }),
];
const steps: readonly Step[] = [
  (_, { name, ...rest }) => ({ value: `${name}.trim()`, ...rest }),
  (_, { name, ...rest }) => ({ value: `'<i>' + ${name} + '</i>'`, ...rest, isFirst: false }),
  (_, { name, ...rest }) => ({ value: `'/search?q=' + ${name}`, ...rest, isFirst: false }),
  (_, { name }) => ({ value: `encodeURIComponent(${name})`, ...own, isNumber: false }),
  (_, { name }) => ({ value: `${name}.length`, ...own, isNumber: true }),
];

const sinks = [
  { write: (v: string) => `sign.innerHTML = ${v}`, harms: ({ isForeign }: Variable) => isForeign },
  { write: (v: string) => `log.insertAdjacentHTML('beforeend', ${v})`, harms: ({ isForeign }: Variable) => isForeign },
  { write: (v: string) => `setTimeout('show("' + ${v} + '")', 50)`, harms: ({ isForeign }: Variable) => isForeign },
  { write: (v: string) => `frame.srcdoc = ${v}`, harms: ({ isForeign }: Variable) => isForeign },
  {
    write: (v: string) => `if (${v}) location = ${v}`,
    harms: ({ isForeign, isFirst }: Variable) => isForeign && isFirst,
  },
  { write: (v: string) => `sign.textContent = ${v}`, harms: () => false },
  { write: (v: string) => `field.value = ${v}`, harms: () => false },
];

function scriptOf(random: Random): { lines: string[]; bad: number[] } {
  const names = random.some(['lamp', 'tide', 'boat', 'note', 'berth', 'crew', 'fog', 'mole', 'gull'], 7);
  const variables: Variable[] = [];
  const lines: string[] = [];
  for (const [i, step] of [...random.some(sources, 3), ...random.some(steps, 4)].entries()) {
    const name = names[i] ?? '';
    const texts = variables.filter(({ isNumber }) => !isNumber);
    const { value, ...rest } = step(name, i < 3 ? { name, ...own, isNumber: false } : random.pick(texts));
    variables.push({ name, ...rest });
    lines.push(`const ${name} = ${value}`);
  }
  const bad: number[] = [];
  for (const sink of random.some(sinks, 5)) {
    const variable = random.pick(variables);
    lines.push(sink.write(variable.name));
    if (sink.harms(variable)) bad.push(lines.length);
  }
  return { lines, bad };
}

export const sinkDrills = {
  'xss-sinks': {
    form: 'the numbers of the lines, separated by spaces',
    isDistinct: false,
    hasVeryFewAnswers: true,
    normalize: normalizeWords,
    make: (random) => {
      for (;;) {
        const { lines, bad } = scriptOf(random);
        if (bad.length < 2 || bad.length > 4) continue;
        return {
          given: [
            {
              label: "A page's script",
              text: lines.map((line, i) => `${String(i + 1).padStart(2)}  ${line}`).join('\n'),
            },
            {
              label: 'Find',
              text: 'the lines in which text of an outsider can become markup or code, or lead to a host that the outsider chooses',
            },
          ],
          answer: inOrder(bad.map(String)),
          solution: [
            'Begin at the sinks, the last five lines. `textContent` and `value` treat text as text, so leave those out.',
            `For each of the others, follow its variable upwards, line by line. A number, a length and the result of \`encodeURIComponent\` cannot contain a bracket, a quote or a scheme; \`trim\` and joining texts do not change that.`,
            `For \`location\`, the beginning matters: a fixed beginning prevents \`javascript:\` and any other host. The remaining lines: ${bad.join(', ')}.`,
          ],
        };
      }
    },
  },
  'xss-hash': {
    form: 'the first twelve characters of the hash in Base64, capital and small letters as they are',
    isDistinct: true,
    normalize: (text) => normalizeExact(text).replace(/^sha256-/i, ''),
    make: (random) => {
      const [indent, name] = [' '.repeat(random.int(1, 4)), random.pick(nouns)];
      const [one, two] = [`document.title = '${passphrase(random)}'`, `show('${name}', ${random.int(2, 99)})`];
      const script = random.pick([
        `\n${indent}${one}\n`,
        `${one}\n${two}\n`,
        `\n${indent}${one}\n${indent}${two}\n${indent}`,
        `${one}; ${two}\n`,
        ` ${one} `,
      ]);
      const hash = createHash('sha256').update(script).digest('base64');
      const trimmed = createHash('sha256').update(script.trim()).digest('base64');
      return {
        given: [{ label: 'In the page, with Unix line breaks', text: `<script>${script}</script>` }],
        answer: hash.slice(0, 12),
        solution: [
          'The hash is over everything between `<script>` and `</script>`: the line breaks at both ends count, and so do the spaces at the start of a line.',
          `\`import base64, hashlib; print(base64.b64encode(hashlib.sha256(${JSON.stringify(script)}.encode()).digest()).decode())\``,
          `The header needs \`'sha256-${hash}'\`. Without the characters at the edges it would be \`${trimmed.slice(0, 12)}…\`, and the browser would refuse the script.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
