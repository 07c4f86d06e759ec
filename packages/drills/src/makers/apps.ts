import { createHash } from 'node:crypto';
import { xor } from '../bytes.ts';
import type { Drill } from '../drill.ts';
import { shuffled } from '../lists.ts';
import { zipOf } from '../material/archives.ts';
import { dump } from '../material/hex-dump.ts';
import { folded } from '../material/signals.ts';
import { normalizeExact, normalizeText } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { codeWord, nouns, passphrase } from '../words.ts';

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Small files of an app, with one line of text each. */
function files(random: Random): { name: string; text: string }[] {
  const [port, other] = random.some(nouns, 2);
  return [
    { name: 'assets/config.json', text: `{"api":"https://api.${port}.example/v${random.int(1, 4)}","pilot":false}` },
    { name: 'assets/help/index.html', text: `<h1>Tides</h1><p>Ask at the ${other}, box ${random.int(10, 99)}.</p>` },
    { name: 'assets/ports.json', text: `{"${port}":0,"${other}":-${random.int(3, 40)}}` },
    { name: 'assets/terms.txt', text: `The ${port} is not liable for gulls, edition ${random.int(2, 9)}.` },
  ];
}

/** Changes one word or number of a file, as in a pirated copy. */
const changed = (random: Random, text: string): string =>
  random.pick([
    text.replace(/\d+(?=\D*$)/, (number) => String(Number(number) + random.int(1, 50))),
    text.replace(random.pick(nouns.filter((noun) => text.includes(noun))), `pirate-${random.int(2, 99)}`),
  ]);

export const appDrills = {
  'app-zip': {
    form: 'the code, such as anchor-1234-barrel-5678',
    isDistinct: true,
    // The whole comment is accepted as well as the code in it.
    normalize: (text) => normalizeText(text).replace(/^(?:<!--)?\s*take me out:\s*|\s*-->$/g, ''),
    make: (random) => {
      const note = passphrase(random);
      const page = `<h1>Help</h1><p>Ask the harbour, box ${random.int(100, 999)}.</p>`;
      const ending = random.pick(['.orig', '.bak', '~', '.swp']);
      const folder = random.pick(['assets', 'assets/help', 'res/raw']);
      const forgotten = `${folder}/${random.pick(['index.html', 'start.html', 'help.html'])}`;
      const entries = shuffled(random, [
        { name: 'AndroidManifest.xml', content: Buffer.concat([Buffer.of(3, 0, 8, 0), random.bytes(4)]) },
        { name: 'classes.dex', content: Buffer.from('dex\n035\0') },
        { name: forgotten, content: Buffer.from(page) },
        { name: `${forgotten}${ending}`, content: Buffer.from(`<!-- take me out: ${note} -->${page}`) },
      ]);
      return {
        given: [
          { label: 'The whole app, in base64', text: folded(zipOf(entries).toString('base64')) },
          { label: 'Find', text: 'the code in the comment of the file that an editor left behind' },
        ],
        answer: note,
        solution: [
          'It begins with `UEsDB`, which is `PK` and two more bytes in base64: a zip file. Save the text as `app.b64`; `base64 -d app.b64 > app.apk` makes the file.',
          `\`unzip -l app.apk\` lists four names, and one of them does not belong in the app: \`${forgotten}${ending}\`.`,
          `\`unzip -p app.apk '${forgotten}${ending}'\` prints it, with the code in a comment.`,
        ],
      };
    },
  },
  'app-native-key': {
    form: 'the key, as text',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const key = passphrase(random);
      const words = random.some(
        ['moonraker', 'topgallant', 'spinnaker', 'bowsprit', 'gangway', 'binnacle', 'capstan'],
        3,
      );
      const word = random.pick(words);
      const blob = xor(Buffer.from(key), Buffer.from(word));
      const padded = words.map((one) => Buffer.concat([Buffer.from(one), Buffer.alloc(16 - one.length)]));
      const start = random.int(0x20, 0x6f) * 0x100;
      const at = (start + 48).toString(16);
      return {
        given: [
          { label: 'The section .rodata of a native library', text: dump(Buffer.concat([...padded, blob]), start) },
          {
            label: 'Known',
            text: `service_key() returns ${key.length} characters; they are stored at ${at}, obfuscated`,
          },
        ],
        answer: key,
        solution: [
          'You cannot read a key directly, but there are three words that a library about tides does not need. XOR with a value nearby is by far the most common obfuscation, so try each word, repeated.',
          `\`from itertools import cycle; b = bytes.fromhex("${blob.toString('hex')}")\``,
          `\`bytes(x ^ k for x, k in zip(b, cycle(b"${word}"))).decode()\` is readable. The other two words give nonsense: the developers put them there to mislead you.`,
        ],
      };
    },
  },
  'app-digest': {
    form: 'the digest, in base64, as MANIFEST.MF has it',
    isDistinct: true,
    // The whole line is accepted too, and so is a digest without the padding character.
    normalize: (text) =>
      normalizeExact(text)
        .replace(/^SHA-256-Digest:\s*/i, '')
        .replace(/^\S{43}$/, '$&='),
    make: (random) => {
      const all = shuffled(random, [...files(random), { name: 'assets/build.txt', text: codeWord(random) }]);
      const target = random.pick(all.filter(({ name }) => name !== 'assets/build.txt'));
      const text = changed(random, target.text);
      const answer = digestOf(text);
      return {
        given: [
          {
            label: 'META-INF/MANIFEST.MF',
            text: shuffled(random, all)
              .map(({ name, text: own }) => `Name: ${name}\nSHA-256-Digest: ${digestOf(own)}`)
              .join('\n\n'),
          },
          {
            label: 'The files of the package, each one line without a line break',
            text: all.map((file) => `${file.name}\n${file === target ? text : file.text}`).join('\n\n'),
          },
          {
            label: 'Find',
            text: 'one file was changed: the digest that its entry in the list would need now',
          },
        ],
        answer,
        solution: [
          `Hash each file and compare the result with its line: \`printf '%s' '${text}' | openssl dgst -sha256 -binary | base64\`.`,
          `Four digests match the list. The digest of \`${target.name}\` does not: the list has \`${digestOf(target.text)}\`.`,
          'The new digest would change the list itself. `HARBOUR.SF` detects that, and it is signed. So the pirate would have to sign it again, and has only their own key.',
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
