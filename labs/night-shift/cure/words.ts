import { randomBytes } from 'node:crypto';

const first = 'amber brass coral dusty early foggy green hasty inner jolly kelp loose merry north olive plain'.split(
  ' ',
);
const second =
  'anchor bollard cutter dinghy eider ferry gannet halyard island jetty keel lantern mooring net oar pilot'.split(' ');

/** Three parts of a word to say at the desk, out of four bytes. */
export const spell = (bytes: Uint8Array): [string, string, string] => {
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return [first[a % 16] ?? '', second[b % 16] ?? '', String(1000 + (((c << 8) | d) % 9000))];
};

const drawn = new Map<string, [string, string, string]>();

/** The word of a hook. What lay in a paper is known, so whoever asks draws new ones, and the desk's are in no paper. They are printed for the clerk. */
export function wordOf(hook: string, _flag: string): [string, string, string] {
  const word = drawn.get(hook) ?? spell(randomBytes(4));
  if (!drawn.has(hook)) process.stderr.write(`Hook ${hook}: ${word.join('-')}\n`);
  drawn.set(hook, word);
  return word;
}
