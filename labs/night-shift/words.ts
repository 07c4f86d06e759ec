import { createHash } from 'node:crypto';

const first = 'amber brass coral dusty early foggy green hasty inner jolly kelp loose merry north olive plain'.split(
  ' ',
);
const second =
  'anchor bollard cutter dinghy eider ferry gannet halyard island jetty keel lantern mooring net oar pilot'.split(' ');

/** Returns a word of three parts, made from four bytes. */
export const spell = (bytes: Uint8Array): [string, string, string] => {
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return [first[a % 16] ?? '', second[b % 16] ?? '', String(1000 + (((c << 8) | d) % 9000))];
};

/**
 * Returns the word of a hook. It is derived from the flag, for the papers and for the desk, and reveals nothing of the
 * flag.
 */
export const wordOf = (hook: string, flag: string): [string, string, string] =>
  spell(createHash('sha256').update(`${hook}, said at the night desk: ${flag}`).digest());
