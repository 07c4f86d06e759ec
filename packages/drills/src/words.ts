import type { Random } from './random.ts';

const who = [
  'the ferry',
  'the keeper',
  'a gull',
  'the pilot',
  'the night watch',
  'the old tug',
  'the clerk',
  'the cook',
];
const does = [
  'waits at',
  'has left',
  'is painting',
  'cannot find',
  'sails past',
  'counts the lamps on',
  'is asleep on',
];
const where = [
  ...['pier four', 'the north mole', 'berth nine', 'the customs house'],
  ...['the red buoy', 'the lighthouse', 'the fish hall'],
];
const when = [
  ...['until high water', 'since tuesday', 'before the fog comes'],
  ...['with a lantern', 'for two crowns', 'without a permit'],
];

/** A sentence of small letters and blanks, at most 60 long; 2,352 are possible. */
export const sentence = (random: Random): string => [who, does, where, when].map((list) => random.pick(list)).join(' ');

export const nouns = [
  ...['anchor', 'barrel', 'beacon', 'compass', 'crane', 'ferry', 'hawser', 'jetty'],
  ...['kettle', 'lantern', 'mooring', 'parrot', 'rudder', 'sextant', 'tiller', 'whistle'],
];

/** A word with a number, such as `lantern-4821`. */
export const codeWord = (random: Random): string => `${random.pick(nouns)}-${random.int(1000, 9999)}`;

/** Two of them: more than 2^34 are possible, so two learners hardly ever have the same. */
export const passphrase = (random: Random): string => `${codeWord(random)}-${codeWord(random)}`;

/** Small letters in a row that mean nothing. */
export const letters = (random: Random, count: number): string =>
  Array.from({ length: count }, () => String.fromCharCode(random.int(97, 122))).join('');
