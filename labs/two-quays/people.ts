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
  papers: () => `Clerk, first class. Word for the bonded store, to be said quietly: ${readFlag('papers')}`,
  consignments: [
    ['B-0990', 'Birdcage, brass', 'Empty. Was it when it came?'],
    ['B-1002', '212 umbrellas, black', 'Owner asked for his. Asked him which.'],
    ['B-1019', 'Crate, ticking', 'It is a clock. Do not ask again.'],
  ],
  pinned: () => `Gate word for Quay B tonight: ${readFlag('desk')}`,
};
