export interface Berth {
  id: string;
  name: string;
  text: string;
  /** The deposit, in crowns. */
  price: number;
}

export const CABIN = 'cabin-9';

export const berths: Berth[] = [
  {
    id: 'chair',
    name: 'Deck chair',
    text: 'Outside. Comes with a view, a blanket and a gull, in this order until midnight.',
    price: 5,
  },
  {
    id: 'couchette',
    name: 'Couchette 14',
    text: 'Upper berth, beside Captain Moss (ret.). Earplugs are sold at the bar, which is full of people with the same idea.',
    price: 40,
  },
  {
    id: CABIN,
    name: 'Cabin 9',
    text: 'One door, one bunk, one porthole. Not given away since the crossing of 1958. Freshly made up all the same.',
    price: 100,
  },
];
