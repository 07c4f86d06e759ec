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

/** Returns a sentence of small letters and spaces, at most 60 characters long. There are 2,352 possible sentences. */
export const sentence = (random: Random): string => [who, does, where, when].map((list) => random.pick(list)).join(' ');

export const nouns = [
  ...['anchor', 'barrel', 'beacon', 'compass', 'crane', 'ferry', 'hawser', 'jetty'],
  ...['kettle', 'lantern', 'mooring', 'parrot', 'rudder', 'sextant', 'tiller', 'whistle'],
];

/** Returns a word with a number, such as `lantern-4821`. */
export const codeWord = (random: Random): string => `${random.pick(nouns)}-${random.int(1000, 9999)}`;

/**
 * Returns two code words. There are more than 2^34 possible phrases, so two learners practically never get the same
 * one.
 */
export const passphrase = (random: Random): string => `${codeWord(random)}-${codeWord(random)}`;

/** Returns a string of random small letters. */
export const letters = (random: Random, count: number): string =>
  Array.from({ length: count }, () => String.fromCharCode(random.int(97, 122))).join('');
