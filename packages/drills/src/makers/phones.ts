import { createHash } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import type { Drill } from '../drill.ts';
import { columns, lettered, lettersOf, normalizeLetters, shuffled } from '../lists.ts';
import { tarOf } from '../material/archives.ts';
import { certificate, chat, plist, publicKey } from '../material/phone-storage.ts';
import { folded } from '../material/signals.ts';
import { normalizeExact, normalizeText } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { codeWord, nouns, passphrase } from '../words.ts';

const people = ['ines', 'tomas', 'edda', 'pell', 'moss'];
const things = ['slipway', 'boathouse', 'ice store', 'signal box', 'fish hall'];

/** Encodes preferences of an app as Android does. */
const preferences = (values: Record<string, string>): Buffer =>
  Buffer.from(
    `<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map>\n${Object.entries(values)
      .map(([name, value]) => `    <string name="${name}">${value}</string>\n`)
      .join('')}</map>\n`,
  );

const owners = [
  { name: 'ines', number: 7 },
  { name: 'tomas', number: 8 },
  { name: 'edda', number: 9 },
] as const;

/** Answers of an API, and whether each one is correct. Most are. */
function answers(random: Random) {
  const all = [...owners, undefined].flatMap((user) =>
    [
      'GET /v2/me',
      'GET /v2/ports',
      ...owners.flatMap(({ number }) => [`GET /v2/logs/${number}`, `PUT /v2/logs/${number}`]),
    ].map((request) => ({ request, user })),
  );
  return random.some(all, 12).map(({ request, user }) => {
    const owner = owners.find(({ number }) => request.endsWith(`/${number}`));
    const isAllowed = request.endsWith('/ports') || (user !== undefined && (!owner || owner === user));
    const isBroken = !isAllowed && random.int(0, 3) === 0;
    const refusal = user ? random.pick([403, 404]) : 401;
    return { request, user: user?.name ?? 'nobody', status: isAllowed || isBroken ? 200 : refusal, isBroken };
  });
}

