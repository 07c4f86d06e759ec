export interface Crate {
  number: number;
  /** Text on its side. */
  label: string;
  inside: string;
}

/** The crate with the flag. */
export const FLAGGED = 212;
/** The crate of the visitor. */
export const OWN = 118;

export const crates: Crate[] = [
  {
    number: 101,
    label: 'Moss, on glass. Do not shake',
    inside: 'It has been shaken. Slide 14 has a face drawn on it.',
  },
  {
    number: OWN,
    label: 'Skis, right',
    inside:
      'Eleven right skis, waxed. One left ski, not yours, with a note: “Do you have the other ones? L. Holm, Nordby.” That is you. You wrote it.',
  },
  {
    number: 126,
    label: 'Candles, plain',
    inside: 'Candles. Two hundred. A customs officer has counted them by lighting them.',
  },
  { number: 147, label: 'Sheet music, heavy', inside: 'A tuba under four sheets of music.' },
  {
    number: 163,
    label: 'Umbrellas, black',
    inside: 'Two hundred and twelve umbrellas, each labelled “mine” in a different handwriting.',
  },
  { number: 190, label: 'Biscuits, ship’s', inside: 'A biscuit. The others were smaller.' },
  {
    number: FLAGGED,
    label: 'Sealed by order of the harbour master',
    inside: 'A ledger, and a bottle behind it. On the first page, in green ink:',
  },
  { number: 230, label: 'Gulls, stuffed', inside: 'Straw, and an open window.' },
];
