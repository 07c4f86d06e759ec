import type { Drill } from '../drill.ts';
import { columns, shuffled } from '../lists.ts';
import { inOrder, normalizeExact, normalizeText, normalizeWords } from '../normalize-answer.ts';
import type { Random } from '../random.ts';

const kinds = ['sloop', 'ketch', 'tug', 'yawl'];
const names = ['gannet', 'petrel', 'curlew', 'moonraker', 'tern', 'dunlin', 'avocet', 'fulmar', 'razorbill', 'puffin'];

interface Boat {
  name: string;
  kind: string;
  berth: number;
  public: number;
}

/** Splits a text at a word outside of all brackets. */
function split(text: string, word: string): string[] {
  const parts = [''];
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++;
    if (text[i] === ')') depth--;
    if (depth === 0 && text.startsWith(word, i)) {
      parts.push('');
      i += word.length - 1;
    } else parts.push(`${parts.pop()}${text[i]}`);
  }
  return parts;
}

/**
 * Returns whether an SQL condition is true for a row. OR has the lowest precedence, then AND, then brackets and
 * comparisons.
 */
function holds(condition: string, row: Boat): boolean {
  const either = split(condition, ' OR ');
  if (either.length > 1) return either.some((part) => holds(part, row));
  const all = split(condition, ' AND ');
  if (all.length > 1) return all.every((part) => holds(part, row));
  if (condition.startsWith('(')) return holds(condition.slice(1, -1), row);
  const [, column = '', sign, value = ''] = /^(\w+) ([<>=]) '?(\w+)'?$/.exec(condition) ?? [];
  const mine = row[column as keyof Boat];
  if (sign === '=') return String(mine) === value;
  return sign === '<' ? Number(mine) < Number(value) : Number(mine) > Number(value);
}

/** The owner's condition, and inputs that end its string literal and close its brackets. */
const sentences = (random: Random): { condition: string; inputs: string[] } => {
  const [kind, above, below] = [random.pick(kinds), random.int(8, 30), random.int(10, 32)];
  const inputs = [
    `${kind}' OR berth > ${above} --`,
    `x' OR kind = '${kind}`,
    `x' OR berth > ${above} OR kind = '${kind}`,
    `x' OR public = 0 AND kind = '${kind}`,
    `${kind}' AND berth < ${below} OR public = 0 --`,
    `${kind}' OR public = 0 AND berth < ${below} --`,
  ];
  const inBrackets = [
    `x') OR berth > ${above} --`,
    `${kind}') OR public = 0 AND berth < ${below} --`,
    `x' OR berth > ${above} OR kind = '${kind}`,
    `x') OR public = 0 AND (kind = '${kind}`,
  ];
  return random.pick([
    { condition: "public = 1 AND kind = 'WORD'", inputs },
    { condition: "kind = 'WORD' AND public = 1", inputs },
    { condition: `berth < ${below} AND kind = 'WORD' AND public = 1`, inputs },
    { condition: "public = 1 AND (kind = 'WORD')", inputs: inBrackets },
    { condition: `(kind = 'WORD') AND berth < ${below}`, inputs: inBrackets },
  ]);
};

/** Adds the brackets that AND and OR imply. */
const bracketed = (condition: string): string => {
  const either = split(condition, ' OR ');
  return either.map((part) => (split(part, ' AND ').length > 1 && either.length > 1 ? `(${part})` : part)).join(' OR ');
};

const tables = [
  { name: 'lockers', columns: ['number', 'holds', 'keeper'] },
  { name: 'letters', columns: ['number', 'sender', 'body'] },
  { name: 'guards', columns: ['shift', 'guard', 'password'] },
  { name: 'lamps', columns: ['berth', 'colour', 'code'] },
  { name: 'permits', columns: ['year', 'owner', 'stamp'] },
];

const normalizeList = (text: string): string =>
  normalizeText(text)
    .replace(/\s*;?( --)?$/, '')
    .replace(/^select | from \w+$/g, '')
    .replace(/chr ?\( ?58 ?\)/g, "':'")
    .replace(/concat_ws ?\(([^,()]+),([^,()]+),([^,()]+)\)/g, 'concat($2,$1,$3)')
    .replace(/concat ?\(([^,()]+),([^,()]+),([^,()]+)\)/g, (_, ...[a, b, c]: string[]) =>
      [a, b, c].map((one) => one?.trim()).join(' || '),
    )
    .replace(/[()]/g, '')
    .replace(/\s*,\s*/g, ', ')
    .replace(/\s*\|\|\s*/g, ' || ');

const signs = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

/** Returns the questions of a binary search among sixteen positions, with their answers. */
function halved(place: number): { above: number; isYes: boolean }[] {
  const asked = [];
  let [low, high] = [1, 16];
  while (low < high) {
    const above = Math.floor((low + high) / 2);
    const isYes = place > above;
    asked.push({ above, isYes });
    if (isYes) low = above + 1;
    else high = above;
  }
  return asked;
}

