import type { Drill } from '../drill.ts';
import { columns, lettered, lettersOf, normalizeLetters, shuffled } from '../lists.ts';
import { normalizeExact } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { codeWord, nouns } from '../words.ts';

/** Their lengths are such that Base64 needs no `=` at the end. */
const kinds = ['boat', 'buoy', 'crew', 'receipt', 'mooring'];

const identifierOf = (kind: string, number: number, by: number): string =>
  Buffer.from(`${kind}:${number}:${String(number % by).padStart(2, '0')}`).toString('base64');

type Fields = Record<string, string | number | boolean>;

/** A condition that grants access, and the fields that a request must change to meet it. */
interface AccessCondition {
  condition: string;
  change: Fields;
}

const accessConditions = (
  random: Random,
  me: { grade: number; berth: number; verified: boolean },
): AccessCondition[] => {
  const role = random.pick(['harbourmaster', 'purser', 'dockmaster', 'customs']);
  const [crew, grade] = [codeWord(random), random.int(3, 8)];
  const [fleet, step, above] = [random.int(100, 999), random.int(3, 9), random.int(50, 900)];
  return [
    { condition: `me.role === '${role}'`, change: { role } },
    {
      condition: `me.crew === '${crew}' && me.grade > ${grade}`,
      change: { crew, ...(me.grade > grade ? {} : { grade: grade + 1 }) },
    },
    {
      condition: `me.fleet === ${fleet} && me.verified`,
      change: { fleet, ...(me.verified ? {} : { verified: true }) },
    },
    {
      condition: `me.berth > ${above} && me.berth % ${step} === 0`,
      change: { berth: (Math.floor(above / step) + 1) * step },
    },
  ];
};

const inJson = (fields: Fields): string =>
  JSON.stringify(Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))));

/** Normalizes a JSON object: spaces, quotes around it (as in a shell command) and the order of fields do not matter. */
function normalizeJson(text: string): string {
  try {
    const value: unknown = JSON.parse(normalizeExact(text));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return inJson(value as Fields);
  } catch {
    // Text that is not JSON stays unchanged.
  }
  return text.trim();
}

const ladder = ['visitor', 'skipper', 'harbourmaster'] as const;
type Role = (typeof ladder)[number];
const rank = (role: Role): number => ladder.indexOf(role);

type Rule = readonly [verb: string, path: string, role: Role];
const rules: readonly Rule[] = [
  ['*', '/office*', 'harbourmaster'],
  ['GET', '/api/*', 'skipper'],
  ['*', '/api/v2/*', 'harbourmaster'],
  ['DELETE', '/api/*', 'harbourmaster'],
  ['PUT', '/api/fees', 'harbourmaster'],
  ['POST', '/api/bookings', 'skipper'],
  ['*', '/api/notices*', 'harbourmaster'],
  ['POST', '/api/*', 'skipper'],
  ['GET', '/berths*', 'visitor'],
];
const requests: readonly Rule[] = [
  ['GET', '/office/export', 'harbourmaster'],
  ['GET', '/Office/export', 'harbourmaster'],
  ['GET', '//office/keys', 'harbourmaster'],
  ['GET', '/api/v2/staff', 'harbourmaster'],
  ['GET', '/api/v1/staff', 'harbourmaster'],
  ['POST', '/api/v1/staff', 'harbourmaster'],
  ['PUT', '/api/fees', 'harbourmaster'],
  ['PATCH', '/api/fees', 'harbourmaster'],
  ['PUT', '/api/fees/draft', 'harbourmaster'],
  ['DELETE', '/api/notices/3', 'harbourmaster'],
  ['POST', '/api/notices', 'harbourmaster'],
  ['POST', '/api/Notices', 'harbourmaster'],
  ['DELETE', '/API/berths/14', 'harbourmaster'],
  ['DELETE', '/api/berths/14', 'harbourmaster'],
  ['POST', '/api/bookings', 'skipper'],
  ['PUT', '/api/bookings/8', 'skipper'],
  ['POST', '/api/bookings/import', 'skipper'],
  ['GET', '/api/receipts', 'skipper'],
  ['GET', '/berths/free', 'visitor'],
];

const fits = ([verb, path]: Rule, [asked, where]: Rule): boolean =>
  (verb === '*' || verb === asked) && (path.endsWith('*') ? where.startsWith(path.slice(0, -1)) : where === path);

