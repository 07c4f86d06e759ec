import { createHash } from 'node:crypto';
import type { Drill } from '../drill.ts';
import { columns, lettered, lettersOf, normalizeLetters } from '../lists.ts';
import { inOrder, normalizeHex, normalizeWords } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { nouns } from '../words.ts';

const ticket = (number: number, second: number): string =>
  createHash('sha256').update(`${number}:${second}`).digest('hex').slice(0, 20);

interface Address {
  scheme: 'http' | 'https';
  host: string;
  path: string;
}
const inFull = ({ scheme, host, path }: Address): string => `${scheme}://${host}${path}`;

interface Cookie {
  attributes: string;
  /** Whether the browser stores it, for an address that sets it. */
  isKept: boolean;
  hosts: 'one' | 'all';
  path: string;
  isSecure: boolean;
  prefix?: '__Host-';
}

const cookies = (random: Random, host: string, parent: string, scheme: string): Cookie[] => {
  const kept = { isKept: true, hosts: 'one', path: '/', isSecure: false } as const;
  const path = random.pick(['/office', '/office/', '/off', '/shop', '/office/till']);
  const isSecureFine = scheme === 'https';
  return [
    { ...kept, attributes: 'Path=/' },
    { ...kept, attributes: `Path=${path}`, path },
    { ...kept, attributes: `Path=/office; Domain=${parent}`, path: '/office', hosts: 'all' },
    { ...kept, attributes: `Path=/; Domain=${parent}; HttpOnly`, hosts: 'all' },
    { ...kept, attributes: `Path=/; Domain=${parent}; Secure`, hosts: 'all', isSecure: true, isKept: isSecureFine },
    { ...kept, attributes: 'Path=/; Secure; SameSite=Lax', isSecure: true, isKept: isSecureFine },
    { ...kept, attributes: `Path=/; Domain=${random.pick(nouns)}.${host}`, isKept: false },
    { ...kept, attributes: `Path=/; Domain=${parent}; Max-Age=0`, isKept: false },
    { ...kept, attributes: 'Path=/; Domain=example', isKept: false },
    { ...kept, attributes: 'Path=/; Secure', prefix: '__Host-', isSecure: true, isKept: isSecureFine },
    { ...kept, attributes: 'Path=/office; Secure', prefix: '__Host-', path: '/office', isSecure: true, isKept: false },
    { ...kept, attributes: `Path=/; Domain=${parent}; Secure`, prefix: '__Host-', hosts: 'all', isKept: false },
  ];
};

/** Compares paths by whole segments, as RFC 6265 does. */
const isBelow = (asked: string, path: string): boolean =>
  asked === path || asked.startsWith(path.endsWith('/') ? path : `${path}/`);

const goes = (cookie: Cookie, from: Address, to: Address, parent: string): boolean =>
  cookie.isKept &&
  (cookie.hosts === 'one' ? to.host === from.host : to.host === parent || to.host.endsWith(`.${parent}`)) &&
  isBelow(to.path, cookie.path) &&
  (!cookie.isSecure || to.scheme === 'https');

type SameSite = 'Strict' | 'Lax' | 'None';
/** How a page can cause a request: whether it is a top-level navigation, and the method. */
const causes = [
  { name: 'a click on a link', verb: 'GET', isTop: true },
  { name: 'a form, sent by its script', verb: 'POST', isTop: true },
  { name: 'a picture', verb: 'GET', isTop: false },
  { name: 'fetch with credentials', verb: 'POST', isTop: false },
] as const;
const OFFICE = 'https://office.harbour.example';
const pages = [
  { origin: OFFICE, isSame: true },
  { origin: 'https://blog.harbour.example', isSame: true },
  { origin: 'https://office.harbour.example:8443', isSame: true },
  { origin: 'https://office.harbour.example.mole.example', isSame: false },
  { origin: 'https://seal-pups.example', isSame: false },
  { origin: 'https://notharbour.example', isSame: false },
  { origin: 'https://harbour.example', isSame: true },
];
type Request = { cause: (typeof causes)[number]; page: (typeof pages)[number] };

const cookieGoes = ({ cause, page }: Request, same: SameSite): boolean =>
  page.isSame || same === 'None' || (same === 'Lax' && cause.isTop && cause.verb === 'GET');

const byOrigin =
  'Then the check. A browser sends `Origin` with every POST, and no `Origin` with a link or a picture. Compare the text as the office does: its beginning, its end or all of it.';

/** The office's check before it moves a boat. Here, `Origin` is part of every POST and of no GET. */
const checks: readonly { text: string; hint: string; takes: (request: Request) => boolean }[] = [
  { text: 'none', hint: 'Every request with the cookie moves the boat, also by GET.', takes: () => true },
  {
    text: 'refuses GET',
    hint: 'Then the check: links and pictures come by GET and are refused.',
    takes: ({ cause }) => cause.verb === 'POST',
  },
  {
    text: `if there is an Origin, it must begin with ${OFFICE}`,
    hint: byOrigin,
    takes: ({ cause, page }) => cause.verb === 'GET' || page.origin.startsWith(OFFICE),
  },
  {
    text: `if there is an Origin, it must be ${OFFICE}`,
    hint: byOrigin,
    takes: ({ cause, page }) => cause.verb === 'GET' || page.origin === OFFICE,
  },
  {
    text: 'there must be an Origin, and it must end with harbour.example',
    hint: byOrigin,
    takes: ({ cause, page }) => cause.verb === 'POST' && page.origin.endsWith('harbour.example'),
  },
  {
    text: `there must be an Origin, and it must begin with ${OFFICE}`,
    hint: byOrigin,
    takes: ({ cause, page }) => cause.verb === 'POST' && page.origin.startsWith(OFFICE),
  },
];

