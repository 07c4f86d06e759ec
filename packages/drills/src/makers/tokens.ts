import { createHmac } from 'node:crypto';
import type { Drill } from '../drill.ts';
import { lettered, lettersOf, normalizeLetters, shuffled } from '../lists.ts';
import { inOrder, normalizeExact, normalizeWords } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { codeWord, nouns, passphrase } from '../words.ts';

const people = ['mara', 'otto', 'ines', 'tomas', 'petra', 'sven'];
const roles = ['deckhand', 'pilot', 'cook', 'clerk', 'keeper'];

const base64url = (text: string): string => Buffer.from(text).toString('base64url');
/** Normalizes the third part of a token: the parts before it and `=` after it do not matter. */
const normalizeSeal = (text: string): string => normalizeExact(text).replace(/^.*\./, '').replace(/=+$/, '');
const inBase64 = (base64url: string): string => base64url.replaceAll('-', '+').replaceAll('_', '/');
const seal = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url');
const seconds = (random: Random): number => 1_795_000_000 + random.int(0, 60_000_000);

const pythonSeal =
  'import hmac, base64; b = lambda x: base64.urlsafe_b64encode(x).rstrip(b"=").decode(); s = lambda k, m: b(hmac.digest(k.encode(), m.encode(), "sha256"))';

interface Use {
  at: number;
  name: string;
  address: string;
  used: string;
  gave: string;
}

/** The token uses of a day, with the tokens used and issued. At some time, a thief has a copy of one token. */
function usesOf(random: Random): { uses: Use[]; victim: string; second: Use; retry: Use } {
  const token = () => random.bytes(3).toString('hex');
  const names = random.some(people, 3) as [string, string, string];
  const home = new Map(names.map((name) => [name, `192.0.2.${random.int(2, 250)}`]));
  const away = `198.51.100.${random.int(2, 250)}`;
  const start = 6 * 3600 + random.int(0, 3600);
  const uses: Use[] = [];
  const chain = (name: string, first: string, from: number, count: number, addressOf: (i: number) => string): void => {
    let [used, at] = [first, from];
    for (let i = 0; i < count; i++) {
      const gave = token();
      uses.push({ at, name, address: addressOf(i), used, gave });
      [used, at] = [gave, at + random.int(590, 660)];
    }
  };
  const at = () => start + random.int(0, 500);
  const [victim, mover, quiet] = names;
  // One client changes its address, one does not, and the token of the third is used by two clients.
  chain(mover, token(), at(), 4, (i) =>
    i < random.int(1, 3) ? (home.get(mover) ?? '') : `203.0.113.${random.int(2, 250)}`,
  );
  chain(quiet, token(), at(), 3, () => home.get(quiet) ?? '');
  const honest = random.pick(uses);
  const retry = { ...honest, at: honest.at + random.int(2, 6) };
  uses.push(retry);
  const begin = at();
  const before = random.int(1, 2);
  chain(victim, token(), begin, before, () => home.get(victim) ?? '');
  const copied = uses.at(-1)?.gave ?? '';
  const [hers, his] = shuffled(random, [0, random.int(200, 500)]) as [number, number];
  const fork = begin + before * 640 + random.int(0, 60);
  chain(victim, copied, fork + hers, random.int(2, 3), () => home.get(victim) ?? '');
  chain(victim, copied, fork + his, random.int(1, 2), () => away);
  const [, second] = uses.filter(({ used }) => used === copied).sort((a, b) => a.at - b.at) as [Use, Use];
  return { uses: uses.sort((a, b) => a.at - b.at), victim, second, retry };
}

const clock = (at: number): string => new Date(at * 1000).toISOString().slice(11, 19);

