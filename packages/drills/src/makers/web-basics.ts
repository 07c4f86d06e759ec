import type { Drill } from '../drill.ts';
import { dump } from '../material/hex-dump.ts';
import { normalizeExact, normalizeNumber, normalizeText, withoutUnit } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { codeWord, nouns, passphrase } from '../words.ts';

const END = '\r\n';

/** A small JavaScript lock: how it encodes a character as a number, and the inverse. */
const locks = (random: Random): { forwards: string; back: string; of: (code: number) => number } => {
  const [times, plus] = [random.int(2, 9), random.int(11, 99)];
  return random.pick([
    {
      forwards: `c.charCodeAt(0) * ${times} + ${plus}`,
      back: `(n - ${plus}) / ${times}`,
      of: (code: number) => code * times + plus,
    },
    {
      forwards: `(c.charCodeAt(0) - ${plus}) * ${times}`,
      back: `n / ${times} + ${plus}`,
      of: (code: number) => (code - plus) * times,
    },
    {
      forwards: `${plus + 200} - c.charCodeAt(0)`,
      back: `${plus + 200} - n`,
      of: (code: number) => plus + 200 - code,
    },
  ]);
};

/** Disguises of a host in an address. Each begins after `//` and ends the host. */
const disguises: readonly ((real: string, bait: string, random: Random) => string)[] = [
  (real, bait) => `${bait}@${real}/login`,
  (real, bait, random) => `${bait}:${random.pick([443, 8443, 80])}@${real}/`,
  (real, bait) => `${bait}%2Flogin%3Fnext=@${real}/`,
  (real, bait) => `${real}?@${bait}/login`,
  (real, bait) => `${real}#@${bait}/login`,
  (real, bait) => `${real}\\@${bait}/login`,
  (real, bait) => `${real}/@${bait}:443/login`,
  (real, bait) => `${bait}@${real}?go=https://${bait}:8443/`,
];

const normalizeHost = (text: string): string =>
  normalizeExact(text)
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/(?:\s*:\s*|[\s,]+(?:and\s+)?(?:at\s+)?(?:port\s+)?)(?=\d+\/?$)/, ':')
    .replace(/\/$/, '');

const boats = ['Möwe', 'Bröderna', 'Fågel', 'Pájaro', 'Île Verte', 'Łódź', 'Чайка', 'Sjø'];
const signs = ['⚓', '⛵', '🦜', '€', '→', '🌊'];
const bytesOf = (text: string): number => Buffer.byteLength(text);
const describe = (text: string): string =>
  [...new Set(text)]
    .filter((sign) => bytesOf(sign) > 1)
    .map((sign) => `${sign} takes ${bytesOf(sign)}`)
    .join(', ');

