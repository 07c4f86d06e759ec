import type { Drill } from '../drill.ts';
import { lettered, lettersOf, normalizeLetters, shuffled } from '../lists.ts';
import { folded } from '../material/signals.ts';
import { word16, word32 } from '../material/small-files.ts';
import { normalizeExact } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { nouns } from '../words.ts';

type Value = string | boolean;
interface Element {
  name: string;
  attributes: Record<string, Value>;
  children?: Element[];
}

const NONE = 0xffff_ffff;

/** Encodes XML as Android's build tools do: a string pool in UTF-16, then a chunk for each start tag and end tag. */
function compiled(root: Element): Buffer {
  const strings: string[] = [];
  const place = (text: string): Buffer => {
    if (!strings.includes(text)) strings.push(text);
    return word32(strings.indexOf(text));
  };
  const chunk = (kind: number, head: number, body: Buffer): Buffer =>
    Buffer.concat([word16(kind), word16(head), word32(8 + body.length), body]);
  const nameOf = (name: string): Buffer => Buffer.concat([word32(1), word32(NONE), word32(NONE), place(name)]);
  const write = ({ name, attributes, children = [] }: Element): Buffer => {
    const values = Object.entries(attributes).map(([key, value]) => {
      const start = [word32(NONE), place(key)];
      return typeof value === 'string'
        ? Buffer.concat([...start, place(value), word16(8), Buffer.of(0, 3), place(value)])
        : Buffer.concat([...start, word32(NONE), word16(8), Buffer.of(0, 0x12), word32(value ? NONE : 0)]);
    });
    const sizes = [20, 20, values.length, 0, 0, 0].map(word16);
    return Buffer.concat([
      ...[chunk(0x0102, 16, Buffer.concat([nameOf(name), ...sizes, ...values])), ...children.map(write)],
      chunk(0x0103, 16, nameOf(name)),
    ]);
  };
  const elements = write(root);
  const texts = strings.map((text) => Buffer.concat([word16(text.length), Buffer.from(`${text}\0`, 'utf16le')]));
  const offsets = texts.map((_, i) => word32(Buffer.concat(texts.slice(0, i)).length));
  const start = 28 + 4 * texts.length;
  const all = Buffer.concat([...offsets, ...texts]);
  const padded = Buffer.concat([all, Buffer.alloc((4 - (all.length % 4)) % 4)]);
  const counts = [texts.length, 0, 0, start, 0].map(word32);
  const pool = chunk(0x0001, 28, Buffer.concat([...counts, padded]));
  return chunk(0x0003, 8, Buffer.concat([pool, elements]));
}

const kinds = ['activity', 'service', 'provider', 'receiver'] as const;
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Incorrect checks whether a page belongs to the harbour. */
const checks = [
  {
    code: 'page.startswith("https://harbour.example")',
    isFine: (page: string) => page.startsWith('https://harbour.example'),
  },
  { code: '"harbour.example" in page', isFine: (page: string) => page.includes('harbour.example') },
  { code: 'host.endswith("harbour.example")', isFine: (_: string, host: string) => host.endsWith('harbour.example') },
  {
    code: 'host.startswith("harbour.example")',
    isFine: (_: string, host: string) => host.startsWith('harbour.example'),
  },
  { code: '"harbour.example" in host', isFine: (_: string, host: string) => host.includes('harbour.example') },
] as const;
const hostOf = (page: string): string => new URL(page).hostname;
const isHarbour = (host: string): boolean => host === 'harbour.example' || host.endsWith('.harbour.example');

function pages(random: Random): string[] {
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = random.some(nouns, 6);
  const strangers = [
    `https://not${a}harbour.example/`,
    `https://harbour.example.${b}.example/`,
    `https://${c}.example/?next=harbour.example`,
    `https://harbour.example@${d}.example/`,
    `https://${e}.example/harbour.example`,
    `https://harbour.example-${f}.example/tides`,
    `https://${a}-harbour.example/#${b}`,
    `https://${b}.example/#https://harbour.example`,
  ];
  const own = ['https://harbour.example/', `https://${c}.harbour.example/`, `https://${d}.${e}.harbour.example/tides`];
  return shuffled(random, [...random.some(strangers, 5), ...random.some(own, 2)]);
}

/** A check of four digits as smali, as Python and as a function. It computes a number digit by digit. */
function pinCheck(random: Random) {
  const [start, factor] = [random.int(0x10, 0x7f), random.int(11, 59)];
  const [isBackwards, isXor, isDigit] = [random.int(0, 1) === 1, random.int(0, 1) === 1, random.int(0, 1) === 1];
  const mask = random.int(0x100, 0x7fff);
  const value = (pin: string): number => {
    let sum = start;
    for (const digit of isBackwards ? [...pin].reverse() : pin) {
      const character = digit.charCodeAt(0) - (isDigit ? 48 : 0);
      sum = isXor ? (sum * factor) ^ character : sum * factor + character;
    }
    return sum ^ mask;
  };
  const hex = (number: number): string => `0x${number.toString(16)}`;
  const lines = [
    '.method static check(Ljava/lang/String;)Z',
    '    .registers 4',
    `    const/16 v0, ${hex(start)}`,
    ...(isBackwards
      ? [
          '    invoke-virtual {p0}, Ljava/lang/String;->length()I',
          '    move-result v1',
          '    add-int/lit8 v1, v1, -0x1',
          '    :loop',
          '    if-ltz v1, :end',
        ]
      : [
          '    const/4 v1, 0x0',
          '    :loop',
          '    invoke-virtual {p0}, Ljava/lang/String;->length()I',
          '    move-result v2',
          '    if-ge v1, v2, :end',
        ]),
    `    mul-int/lit8 v0, v0, ${hex(factor)}`,
    '    invoke-virtual {p0, v1}, Ljava/lang/String;->charAt(I)C',
    '    move-result v2',
    ...(isDigit ? ['    add-int/lit8 v2, v2, -0x30'] : []),
    `    ${isXor ? 'xor' : 'add'}-int/2addr v0, v2`,
    `    add-int/lit8 v1, v1, ${isBackwards ? '-0x1' : '0x1'}`,
    '    goto :loop',
    '    :end',
    `    xor-int/lit16 v0, v0, ${hex(mask)}`,
  ];
  const character = isDigit ? 'int(c)' : 'ord(c)';
  const body = isXor ? `(s * ${factor}) ^ ${character}` : `s * ${factor} + ${character}`;
  const python = `functools.reduce(lambda s, c: ${body}, p${isBackwards ? '[::-1]' : ''}, ${start}) ^ ${hex(mask)}`;
  return { value, lines, python, hex, isBackwards };
}

