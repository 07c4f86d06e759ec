import { randomBytes } from 'node:crypto';
import { readFlag } from '@hexpedition/lab-runtime/kit';
import type { Packet } from './frames.ts';

export const POST_OFFICE = '203.0.113.10';

/** Secrets that Hanne and the post office have agreed on in advance. */
export interface Order {
  number: number;
  parcel: string;
  word: string;
}

let agreed: Order = { number: 16, parcel: '', word: '' };
export function newOrder(): Order {
  agreed = {
    number: agreed.number + 1,
    parcel: `K-${randomBytes(3).toString('hex')}`,
    word: randomBytes(5).toString('hex'),
  };
  return agreed;
}

let entered: { number: number; house: number; by: string } | undefined;

/** Returns a line `name: value` of a letter. */
export const lineOf = (text: string, name: string): string =>
  text
    .slice(0, 2000)
    .split('\n')
    .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    ?.slice(name.length + 1)
    .trim() ?? '';

/**
 * Reads a letter and returns the answer; undefined for none.
 * @param bring called when a parcel is delivered
 */
export function answerLetter({ from, text }: Packet, bring: (house: number, what: string) => void): string | undefined {
  const number = Number(lineOf(text, 'Order'));
  if (lineOf(text, 'Confirm')) return confirm(from, text, bring);
  if (!lineOf(text, 'Order')) return 'The post office only reads letters with an order number.';
  if (number !== agreed.number || lineOf(text, 'Parcel') !== agreed.parcel) {
    return `Order ${String(number).slice(0, 12)} with this parcel is not known here.`;
  }
  const house = Number(/^house (\d{1,3})$/i.exec(lineOf(text, 'Deliver to'))?.[1]);
  if (!house) return 'Deliver to which house? Please write it as "house" and a number.';
  if (entered?.number === number)
    return `Order ${number} has been entered. Changes are made at the counter, in person.`;
  entered = { number, house, by: from };
  return receipt(agreed, house);
}

const receipt = ({ number, parcel }: Order, house: number): string =>
  `Receipt for order: ${number}\nParcel: ${parcel}\nDeliver to: house ${house}\nIf this is right, confirm it with the word of the order.`;

function confirm(from: string, text: string, bring: (house: number, what: string) => void): string | undefined {
  const number = Number(lineOf(text, 'Confirm').replace(/^order\s*/i, ''));
  if (entered?.number !== number || number !== agreed.number) return 'There is no such order to confirm.';
  if (entered.by !== from) return `Order ${number} was entered by another house.`;
  if (lineOf(text, 'Word') !== agreed.word) return 'That is not the word of the order.';
  const { house } = entered;
  entered = undefined;
  // A word is valid once
  agreed = { ...agreed, word: randomBytes(5).toString('hex'), parcel: '' };
  bring(house, `a music stand, the twelfth, wrapped in a note: ${readFlag('parcel')}`);
  return undefined;
}
