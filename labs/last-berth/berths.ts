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
    text: 'Outside. With a view, a blanket and, after midnight, a gull.',
    price: 5,
  },
  {
    id: 'couchette',
    name: 'Couchette 14',
    text: 'Upper berth, beside Captain Moss (ret.). The bar sells earplugs. There is a queue.',
    price: 40,
  },
  {
    id: CABIN,
    name: 'Cabin 9',
    text: 'One door, one bunk, one porthole. Not sold since 1958. The bed is made every evening.',
    price: 100,
  },
];