export const phoneDrills = {
  'phone-freed-row': {
    form: 'the code, such as anchor-1234-barrel-5678',
    isDistinct: true,
    normalize: (text) => normalizeText(text).replace(/[.,]$/, ''),
    make: (random) => {
      const rows = random.some(things, 5).map((thing) => ({
        who: random.pick(people),
        text: `the ${thing} opens with ${passphrase(random)}, burn this`,
      }));
      const deleted = random.int(1, 3);
      const row = rows[deleted] ?? { who: '', text: '' };
      const answer = row.text.replace(/^.* with |,.*$/g, '');
      return {
        given: [
          {
            label: 'chat.db, packed with gzip, in base64',
            text: folded(gzipSync(chat(rows, deleted), { level: 9 }).toString('base64')),
          },
          { label: 'Find', text: 'the code in the deleted message' },
        ],
        answer,
        solution: [
          'Save it as `chat.b64`; `base64 -d chat.b64 | gunzip > chat.db` makes the database.',
          `\`sqlite3 chat.db 'SELECT * FROM messages;'\` shows four messages; number ${deleted + 1} is missing.`,
          `\`strings chat.db\` shows the texts of five, because SQLite has only marked the space as free. The text that is no longer in the table is \`${row.text}\`.`,
        ],
      };
    },
  },
  'phone-backup': {
    form: 'the recovery word',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const word = passphrase(random);
      const app = `apps/example.${random.pick(nouns)}.tides`;
      const lock = { pin_hash: random.bytes(8).toString('hex'), recovery: word };
      const entries = [
        { name: `${app}/_manifest`, content: Buffer.from(`1\nexample.tides\n${random.int(20, 60)}\n`) },
        { name: `${app}/sp/session.xml`, content: preferences({ user: random.pick(people), last: codeWord(random) }) },
        { name: `${app}/sp/lock.xml`, content: preferences(lock) },
        { name: `${app}/f/export.csv`, content: Buffer.from('port,time,height\nNorthhaven,06:12,4.1\n') },
      ];
      const head = `ANDROID BACKUP\n${random.int(1, 5)}\n1\nnone\n`;
      const backup = Buffer.concat([Buffer.from(head), deflateSync(tarOf(entries), { level: 9 })]);
      return {
        given: [
          { label: 'A backup of an app, in base64', text: folded(backup.toString('base64')) },
          { label: 'Find', text: 'the recovery word, which the app stores with its lock' },
        ],
        answer: word,
        solution: [
          'Save it as `b.b64`; `base64 -d b.b64 > tides.ab` makes the backup. Its first four lines are readable: the backup is compressed and has no password.',
          `After them, zlib data begins, and it contains a tar archive: \`python3 -c "import zlib; open('tides.tar', 'wb').write(zlib.decompress(open('tides.ab', 'rb').read().split(b'\\n', 4)[4]))"\`.`,
          `\`tar tf tides.tar\` lists four files, and \`tar xOf tides.tar ${app}/sp/lock.xml\` prints the one with the lock. There the recovery word is unencrypted next to the hash of the PIN.`,
        ],
      };
    },
  },
  'phone-pin': {
    form: 'the pin, in base64',
    isDistinct: true,
    normalize: (text) =>
      normalizeExact(text)
        .replace(/^sha256\//i, '')
        .replace(/^\S{43}$/, '$&='),
    make: (random) => {
      const [key, serial] = [random.bytes(32), random.bytes(8)];
      serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
      const bytes = certificate(`api.${random.pick(nouns)}.example`, serial, key, random.bytes(64));
      const answer = createHash('sha256').update(publicKey(key)).digest('base64');
      const whole = createHash('sha256').update(bytes).digest('base64');
      return {
        given: [
          {
            label: 'cert.pem',
            text: `-----BEGIN CERTIFICATE-----\n${folded(bytes.toString('base64'))}\n-----END CERTIFICATE-----`,
          },
          { label: 'Find', text: 'the pin that an app needs for this server' },
        ],
        answer,
        solution: [
          'A pin is the SHA-256 of the public key, encoded as in the certificate, so extract the key first.',
          '`openssl x509 -in cert.pem -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64`',
          `If you have \`${whole.slice(0, 8)}…\`, you have hashed the whole certificate. That works until the certificate is renewed, and then every app fails.`,
        ],
      };
    },
  },
  'phone-matrix': {
    form: 'the letters, separated by spaces',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeLetters,
    make: (random) => {
      for (;;) {
        const rows = answers(random);
        const answer = lettersOf(rows, ({ isBroken }) => isBroken);
        if (!answer) continue;
        const broken = rows.filter(({ isBroken }) => isBroken);
        return {
          given: [
            {
              label: 'The users',
              text: `${owners.map(({ name, number }) => `${name} has logbook ${number}`).join('\n')}\nonly its owner may read or change a logbook; /v2/me is for everyone with a token, /v2/ports also for requests without one`,
            },
            {
              label: 'Request, owner of the token, answer of the server',
              text: lettered(columns(rows.map(({ request, user, status }) => [request, user, String(status)]))),
            },
            { label: 'Find', text: 'the answers that show that a check is missing' },
          ],
          answer,
          solution: [
            'Ask two questions about each 200: does the server know the user, and does the logbook belong to the user? A 200 for the user’s own logbook is correct, and so is one for the ports without a token.',
            `A check is missing at ${broken.map(({ request, user }) => `\`${request}\` for ${user}`).join(', ')}.`,
            '401, 403 and 404 are all refusals. A server that uses both 403 and 404 may reveal to a stranger which numbers exist, but it does not reveal any data.',
          ],
        };
      }
    },
  },
  'phone-plist': {
    form: 'the name of the host',
    isDistinct: true,
    normalize: (text) =>
      normalizeExact(text)
        .toLowerCase()
        .replace(/^https?:\/\//, '')
        .replace(/[./]+$/, ''),
    make: (random) => {
      const hosts = Array.from({ length: 3 }, () => `${passphrase(random)}.example`);
      const [plain = ''] = hosts;
      const rules = [
        { NSExceptionAllowsInsecureHTTPLoads: true },
        { NSExceptionAllowsInsecureHTTPLoads: false },
        { NSIncludesSubdomains: true },
      ];
      const domains = shuffled(
        random,
        hosts.map((host, i) => [host, rules[i] ?? {}] as const),
      );
      const app = random.pick(nouns);
      const bytes = plist({
        CFBundleIdentifier: `example.${app}.tides`,
        CFBundleURLTypes: [{ CFBundleURLSchemes: [app] }],
        NSAppTransportSecurity: { NSAllowsArbitraryLoads: false, NSExceptionDomains: Object.fromEntries(domains) },
        UIFileSharingEnabled: random.int(0, 1) === 1,
      });
      return {
        given: [
          { label: 'An Info.plist, in hexadecimal', text: folded(bytes.toString('hex')) },
          { label: 'Find', text: 'the host to which this app may use plain HTTP' },
        ],
        answer: plain,
        solution: [
          `It begins with \`${bytes.subarray(0, 8).toString('hex')}\`, which is \`bplist00\`: a binary property list. Save it as \`info.hex\`.`,
          '`python3 -c "import plistlib, pprint; pprint.pp(plistlib.loads(bytes.fromhex(open(\'info.hex\').read())))"`',
          `Three hosts have their own rules under \`NSExceptionDomains\`. Only for \`${plain}\` is \`NSExceptionAllowsInsecureHTTPLoads\` True; for one it is False, and the third has another rule.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
