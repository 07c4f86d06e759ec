export interface Claim {
  id: number;
  passenger: string;
  item: string;
  crossing: string;
  reported: string;
  status: 'searching' | 'found' | 'on its way' | 'complicated';
  /** Claims, oldest first. */
  notes: { at: string; by: string; text: string }[];
}

/** The note on this claim ends with the flag. */
export const FLAGGED = 1034;

/** Missing numbers were collected: the desk removes a claim when its owner stops complaining. */
export const claims: Claim[] = [
  {
    id: 1027,
    passenger: 'Tobias Wren',
    item: 'Birdcage, empty, brass',
    crossing: 'Halmer Sound – Port Ostrel',
    reported: '2 October, 07:40',
    status: 'complicated',
    notes: [
      { at: '2 October', by: 'Pell', text: 'Owner insists that it was not empty when he boarded.' },
      { at: '4 October', by: 'Pell', text: 'Gull on the roof of shed 2 answers to the name of Admiral. Coincidence?' },
    ],
  },
  {
    id: 1029,
    passenger: 'Dr. Amara Osei',
    item: 'Case of slides, labelled "mosses, do not shake"',
    crossing: 'Varde – Port Ostrel',
    reported: '3 October, 18:05',
    status: 'found',
    notes: [{ at: '5 October', by: 'Quill', text: 'Found under a crate of anchors. It has been shaken.' }],
  },
  {
    id: 1030,
    passenger: 'Choir of St. Brennan',
    item: 'Eleven of twelve music stands',
    crossing: 'Varde – Port Ostrel',
    reported: '3 October, 21:15',
    status: 'searching',
    notes: [
      { at: '4 October', by: 'Quill', text: 'The twelfth was never lost. It is unclear why they are so proud of it.' },
    ],
  },
  {
    id: 1032,
    passenger: 'Lennart Holm',
    item: 'Left ski',
    crossing: 'Nordby – Port Ostrel',
    reported: '5 October, 06:50',
    status: 'on its way',
    notes: [
      {
        at: '5 October',
        by: 'Pell',
        text: 'Passenger hopped to the counter. Gave him the right form. He asked for the left one.',
      },
    ],
  },
  {
    id: FLAGGED,
    passenger: 'Countess E. von Tarn',
    item: 'Sea trunk, iron bands, three locks, ticking',
    crossing: 'Varde – Port Ostrel',
    reported: '6 October, 23:58',
    status: 'complicated',
    notes: [
      { at: '7 October', by: 'Quill', text: 'It is a clock. We asked. We asked twice.' },
      {
        at: '8 October',
        by: 'Pell',
        text: 'Two gentlemen have asked for it. Both had a moustache, and neither was a countess.',
      },
      {
        at: '8 October',
        by: 'Harbour master',
        text: 'From now on, hand over the trunk only to a person who says the words that we agreed on with the owner. Do not say them at the counter.',
      },
    ],
  },
  {
    id: 1036,
    passenger: 'Sunniva Aas',
    item: 'Cheese, 14 kg',
    crossing: 'Halmer Sound – Port Ostrel',
    reported: '8 October, 12:20',
    status: 'found',
    notes: [{ at: '11 October', by: 'Pell', text: 'Found it by the smell. Please collect it. Please.' }],
  },
  {
    id: 1037,
    passenger: 'B. Kessler',
    item: 'Umbrella, black',
    crossing: 'Varde – Port Ostrel',
    reported: '8 October, 16:00',
    status: 'searching',
    notes: [
      {
        at: '9 October',
        by: 'Quill',
        text: 'We have 212 of these. Asked for distinguishing marks. Answer: "it is mine".',
      },
    ],
  },
  {
    id: 1039,
    passenger: 'Maarten de Wit',
    item: 'Wedding cake, top tier only',
    crossing: 'Nordby – Port Ostrel',
    reported: '9 October, 09:10',
    status: 'complicated',
    notes: [
      { at: '9 October', by: 'Pell', text: 'Located in the crew mess.' },
      { at: '9 October', by: 'Pell', text: 'No longer located in the crew mess.' },
    ],
  },
  {
    id: 1040,
    passenger: 'Petra Lindqvist',
    item: 'Rucksack, green',
    crossing: 'Varde – Port Ostrel',
    reported: '10 October, 07:25',
    status: 'on its way',
    notes: [{ at: '10 October', by: 'Quill', text: 'Travelled on to Nordby alone.' }],
  },
  {
    id: 1041,
    passenger: 'Ines Calloway',
    item: 'Suitcase, blue, one sticker of a lighthouse',
    crossing: 'Varde – Port Ostrel',
    reported: '10 October, 08:02',
    status: 'searching',
    notes: [
      { at: '10 October', by: 'Quill', text: 'Passenger is polite. Put on the pile for urgent cases.' },
      { at: '12 October', by: 'Pell', text: 'A blue suitcase has been seen in Halmer Sound. It looked rested.' },
    ],
  },
  {
    id: 1042,
    passenger: 'Joris Bakker',
    item: 'Tuba',
    crossing: 'Varde – Port Ostrel',
    reported: '10 October, 08:30',
    status: 'found',
    notes: [{ at: '10 October', by: 'Pell', text: 'The neighbours of shed 4 would like us to lose it again.' }],
  },
  {
    id: 1044,
    passenger: 'F. Okonkwo',
    item: 'Box of keys',
    crossing: 'Nordby – Port Ostrel',
    reported: '10 October, 19:45',
    status: 'complicated',
    notes: [{ at: '11 October', by: 'Quill', text: 'Found. The box is locked.' }],
  },
  {
    id: 1045,
    passenger: 'Klara Vogt',
    item: 'Novel, last chapter missing',
    crossing: 'Halmer Sound – Port Ostrel',
    reported: '11 October, 10:00',
    status: 'searching',
    notes: [{ at: '12 October', by: 'Pell', text: 'The whole shift is reading it. Please find that chapter.' }],
  },
  {
    id: 1048,
    passenger: 'Captain R. Moss (ret.)',
    item: 'Ship in a bottle, without the bottle',
    crossing: 'Varde – Port Ostrel',
    reported: '12 October, 05:30',
    status: 'searching',
    notes: [
      {
        at: '12 October',
        by: 'Quill',
        text: 'Searching for something small or something very large. He did not want to say.',
      },
    ],
  },
];