export const sessionDrills = {
  'session-ticket': {
    form: 'the ticket, twenty hexadecimal digits',
    isDistinct: true,
    normalize: normalizeHex,
    make: (random) => {
      const number = random.int(100, 49_998);
      const second = 1_795_000_000 + random.int(0, 50_000_000);
      const next = number + 1;
      const later = second + random.int(2, 400);
      return {
        given: [
          { label: 'How tickets are made', text: 'sha256(f"{number}:{second}").hexdigest()[:20]' },
          {
            label: 'The number',
            text: 'counts the log-ins, one higher for each, and starts again when it reaches 50,000',
          },
          { label: 'Your ticket', text: ticket(number, second) },
          { label: 'Your log-in, in Unix time', text: String(second) },
          { label: 'Mara logs in right after you, at', text: String(later) },
        ],
        answer: ticket(next, later),
        solution: [
          `A hash of twenty digits looks like 80 bits. You know the second of your own ticket, so 50,000 numbers are left: try them all until you get your ticket. Yours is number ${number}.`,
          `Hers is made of the next number, \`${next}:${later}\`.`,
          `\`import hashlib; t = lambda n, s: hashlib.sha256(f"{n}:{s}".encode()).hexdigest()[:20]; print(next(t(n + 1, ${later}) for n in range(50000) if t(n, ${second}) == "${ticket(number, second)}"))\``,
        ],
      };
    },
  },
  'cookie-scope': {
    form: 'the names of the cookies, separated by spaces',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeWords,
    make: (random) => {
      for (;;) {
        const parent = `${random.pick(nouns)}.example`;
        const host = random.pick([parent, `www.${parent}`]);
        const from: Address = { scheme: random.pick(['http', 'https', 'https']), host, path: '/' };
        const to: Address = {
          scheme: random.pick(['http', 'https']),
          host: random.pick([host, host, parent, `till.${parent}`, `${host}:8443`]),
          path: random.pick(['/office', '/office/till', '/offices', '/shop', '/']),
        };
        // Cookies do not depend on the port.
        const plain = { ...to, host: to.host.replace(/:.*/, '') };
        const names = random
          .some(['aft', 'bow', 'cap', 'dip', 'elm', 'fin', 'gull', 'hem', 'ivy', 'jib', 'keel'], 7)
          .sort();
        const set = random.some(cookies(random, host, parent, from.scheme), 7).map((cookie, i) => ({
          ...{ cookie, name: `${cookie.prefix ?? ''}${names[i]}` },
        }));
        const sent = set.filter(({ cookie }) => goes(cookie, from, plain, parent)).map(({ name }) => name);
        const dropped = set.filter(({ cookie }) => !cookie.isKept).map(({ name }) => name);
        if (sent.length < 1 || sent.length > 5) continue;
        return {
          given: [
            {
              label: `${inFull(from)} sets`,
              text: set.map(({ cookie, name }) => `${name}=${random.int(10, 99)}; ${cookie.attributes}`).join('\n'),
            },
            { label: 'Then the browser requests', text: inFull(to) },
          ],
          answer: inOrder(sent.map((name) => name.toLowerCase())),
          solution: [
            `First find the cookies that the browser stores. ${dropped.length > 0 ? `Not stored: ${dropped.map((name) => `\`${name}\``).join(', ')}` : 'Here it stores all of them'}. A host may name itself or a parent; \`Secure\` needs HTTPS; \`Max-Age=0\` deletes; \`__Host-\` needs \`Secure\`, \`Path=/\` and no \`Domain\`.`,
            `Without \`Domain\`, the browser sends a cookie only to exactly \`${host}\`, on every port. With \`Domain\`, it sends the cookie to every name under \`${parent}\`.`,
            `\`Path=/office\` matches \`/office\` and every path under it, by whole segments, and \`Secure\` needs HTTPS. The browser sends to \`${inFull(to)}\`: ${sent.map((name) => `\`${name}\``).join(', ')}.`,
          ],
        };
      }
    },
  },
  'csrf-requests': {
    form: 'the letters, separated by spaces',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeLetters,
    make: (random) => {
      for (;;) {
        const same = random.pick(['Strict', 'Lax', 'None'] as const);
        const check = random.pick(checks);
        const all = causes.flatMap((cause) => pages.map((page) => ({ cause, page })));
        const shown = random.some(all, 7);
        const moves = (request: Request) => cookieGoes(request, same) && check.takes(request);
        const count = shown.filter(moves).length;
        if (count < 1 || count > 5) continue;
        const naked = shown.filter((request) => !cookieGoes(request, same));
        const lettersFor = (list: readonly Request[]) => lettersOf(shown, (one) => list.includes(one)).toUpperCase();
        return {
          given: [
            {
              label: `Each of these requests ${OFFICE}/move`,
              text: lettered(columns(shown.map(({ cause, page }) => [cause.verb, cause.name, `on ${page.origin}`]))),
            },
            { label: 'The cookie of the session', text: `sid=…; Path=/; Secure; HttpOnly; SameSite=${same}` },
            { label: 'Checks of the office, apart from the cookie', text: check.text },
          ],
          answer: lettersOf(shown, moves),
          solution: [
            `A site is the scheme and \`harbour.example\`; subdomains and ports belong to the same site, and every other name before \`.example\` is another site. With \`SameSite=${same}\` ${naked.length === 0 ? 'the browser sends the cookie with all of these' : `these requests have no cookie: ${lettersFor(naked)}`}.`,
            check.hint,
            `The boat moves with ${lettersOf(shown, moves).toUpperCase()}.`,
          ],
        };
      }
    },
  },
} as const satisfies Record<string, Drill>;
