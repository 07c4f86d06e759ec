import { readFlag } from '@hexpedition/lab-runtime/kit';

export interface Person {
  /** Unique, and never changes. */
  sub: string;
  name: string;
  /** Data of the harbour pass in addition to the name. */
  papers: () => string;
  consignments: [number: string, what: string, remark: string][];
  /** Notes on the desk of Quay B. */
  pinned?: () => string;
}

/** Every visitor. */
export const ines: Person = {
  sub: 'p-1041',
  name: 'Ines Calloway',
  papers: () => 'Ferry card, library card, a form about a suitcase (blue).',
  consignments: [['B-1041', 'Suitcase, blue', 'Seen from Quay A. Waved at.']],
};

/** Signed in at Quay A since nine, and opens links that he gets. */
export const pell: Person = {
  sub: 'p-0007',
  name: 'Tomas Pell',
  papers: () => `Clerk, first class. Password for the bonded store: ${readFlag('papers')}`,
  consignments: [
    ['B-0990', 'Birdcage, brass', 'Empty. It may have had a bird in it.'],
    ['B-1002', '212 umbrellas, black', 'An owner asked for his. Asked him which one.'],
    ['B-1019', 'Crate, ticking', 'It is a clock. Do not ask again.'],
  ],
  pinned: () => `Password for the gate of Quay B tonight: ${readFlag('desk')}`,
};
