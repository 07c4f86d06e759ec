/** Letters in the sorting table, each for one box. A letter must fit into 117 bytes. */
export const letters: string[] = [
  'The tuba practises again. Bring wool, for the ears or for the tuba. Your neighbour from shed 4.',
  'Dear F., I have found the key. It opens the box of keys. It was in the box. Yours, F.',
  'Sir, your umbrella is black. So is your application. Refused. Quill.',
  'The choir has voted. We still want the twelfth music stand. Eleven to one.',
  'Moss slides returned. One of the mosses has signed the form. Osei.',
  'Captain, the bottle has come. It is larger than the ship. Advise.',
  'We have eaten the top tier as well. It was lonely. The crew.',
  'Chapter twelve ends in the middle of a sen',
  'Cheese collected. Thank you. The desk smells of absence now. Pell.',
  'Mother, I am well. The gull is called Admiral and outranks me. T.',
];

/** The letter with the flag. */
export const flagged = (flag: string): string =>
  `For the gentleman of the night shift. The word is ${flag}. Burn this box.`;

/** The letter in the other box with the same prime, whose owner also has a parcel. */
export const notice = 'A parcel for you is at the counter. It ticks. Sign with your key, as always. Post Office.';

const firstNames = ['A.', 'B.', 'C.', 'D.', 'E.', 'F.', 'G.', 'H.', 'J.', 'K.', 'L.', 'M.'];
const lastNames = [
  'Aas',
  'Bakker',
  'Calloway',
  'Holm',
  'Kessler',
  'Lindqvist',
  'Moss',
  'Okonkwo',
  'Osei',
  'Vogt',
  'Wit',
  'Wren',
];

/** As many owners as boxes; no two have the same name. */
export const owners: string[] = firstNames.flatMap((first, i) =>
  lastNames.map((_, k) => `${first} ${lastNames[(i * 5 + k) % lastNames.length]}`),
);