const HOME = 'harbour.example';
/** Redirect addresses: where a browser ends up, and which check accepts them. */
const returns: readonly ((mole: string) => { uri: string; isForeign: boolean; host: string })[] = [
  () => ({ uri: `https://${HOME}/callback`, isForeign: false, host: HOME }),
  () => ({ uri: `https://${HOME}:443/callback`, isForeign: false, host: HOME }),
  () => ({ uri: `https://shop.${HOME}/callback`, isForeign: false, host: `shop.${HOME}` }),
  (mole) => ({ uri: `https://${HOME}@${mole}/callback`, isForeign: true, host: mole }),
  (mole) => ({ uri: `https://${HOME}:443@${mole}/`, isForeign: true, host: mole }),
  (mole) => ({ uri: `https://${HOME}.${mole}/callback`, isForeign: true, host: `${HOME}.${mole}` }),
  (mole) => ({ uri: `https://${mole}/https://${HOME}/callback`, isForeign: true, host: mole }),
  (mole) => ({ uri: `https://${mole}/?next=https://${HOME}/`, isForeign: true, host: mole }),
  () => ({ uri: `https://not${HOME}/callback`, isForeign: true, host: `not${HOME}` }),
  (mole) => ({ uri: `https://${HOME}/go?to=https://${mole}/`, isForeign: true, host: HOME }),
  (mole) => ({ uri: `https://${HOME}/callback/../go?to=https://${mole}/`, isForeign: true, host: HOME }),
];
type Return = ReturnType<(typeof returns)[number]>;
const registered: readonly { code: string; takes: (one: Return) => boolean; fault: string }[] = [
  {
    code: `uri.startswith("https://${HOME}")`,
    takes: ({ uri }) => uri.startsWith(`https://${HOME}`),
    fault: 'The compared text has no slash at its end, so the name may continue, or become a user name before an `@`.',
  },
  {
    code: `uri.startswith("https://${HOME}/callback")`,
    takes: ({ uri }) => uri.startsWith(`https://${HOME}/callback`),
    fault: 'The host is fixed, but the path may continue, and a browser resolves `..` in it.',
  },
  {
    code: `urlsplit(uri).hostname.endswith("${HOME}")`,
    takes: ({ host }) => host.endsWith(HOME),
    fault: 'A name may have more letters in front, without a dot, and every path of the host is allowed.',
  },
  {
    code: `"https://${HOME}/" in uri`,
    takes: ({ uri }) => uri.includes(`https://${HOME}/`),
    fault: "The harbour's address may be anywhere, also in the path or the query of another host.",
  },
  {
    code: `urlsplit(uri).hostname == "${HOME}"`,
    takes: ({ host }) => host === HOME,
    fault: 'The host is right, but every path of it is allowed, including an open redirect.',
  },
];