export const webBasicsDrills = {
  'js-lock': {
    form: 'the code, a text',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const code = passphrase(random);
      const { forwards, back, of } = locks(random);
      const isReversed = random.int(0, 1) === 1;
      const numbers = [...code].map((sign) => of(sign.charCodeAt(0)));
      const lock = isReversed ? numbers.reverse() : numbers;
      const text = [
        `const lock = [${lock.join(', ')}];`,
        `const key = (text) => [...text].map((c) => ${forwards})${isReversed ? '.reverse()' : ''};`,
        'const open = key(typed).join() === lock.join();',
      ].join('\n');
      const first = lock[isReversed ? lock.length - 1 : 0] ?? 0;
      return {
        given: [{ label: 'From the script of a page', text }],
        answer: code,
        solution: [
          `\`key\` turns each character into \`${forwards}\`${isReversed ? ' and then reverses the list, so the last number belongs to the first character' : ''}. To get the code of the character from a number n, use \`${back}\`.`,
          `Test it with one number first: ${first} gives ${code.charCodeAt(0)}, and that is \`${code[0]}\`.`,
          `All numbers, in the console: \`[${lock.join(',')}].map((n) => String.fromCharCode(${back}))${isReversed ? '.reverse()' : ''}.join('')\``,
        ],
      };
    },
  },
  'url-host': {
    form: 'host and port, such as pier.example:80',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeHost,
    make: (random) => {
      const [owner, bank, sub] = random.some(nouns, 3) as [string, string, string];
      const scheme = random.pick(['http', 'https']);
      const port = random.pick([undefined, undefined, random.int(1_025, 9_999)]);
      const bait = random.pick([`${bank}.example`, `login.${bank}.example`]);
      const host = random.pick([`${owner}.example`, `${sub}.${owner}.example`, `${bait}.${owner}.example`]);
      const real = port ? `${host}:${port}` : host;
      const url = `${scheme}://${random.pick(disguises)(real, bait, random)}`;
      const rest = url.slice(scheme.length + 3);
      const authority = rest.split(/[/?#\\]/)[0] ?? '';
      const end = rest[authority.length];
      return {
        given: [{ label: 'A link', text: url }],
        answer: `${host}:${port ?? (scheme === 'https' ? 443 : 80)}`,
        solution: [
          `The host ends at the first slash, question mark or # after the two slashes, and a browser treats a backslash as a slash. Here it ends at the ${end === '/' ? 'slash' : end === '?' ? 'question mark' : end === '#' ? '#' : 'backslash'}, and the text before that is \`${authority}\`.`,
          authority.includes('@')
            ? `Everything up to the @ is a user name${authority.split('@')[0]?.includes(':') ? ' and a password' : ''}, so \`${authority.split('@')[1]}\` is left.`
            : 'There is no @ in it; the one further right does not matter.',
          port
            ? `The port is given: ${port}.`
            : `No port is given, so the scheme decides: ${scheme} means ${scheme === 'https' ? 443 : 80}.`,
        ],
      };
    },
  },
  'http-length': {
    form: 'a number, in decimal',
    isDistinct: false,
    hasVeryFewAnswers: true,
    normalize: (text) => normalizeNumber(withoutUnit(text)),
    make: (random) => {
      const [boat, other] = random.some(boats, 2) as [string, string];
      const [sign, second] = random.some(signs, 2) as [string, string];
      const body = random.pick([
        `{"boat":"${boat}","berth":"${sign} ${random.int(1, 900)}"}`,
        `{"from":"${boat}","to":"${other}","say":"${codeWord(random)} ${sign}${second}"}`,
        `${sign} ${boat}, ${random.pick(nouns)} ${second} ${random.int(10, 9_999)}`,
      ]);
      const head = ['POST /log HTTP/1.1', 'Host: harbour.example', 'Content-Length: ?'].join('\n');
      return {
        given: [
          { label: 'Headers', text: head },
          { label: 'Body, in UTF-8, without a line break', text: body },
        ],
        answer: String(bytesOf(body)),
        mistakes: { [[...body].length]: 'This is the number of characters. Content-Length counts bytes.' },
        solution: [
          `Content-Length counts bytes. The body has ${[...body].length} characters, and ASCII takes one byte for each.`,
          `The others take more: ${describe(body)}. In total ${bytesOf(body)}.`,
          `\`printf '%s' '${body}' | wc -c\``,
        ],
      };
    },
  },
  'http-next-request': {
    form: 'a path, such as /quay',
    isDistinct: false,
    normalize: (text) => normalizeExact(text).toLowerCase(),
    make: (random) => {
      const paths = Array.from({ length: 4 }, () => `/${codeWord(random)}`);
      const ask = (path: string): string => `GET ${path} HTTP/1.1${END}Host: a${END}${END}`;
      const asked = random.int(1, 3);
      // The body contains text that looks like whole requests, and ends where another request begins.
      const body = `boat=${random.pick(boats)}${random.pick(signs)}&say=${paths.slice(0, asked).map(ask).join('')}`;
      const head = `POST /log HTTP/1.1${END}Host: a${END}Content-Length: ${bytesOf(body)}${END}${END}`;
      const stream = Buffer.from(head + body + paths.slice(asked).map(ask).join(''));
      const start = bytesOf(head);
      const next = start + bytesOf(body);
      return {
        given: [{ label: 'Data that a server reads from one connection', text: dump(stream) }],
        answer: paths[asked] ?? '',
        solution: [
          `The headers of the first request end with \`0d 0a 0d 0a\`, and its body begins after them, at byte ${start}, \`0x${start.toString(16)}\`.`,
          `The body has as many bytes as Content-Length says, ${bytesOf(body)}, regardless of its content. ${start} + ${bytesOf(body)} = ${next}, which is \`0x${next.toString(16)}\`.`,
          `At this byte begins \`GET ${paths[asked]}\`.${asked > 0 ? ` The text before it that looks like a request, such as \`${paths[0]}\`, is only a part of the body.` : ''}`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