export const queryDrills = {
  'sql-rows': {
    form: 'the names of the boats, separated by spaces',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeWords,
    make: (random) => {
      for (;;) {
        const boats: Boat[] = random.some(names, 8).map((name) => ({
          ...{ name, kind: random.pick(kinds), berth: random.int(1, 40), public: random.pick([0, 1, 1]) },
        }));
        const { condition, inputs } = sentences(random);
        const input = random.pick(inputs);
        const sentence = condition.replace('WORD', input);
        const left = sentence.replace(/ --.*$/, '');
        const found = boats.filter((boat) => holds(left, boat));
        const parts = split(left, ' OR ');
        if (found.length < 2 || found.length > 6) continue;
        return {
          given: [
            { label: 'The query', text: `SELECT name FROM boats\nWHERE ${condition}` },
            { label: 'WORD is', text: input },
            {
              label: 'The table boats',
              text: columns([
                ['name', 'kind', 'berth', 'public'],
                ...boats.map((boat) => [boat.name, boat.kind, String(boat.berth), String(boat.public)]),
              ]).join('\n'),
            },
          ],
          answer: inOrder(found.map(({ name }) => name)),
          solution: [
            `Insert the input: \`WHERE ${sentence}\`${sentence === left ? '. Every quote is closed, so no comment is needed' : '. Everything after the hyphens is a comment'}.`,
            parts.length > 1
              ? `\`AND\` is evaluated before \`OR\`: \`${bracketed(left)}\`. One true side of an \`OR\` is enough.`
              : `The input stays inside the brackets, so both sides of the outer \`AND\` must be true.`,
            `${
              parts.length > 1
                ? `${parts
                    .map(
                      (part) =>
                        `\`${part}\` holds for ${
                          boats
                            .filter((boat) => holds(part, boat))
                            .map(({ name }) => name)
                            .join(', ') || 'none'
                        }`,
                    )
                    .join('; ')}. `
                : ''
            }The rows are ${found.map(({ name }) => name).join(', ')}.`,
          ],
        };
      }
    },
  },
  'sql-union': {
    form: 'the values between SELECT and FROM, separated by commas',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeList,
    make: (random) => {
      const table = random.pick(tables);
      const [key = '', one = '', two = ''] = table.columns;
      const count = random.int(3, 9);
      const place = random.int(1, count);
      const wanted = random.pick([
        { value: one, text: `only ${one}` },
        { value: two, text: `only ${two}` },
        {
          value: `${key} || ':' || ${two}`,
          text: `${key} and ${two}, joined by a colon as in 31:${random.pick(['rope', 'tar', 'oars'])}`,
        },
        {
          value: `${one} || ':' || ${two}`,
          text: `${one} and ${two}, joined by a colon as in ${random.pick(['rope', 'tar', 'oars'])}:ines`,
        },
      ]);
      const asked = shuffled(random, [count, count + 1, random.int(1, count - 1), count + random.int(2, 4)]);
      const list = Array.from({ length: count }, (_, i) => (i + 1 === place ? wanted.value : 'NULL'));
      return {
        given: [
          {
            label: 'Your tries so far',
            text: columns(asked.map((n) => [`x' ORDER BY ${n} --`, n > count ? 'an error' : 'an empty list'])).join(
              '\n',
            ),
          },
          {
            label: 'Known facts',
            text: `The database is PostgreSQL, strict about types. The page shows only the value of column ${place}, which is a text.`,
          },
          {
            label: 'From the catalogue',
            text: `CREATE TABLE ${table.name} (${key} TEXT, ${one} TEXT, ${two} TEXT)`,
          },
          {
            label: `Find, in x' UNION ALL SELECT … FROM ${table.name} --`,
            text: `the values in place of the dots, so that the page shows ${wanted.text}; use NULL where no value is needed`,
          },
        ],
        answer: normalizeList(list.join(', ')),
        solution: [
          `The highest \`ORDER BY\` that works counts the columns: ${count}. So the second \`SELECT\` needs ${count} values.`,
          `Column ${place} is the only one that the page shows, so the value that you want goes there. \`NULL\` is valid for every type in the others.`,
          `\`x' UNION ALL SELECT ${list.join(', ')} FROM ${table.name} --\``,
        ],
      };
    },
  },
  'sql-halves': {
    form: 'the pin, ten characters',
    isDistinct: true,
    normalize: (text) => normalizeExact(text).toLowerCase(),
    make: (random) => {
      const alphabet = random.some(signs, 16).join('');
      const pin = Array.from({ length: 10 }, () => random.pick([...alphabet])).join('');
      const rows = [...pin].map((sign, i) => {
        const answers = shuffled(random, halved(alphabet.indexOf(sign) + 1));
        const line = answers.map(({ above, isYes }) => `>${above} ${isYes ? 'yes' : 'no'}`.padEnd(8)).join(' ');
        return `${String(i + 1).padStart(2)}  ${line.trimEnd()}`;
      });
      const first = alphabet.indexOf(pin[0] ?? '') + 1;
      const questions = halved(first);
      const [above, below] = [
        Math.max(0, ...questions.filter(({ isYes }) => isYes).map((one) => one.above)),
        Math.min(16, ...questions.filter(({ isYes }) => !isYes).map((one) => one.above)),
      ];
      return {
        given: [
          {
            label: 'Each query',
            text: `instr('${alphabet}',\n      substr(pin, PLACE, 1)) > NUMBER`,
          },
          {
            label: 'The position and the answer of each query, in the order in which parallel programs sent them',
            text: shuffled(random, rows).join('\n'),
          },
        ],
        answer: pin,
        solution: [
          '`instr` returns the position of a character in the list, counted from 1. Four questions halve sixteen positions four times, in any order.',
          `For the first character: above ${above} and at most ${below}, so it is at position ${first}, which is \`${pin[0]}\`.`,
          'Do the same for the other positions. At the end, sort the characters by position.',
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