export const tokenDrills = {
  'jwt-seal': {
    form: 'the third part of the token, 43 characters',
    isDistinct: true,
    normalize: normalizeSeal,
    make: (random) => {
      const header = random.pick(['{"alg":"HS256","typ":"JWT"}', '{"typ":"JWT","alg":"HS256"}', '{"alg":"HS256"}']);
      const claims = shuffled(random, [
        `"sub":"${random.pick(people)}"`,
        `"role":"${random.pick(roles)}"`,
        `"exp":${seconds(random)}`,
        ...(random.int(0, 1) ? [`"aud":"${random.pick(['till', 'gate', 'dock'])}"`] : []),
      ]);
      const body = `{${claims.join(',')}}`;
      const key = passphrase(random);
      const message = `${base64url(header)}.${base64url(body)}`;
      return {
        given: [
          { label: 'Header', text: header },
          { label: 'Claims', text: body },
          { label: 'Key', text: key },
        ],
        answer: seal(key, message),
        mistakes: {
          [Buffer.from(seal(key, message), 'base64url').toString('hex')]:
            'This is the right HMAC in hexadecimal. A token contains it as base64url.',
          [inBase64(seal(key, message))]: 'This is base64. A token contains base64url: - for + and _ for /.',
        },
        solution: [
          `Encode each of the first two as base64url, without \`=\`: \`${message}\``,
          `The HMAC is computed over this text, including the dot, and its 32 bytes are encoded as base64url as well.`,
          `\`printf '%s' '${message}' | openssl dgst -sha256 -hmac '${key}' -binary | base64 | tr '+/' '-_' | tr -d =\``,
        ],
      };
    },
  },
  'jwt-forge': {
    form: 'the third part of the new token, 43 characters',
    isDistinct: true,
    normalize: normalizeSeal,
    make: (random) => {
      const words = random.some(nouns, 8);
      const key = `${random.pick(words)}${random.int(0, 9999)}`;
      const head = base64url('{"alg":"HS256","typ":"JWT"}');
      const [sub, role, iat] = [random.pick(people), random.pick(roles), seconds(random)];
      const bodyOf = (as: string) => `{"sub":"${sub}","role":"${as}","iat":${iat}}`;
      const message = `${head}.${base64url(bodyOf(role))}`;
      const tag = seal(key, message);
      const forged = `${head}.${base64url(bodyOf('harbourmaster'))}`;
      return {
        given: [
          { label: 'A token', text: `${message}.${tag}` },
          {
            label: 'Its key: one of these words and a number under ten thousand, without a space',
            text: words.join(' '),
          },
          {
            label: 'Find',
            text: `the signature of the same token with the role harbourmaster and no other change`,
          },
        ],
        answer: seal(key, forged),
        solution: [
          `Eight words with ten thousand numbers are 80,000 keys, and you can try all of them offline. First the tools: \`${pythonSeal}\``,
          `Then the search: \`m, t = "${message}", "${tag}"; k = next(w + str(n) for w in "${words.join(' ')}".split() for n in range(10000) if s(w + str(n), m) == t)\`. It finds \`${key}\`.`,
          `Now you can sign any text: \`print(s(k, "${head}." + b(b'${bodyOf('harbourmaster')}')))\``,
        ],
      };
    },
  },
  'refresh-reuse': {
    form: 'the numbers of the lines, separated by spaces',
    isDistinct: false,
    hasVeryFewAnswers: true,
    normalize: normalizeWords,
    make: (random) => {
      const { uses, victim, second, retry } = usesOf(random);
      const refused = uses.flatMap((use, i) => (use.name === victim && use.at >= second.at ? [String(i + 1)] : []));
      const line = (use: Use, i: number) =>
        `${String(i + 1).padStart(2)} ${clock(use.at)} ${use.name.padEnd(5)} ${use.address.padEnd(14)} ${use.used} ${use.gave}`;
      return {
        given: [
          { label: 'Line, time, name, address, token used, token given', text: uses.map(line).join('\n') },
          {
            label: 'The rule that the office should have had',
            text: 'A token is valid for one use. Within ten seconds the same address gets the same answer again. Any other second use ends the family: all tokens that come from that log-in.',
          },
          { label: 'Find', text: 'the lines that would have been refused under this rule' },
        ],
        answer: inOrder(refused),
        solution: [
          `Look for tokens that were used twice. \`${retry.used}\` is a retry: the same address, a few seconds later, and the same answer. A user who only changes the address is not a thief either.`,
          `\`${second.used}\` was used by two people and got two answers. The second use, at ${clock(second.at)}, ends the family of ${victim}.`,
          `From that line on, every token of ${victim} is refused, whoever sends it, because all of them come from the same log-in: ${refused.join(', ')}.`,
        ],
      };
    },
  },
  'oauth-returns': {
    form: 'the letters, separated by spaces',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeLetters,
    make: (random) => {
      for (;;) {
        const mole = `${codeWord(random)}.example`;
        const check = random.pick(registered);
        const shown = random.some(returns, 7).map((one) => one(mole));
        const leaks = (one: Return) => one.isForeign && check.takes(one);
        const letters = lettersOf(shown, leaks);
        if (letters === '' || shown.filter(check.takes).length < 2) continue;
        return {
          given: [
            { label: 'The check of the pilot service, in Python', text: check.code },
            { label: 'Values of redirect_uri', text: lettered(shown.map(({ uri }) => uri)) },
            {
              label: 'To know',
              text: `Everything at ${HOME} and below belongs to the harbour.\nIts page /go redirects a browser to the complete text after to=.`,
            },
          ],
          answer: letters,
          solution: [
            `${check.fault} It accepts ${lettersOf(shown, check.takes).toUpperCase()}.`,
            'Then find out where a browser goes: the host ends at the first `/`, `?` or `#` after the two slashes, and text before an `@` is not part of it. A browser resolves `..` in a path before it sends the request. `/go` on the harbour passes the code on.',
            `These are accepted although the code goes to a stranger's host: ${letters.toUpperCase()}.`,
          ],
        };
      }
    },
  },
} as const satisfies Record<string, Drill>;
