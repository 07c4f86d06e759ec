import type { Member } from './record.ts';

/** A berth whose owner is away and lends it. */
export interface Berth {
  number: number;
  owner: string;
  nights: string;
  /** Maximum length of a boat, in metres. */
  length: number;
  remark: string;
  /** Id of the member who has booked it. */
  takenBy: number | null;
}

const skipper = (id: number, name: string, boat: string, phone: string): Member => ({
  id,
  name,
  boat,
  phone,
  role: 'skipper',
  keys: 'gate',
  changedBy: name,
});

export const harbourMaster: Member = {
  ...skipper(1, 'Edda Vane', 'Paragraph Four', '12'),
  role: 'harbour-master',
  keys: 'gate, office',
};

/** Every visitor is Petra. */
export const petra = skipper(23, 'Petra Lindqvist', 'Second Wind', '0471 882');

export const members: Member[] = [
  harbourMaster,
  skipper(8, 'Sunniva Aas', 'Gjetost', '0471 314'),
  skipper(11, 'Captain R. Moss (ret.)', 'Unbottled', 'has a bell'),
  skipper(17, 'Tobias Wren', 'Birdcage', '0471 500'),
  petra,
  skipper(26, 'Lennart Holm', 'Left Hand', '0471 009'),
];

export const berths: Berth[] = [
  {
    number: 4,
    owner: 'Captain R. Moss (ret.)',
    nights: '18 to 25 October',
    length: 9,
    remark: 'Away, looking for a bottle. Mind the cannon. We hope that it is an ornament.',
    takenBy: null,
  },
  {
    number: 7,
    owner: 'Sunniva Aas',
    nights: '19 to 22 October',
    length: 12,
    remark: 'At the cheese fair in Nordby. The smell comes from this berth.',
    takenBy: null,
  },
  {
    number: 11,
    owner: 'Tobias Wren',
    nights: '20 October',
    length: 7,
    remark: 'The gull on the bollard comes with the berth. He answers to Admiral.',
    takenBy: 26,
  },
  {
    number: 14,
    owner: 'Lennart Holm',
    nights: '1 November to Easter',
    length: 10,
    remark: 'Gone skiing. Will probably be back sooner than planned.',
    takenBy: null,
  },
];

/** The night book. Its last line ends with the flag. */
export const nightBook = [
  'Tuesday: quiet. The gull has learnt to work the tap.',
  'Wednesday: the cannon on berth 4 went off at two. It was loaded with confetti. There was no wedding.',
  'Thursday: berth 9 is still shut and still lit. The office does not know why, either.',
];
