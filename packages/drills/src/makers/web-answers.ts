import type { Drill } from '../drill.ts';
import { inOrder, normalizeText, normalizeWords } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { nouns, passphrase, sentence } from '../words.ts';

const END = '\r\n';
const words = [...nouns, 'gull', 'skiff', 'oar', 'windlass', 'fog', 'lightship', 'pilot-boat', 'capstan'];

interface Cookie {
  name: string;
  attributes: string[];
  /** Why the browser does not send it; undefined if it does. */
  reason?: string;
}

/** The target of a link that is followed forty minutes after the cookies were set. */
interface Visit {
  scheme: string;
  host: string;
  path: string;
}

/** The text of an attribute, and the reason why it prevents the cookie on this visit, if it does. */
type Attribute = (visit: Visit, from: string, random: Random) => [text: string, reason?: string];

const attributes: readonly Attribute[] = [
  ({ host }, from, random) => {
    const domain = random.pick([
      'harbour.example',
      'harbour.example',
      'harbour.example',
      'office.harbour.example',
      from,
    ]);
    if (!from.endsWith(domain)) return [`Domain=${domain}`, `${from} may not set cookies for ${domain}`];
    return [`Domain=${domain}`, host.endsWith(domain) ? undefined : `${host} is not below ${domain}`];
  },
  ({ path }, _, random) => {
    const below = random.pick(['/quay', '/quay/4', '/vault', '/qu', '/quay']);
    const isBelow = path === below || path.startsWith(`${below}/`);
    return [`Path=${below}`, isBelow ? undefined : `${path} is not below ${below}`];
  },
  ({ scheme }) => ['Secure', scheme === 'https' ? undefined : 'it is sent over https only'],
  (_, __, random) =>
    random.pick<[string, string?]>([
      ['SameSite=Strict', 'the link is on another site'],
      ['SameSite=Lax'],
      ['SameSite=Lax'],
    ]),
  (_, __, random) =>
    random.pick<[string, string?]>([
      ['Max-Age=1800', 'its half hour has passed'],
      ['Max-Age=0', 'it was deleted at once'],
      ['Max-Age=3600'],
      ['Max-Age=86400'],
    ]),
];

function cookie(name: string, visit: Visit, from: string, random: Random): Cookie {
  const [first, ...others] = attributes as [Attribute, ...Attribute[]];
  // A cookie without a Domain is never sent to another host, so the Domain attribute is always chosen there.
  const chosen = visit.host === from ? random.some(attributes, 2) : [first, ...random.some(others, 1)];
  const rendered = chosen.map((attribute) => attribute(visit, from, random));
  const texts = rendered.map(([text]) => text);
  if (!texts.some((text) => text.startsWith('Path='))) texts.push('Path=/');
  if (random.int(0, 1) === 1) texts.push('HttpOnly');
  // Without a Domain, a cookie is sent only to the host that has set it.
  const hasDomain = texts.some((text) => text.startsWith('Domain='));
  const other = !hasDomain && visit.host !== from ? `without a Domain it is only for ${from}` : undefined;
  return { name, attributes: random.some(texts, texts.length), reason: rendered.find(([, why]) => why)?.[1] ?? other };
}

/** Formats bytes as Python does. They contain only ASCII characters and no quotes. */
const python = (text: string): string => `b'${text.replaceAll('\r', '\\r').replaceAll('\n', '\\n')}'`;