const pins = Array.from({ length: 10_000 }, (_, i) => String(i).padStart(4, '0'));

export const appEntryPointDrills = {
  'app-manifest': {
    form: 'the name of the component, such as .MainActivity',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: (text) =>
      normalizeExact(text)
        .toLowerCase()
        .replace(/^\.?(?=\w)/, '.'),
    make: (random) => {
      const [one = '', two = '', three = '', guard = ''] = random.some(nouns, 4);
      const component = (word: string, attributes: Record<string, Value>): Element => {
        const kind = random.pick(kinds);
        const name = `.${capital(word)}${capital(kind)}`;
        return { name: kind, attributes: random.int(0, 1) ? { name, ...attributes } : { ...attributes, name } };
      };
      const open = component(one, { exported: true });
      const components = shuffled(random, [
        open,
        component(two, { exported: false }),
        component(three, { exported: true, permission: `example.${guard}` }),
      ]);
      const root = {
        name: 'manifest',
        attributes: {},
        children: [{ name: 'application', attributes: { debuggable: false }, children: components }],
      };
      const bytes = compiled(root);
      const shown = String(open.attributes.name);
      return {
        given: [
          { label: 'A compiled AndroidManifest.xml, in hexadecimal', text: folded(bytes.toString('hex')) },
          { label: 'Find', text: 'the one component that any other app on the phone can start' },
        ],
        answer: shown.toLowerCase(),
        solution: [
          "Save it as `m.hex` and put it into a zip, so that the script of the lesson can read it: `python3 -c \"import zipfile; z = zipfile.ZipFile('m.apk', 'w'); z.writestr('AndroidManifest.xml', bytes.fromhex(open('m.hex').read())); z.close()\"`.",
          `\`python3 readmanifest.py m.apk\` prints three components: ${components.map(({ name, attributes }) => `${name} \`${attributes.name}\` with exported ${attributes.exported ? 'True' : 'False'}${attributes.permission ? ` behind the permission \`${attributes.permission}\`` : ''}`).join(', ')}.`,
          `The only exported component without a permission is \`${shown}\`.`,
        ],
      };
    },
  },
  'app-links': {
    form: 'the letters, separated by spaces',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeLetters,
    make: (random) => {
      for (;;) {
        const { code, isFine } = random.pick(checks);
        const links = pages(random);
        const isCaught = (page: string): boolean => isFine(page, hostOf(page)) && !isHarbour(hostOf(page));
        const answer = lettersOf(links, isCaught);
        if (answer.length < 3) continue;
        return {
          given: [
            {
              label: 'Check of the exported activity before it sends the token',
              text: `host = urlsplit(page).hostname\nif not (${code}):\n    return "refused"`,
            },
            { label: 'Pages in the links that arrive', text: lettered(links) },
            { label: 'Find', text: 'the pages that pass the check although they send the token to a stranger’s host' },
          ],
          answer,
          solution: [
            `First find the host of each page, as the library that loads the page does: ${links.map((page) => `\`${hostOf(page)}\``).join(', ')}. Text before an \`@\` is a user name, and text after the first \`/\` is not part of the host.`,
            'The harbour’s hosts are `harbour.example` itself and every name that ends with `.harbour.example`, including the dot.',
            `These stranger's hosts pass \`${code}\`: ${answer.toUpperCase().replaceAll(' ', ', ')}. Anyone can register such a name.`,
          ],
        };
      }
    },
  },
  'app-smali': {
    form: 'four digits',
    isDistinct: false,
    normalize: normalizeExact,
    make: (random) => {
      for (;;) {
        const { value, lines, python, hex, isBackwards } = pinCheck(random);
        const pin = random.pick(pins);
        const wanted = value(pin);
        if (pins.filter((one) => value(one) === wanted).length > 1) continue;
        const text = [
          ...lines,
          `    const v1, ${hex(wanted)}`,
          '    if-ne v0, v1, :wrong',
          '    const/4 v0, 0x1',
          '    return v0',
          '    :wrong',
          '    const/4 v0, 0x0',
          '    return v0',
          '.end method',
        ].join('\n');
        return {
          given: [
            { label: 'Pin.smali', text },
            { label: 'Find', text: 'the PIN of four digits for which it returns true' },
          ],
          answer: pin,
          solution: [
            `v0 is the sum, v1 the position, v2 a character. The loop goes through the PIN ${isBackwards ? 'from its end, until the position is below 0' : 'from its beginning, until the position equals its length'}.`,
            `As Python: \`import functools; check = lambda p: ${python}\`. The two values must be equal, because \`if-ne\` leads to \`:wrong\`.`,
            `\`[p for p in (f"{i:04}" for i in range(10000)) if check(p) == ${hex(wanted)}]\``,
          ],
        };
      }
    },
  },
} as const satisfies Record<string, Drill>;
