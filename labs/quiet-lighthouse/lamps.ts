export interface Lamp {
  name: string;
  title: string;
  lit: 0 | 1;
  text: string;
  /** For the keeper. */
  remark: string;
}

export const lamps: Lamp[] = [
  {
    name: 'gull-rock',
    title: 'Gull Rock',
    lit: 1,
    text: 'The old light. Two flashes, a pause, and a sigh.',
    remark: '',
  },
  {
    name: 'north-head',
    title: 'North Head',
    lit: 1,
    text: 'Red. It is embarrassed about 1958.',
    remark: 'Bulb from the church.',
  },
  { name: 'south-mole', title: 'South Mole', lit: 1, text: 'Green, like the moss on it.', remark: 'It is the moss.' },
  {
    name: 'breakwater',
    title: 'Breakwater',
    lit: 0,
    text: 'Out since the fair. Confetti in the wiring.',
    remark: 'Moss. Not the plant.',
  },
  {
    name: 'nordby-buoy',
    title: 'Nordby Buoy',
    lit: 0,
    text: 'Smells of cheese in an east wind.',
    remark: 'In every wind.',
  },
];

/** The lamp whose remark is a flag. */
export const FLAGGED = 'gull-rock';

/**
 * Returns the night book.
 * @param flag the call of Tuesday
 */
export const nights = (flag: string): [night: string, entry: string][] => [
  ['Sunday', 'Nothing. It was a good night.'],
  ['Monday', 'The gull came in, looked at the lamp, and left. He has seen better.'],
  ['Tuesday', `No lamp, four oars, a crate with iron bands. They called ${flag} to the mole. Told them dark.`],
  ['Wednesday', 'A caller breathed. I answered dark.'],
];