export const accessDrills = {
  'access-identifier': {
    form: 'the identifier, in Base64',
    isDistinct: true,
    normalize: normalizeExact,
    make: (random) => {
      const [kind, by] = [random.pick(kinds), random.pick([83, 89, 97])];
      const [number, other] = [random.int(1_000_000_001, 9_999_999_999), random.int(1_000_000_001, 9_999_999_999)];
      const before = number - 1;
      return {
        given: [
          { label: 'Your two identifiers', text: [number, other].map((n) => identifierOf(kind, n, by)).join('\n') },
          {
            label: 'Information from a clerk',
            text: `The last two digits are the number's remainder when it is divided by ${by}. The clerk calls this a safeguard.`,
          },
          { label: 'Find', text: 'the identifier of the number just before your first one' },
        ],
        answer: identifierOf(kind, before, by),
        solution: [
          `This is Base64. \`echo ${identifierOf(kind, number, by)} | base64 -d\` prints \`${kind}:${number}:${String(number % by).padStart(2, '0')}\`: a kind, a number, and two digits that follow from the number.`,
          `The number before it is ${before}, and its remainder by ${by} is ${before % by}. Anyone who knows the rule can compute the digits, so they detect typing errors but do not stop an attacker.`,
          `\`printf '${kind}:${before}:%02d' $((${before} % ${by})) | base64\``,
        ],
      };
    },
  },
  'access-fields': {
    form: 'a JSON body with as few fields as possible and the smallest possible whole numbers',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeJson,
    make: (random) => {
      const me = {
        ...{
          id: random.int(5, 99),
          name: 'mara',
          email: 'mara@sail.example',
          role: 'skipper',
          crew: random.pick(nouns),
        },
        ...{ grade: random.int(1, 7), fleet: random.int(10, 99), berth: random.int(1, 40) },
        verified: random.int(0, 2) === 0,
      };
      const [open, ...unreachable] = random.some(accessConditions(random, me), 3) as [
        AccessCondition,
        AccessCondition,
        AccessCondition,
      ];
      const dropped = shuffled(random, ['id', ...unreachable.map(({ change }) => random.pick(Object.keys(change)))]);
      const conditions = shuffled(random, [open, ...unreachable]).map(({ condition }) => `  (${condition})`);
      const already =
        Object.keys(open.change).length === 1 && open.condition.includes('&& me.') && !('berth' in open.change);
      return {
        given: [
          { label: 'Answer to your GET /api/me', text: JSON.stringify(me, null, 2) },
          {
            label: 'Code of PATCH /api/me',
            text: `const { ${dropped.join(', ')}, ...rest } = await body(req)\nObject.assign(me, rest)   // every other field`,
          },
          { label: 'Conditions for GET /office/keys', text: conditions.join(' ||\n') },
        ],
        answer: inJson(open.change),
        solution: [
          `The handler drops ${dropped.join(', ')} and copies every other field into your account. Two of the three conditions need a field that is dropped, so you cannot meet them.`,
          `The remaining condition is \`${open.condition}\`. ${already ? 'Your account already meets one half of it.' : 'Your account does not meet any part of it yet.'}`,
          `Send numbers as numbers and \`true\` without quotes, as in the answer above: \`${inJson(open.change)}\`.`,
        ],
      };
    },
  },
  'access-rules': {
    form: 'the letters, separated by spaces',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeLetters,
    make: (random) => {
      for (;;) {
        const shown = random.some(rules, 6);
        const sent = random.some(requests, 8).map((request) => ({ request, by: random.pick(ladder.slice(0, 2)) }));
        const ruleOf = (request: Rule) => shown.find((rule) => fits(rule, request));
        const passes = ({ request, by }: (typeof sent)[number]) => rank(by) >= rank(ruleOf(request)?.[2] ?? 'visitor');
        const isFinding = (one: (typeof sent)[number]) => passes(one) && rank(one.by) < rank(one.request[2]);
        const found = sent.filter(isFinding);
        const first = found[0];
        if (!first || found.length < 2 || found.length > 5) continue;
        const rule = ruleOf(first.request);
        return {
          given: [
            {
              label:
                'Rules of the proxy: the first matching rule decides, and a request without a matching rule passes',
              text: columns(shown.map((row, i) => [String(i + 1), ...row])).join('\n'),
            },
            {
              label: 'Requests, the sender, and the lowest role that should be allowed',
              text: lettered(columns(sent.map(({ request: [verb, path, needs], by }) => [verb, path, by, needs]))),
            },
            {
              label: 'Note',
              text: 'The last column of a rule is the lowest role that it allows. The proxy compares exactly, character by character; * at the end matches anything. The application behind the proxy treats capitals as small letters and double slashes as one, and checks no roles.',
            },
          ],
          answer: lettersOf(sent, isFinding),
          solution: [
            'Go through the rules from the top for each request and stop at the first rule with the same verb and exactly the same beginning. A sender with that role or a higher one passes, whatever the later rules say.',
            `For instance \`${first.request[0]} ${first.request[1]}\`: ${rule ? `\`${rule[0]} ${rule[1]}\` is the first rule that matches, and it requires only the role ${rule[2]}` : 'no rule matches, so it passes'}. The sender is a ${first.by}, and the request is meant for a ${first.request[2]} or higher.`,
            `A finding is a request that passes although the sender's role is too low: ${lettersOf(sent, isFinding).toUpperCase()}.`,
          ],
        };
      }
    },
  },
} as const satisfies Record<string, Drill>;