/** Splits a text into pieces with `from` to `to` characters. */
function cut(text: string, from: number, to: number, random: Random): string[] {
  const pieces = [];
  for (let at = 0; at < text.length; ) {
    const size = random.int(from, to);
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}

export const webAnswerDrills = {
  'http-refusals': {
    form: 'the names, separated by spaces',
    isDistinct: false,
    normalize: normalizeWords,
    make: (random) => {
      const [control, ...names] = ['no-such-boat', ...random.some(words, 10)] as [string, ...string[]];
      const hidden = random.some(names, random.int(2, 4));
      const base = random.int(24, 60);
      const other = base + random.pick([-3, -2, -1, 1, 2, 3]);
      const size = (name: string): number => (hidden.includes(name) ? other : base) + name.length;
      const rows = random.some([control, ...names], 11).map((name) => `${name.padEnd(14)}404  ${size(name)}`);
      const one = hidden[0] ?? '';
      return {
        given: [
          {
            label: 'How the requests were made',
            text: "curl -s -o /dev/null -w '%{http_code}  %{size_download}\\n' http://harbour.example/boats/NAME",
          },
          { label: 'Name, status, length of the body in bytes', text: rows.join('\n') },
          { label: 'Known', text: 'The body repeats the name. There is no boat called no-such-boat.' },
        ],
        answer: inOrder(hidden),
        solution: [
          `The status is the same for all, so compare the lengths, and subtract the length of the name, which the body repeats: ${size(control)} - ${control.length} = ${base} bytes for a boat that does not exist.`,
          `For \`${one}\` it is ${size(one)} - ${one.length} = ${other}. The text is different, so the server found something before it refused the request.`,
          `These have the same other length: ${inOrder(hidden).replaceAll(' ', ', ')}.`,
        ],
      };
    },
  },
  'cookie-sent': {
    form: 'the names, separated by spaces, or none',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeWords,
    make: (random) => {
      const from = 'www.harbour.example';
      const visit: Visit = {
        scheme: random.pick(['http', 'https']),
        host: random.pick([from, from, 'office.harbour.example', 'harbour.example']),
        path: random.pick(['/quay', '/quay/4', '/quayside', '/quay/4/lamp']),
      };
      const cookies = random.some(nouns, 7).map((name) => cookie(name, visit, from, random));
      const line = ({ name, attributes: texts }: Cookie): string =>
        `Set-Cookie: ${name}=${random.int(100, 999)}; ${texts.join('; ')}`;
      const sent = cookies.filter(({ reason }) => reason === undefined).map(({ name }) => name);
      return {
        given: [
          { label: `From the answer of https://${from}/login, at 10:00`, text: cookies.map(line).join('\n') },
          {
            label: 'At 10:40 a user follows a link on https://bank.example',
            text: `${visit.scheme}://${visit.host}${visit.path}`,
          },
        ],
        answer: sent.length ? inOrder(sent) : 'none',
        solution: [
          `Ask the same questions about every cookie: is it still valid, was ${from} allowed to set it, is it meant for ${visit.host}, for the path ${visit.path} and for ${visit.scheme}, and may another site cause the visit?`,
          `Not sent: ${
            cookies
              .filter(({ reason }) => reason)
              .map(({ name, reason }) => `${name} (${reason})`)
              .join(', ') || 'none of them'
          }.`,
          `Sent: ${sent.length ? inOrder(sent).replaceAll(' ', ', ') : 'none of them'}. HttpOnly does not matter here; it only keeps scripts from reading the cookie. Lax allows the user to follow a link.`,
        ],
      };
    },
  },
  'http-pieces': {
    form: 'the body, a text',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const body = `${sentence(random)}: ${passphrase(random)}`;
      const chunks = cut(body, 5, 19, random);
      const sizes = chunks.map(({ length }) => length.toString(16));
      const stream = [
        ...['HTTP/1.1 200 OK', 'Content-Type: text/plain', 'Transfer-Encoding: chunked', ''],
        ...chunks.flatMap((chunk, i) => [sizes[i], chunk]),
        ...['0', '', ''],
      ].join(END);
      const received = cut(stream, 4, 30, random);
      const [size = '', chunk = ''] = [sizes[0], chunks[0]];
      return {
        given: [
          { label: 'Result of each call of recv(4096)', text: received.map(python).join('\n') },
          {
            label: 'How a chunked body is built',
            text: 'length in hex, \\r\\n, that number of bytes, \\r\\n, and repeat; a length of 0 is the end',
          },
        ],
        answer: body,
        solution: [
          `Join the ${received.length} pieces first. The boundaries between the calls have nothing to do with the boundaries of the chunks.`,
          'The body begins after the first empty line, which is after `\\r\\n\\r\\n`.',
          `The first length is \`${size}\`, and \`int("${size}", 16)\` is ${chunk.length}: take \`${chunk}\`, skip the line break, and read the next length. Here the lengths are ${sizes.join(', ')} and 0.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
