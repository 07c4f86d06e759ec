import { randomBytes, randomInt } from 'node:crypto';
import { findSheet, print, takeSheet, xor } from './pad.ts';
import { inventory, tonight } from './texts.ts';

export interface Transmission {
  at: string;
  from: string;
  indicator: string;
  /** Hexadecimal. */
  text: string;
}

export const night = tonight();

const sent = (at: string, from: string, text: string): Transmission => {
  const sheet = takeSheet();
  return { at, from, indicator: sheet.indicator, text: xor(Buffer.from(text), sheet).toString('hex') };
};

/** A message of a sender who buys other pads and uses a sheet once. */
const noise = (at: string, from: string): Transmission => ({
  at,
  from,
  indicator: print().indicator,
  text: randomBytes(120 + randomInt(60)).toString('hex'),
});

/** Messages that the coast watch has recorded tonight, by time. */
export const log: Transmission[] = [
  noise('20:14', 'Ferry Skadi'),
  sent('21:00', 'Ostrel Light', night.bulletin),
  noise('21:37', 'Customs launch'),
  sent('22:48', 'unknown, from seaward', night.order),
  sent('23:05', 'unknown, from the north quay', night.answer),
  noise('23:59', 'Ferry Skadi'),
];

/** Returns the answer of the Gull to a message; undefined for none. */
export function answerOf(indicator: string, text: Buffer, flag: () => string): Transmission | undefined {
  const sheet = findSheet(indicator);
  if (!sheet) return undefined;
  const read = xor(text, sheet).toString('latin1').trim().toLowerCase();
  // A greeting, a full stop, or very short words make no difference
  const words = read
    .replace(/^heron to gull[.,]? /, '')
    .replace(/^send me /, '')
    .replace(/[.,]$/, '');
  if (words !== night.wish && `the ${words}` !== night.wish) return undefined;
  return sent('now', 'unknown, from the north quay', inventory(flag()));
}
