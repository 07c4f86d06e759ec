import { readFlag } from '@hexpedition/lab-runtime/kit';
import { pinFor, randomPin } from './pins.ts';

export interface Ticket {
  number: number;
  /** The rack as visitors see it. */
  coat: string;
  owner: string;
  pin: string;
}

/** The ticket of the visitor. */
export const OWN = 31;
export const MAGICIAN = 23;

export const tickets: Ticket[] = [
  { number: 7, coat: 'Oilskin, dripping upwards', owner: 'Captain R. Moss (ret.)', pin: randomPin() },
  { number: 12, coat: 'Tuba, in a fur coat', owner: 'The Choir of St. Brennan denies it', pin: randomPin() },
  { number: 17, coat: 'Left glove, left', owner: 'Lennart Holm', pin: randomPin() },
  { number: MAGICIAN, coat: 'Tailcoat, eleven pockets', owner: 'Bruno the Adequate', pin: pinFor(readFlag('pocket')) },
  { number: OWN, coat: 'Raincoat, plain', owner: 'You', pin: randomPin() },
  { number: 36, coat: 'Umbrella, black, wearing a hat', owner: 'B. Kessler, probably', pin: randomPin() },
];

export const findTicket = (number: string): Ticket | undefined =>
  tickets.find((ticket) => String(ticket.number) === number);
