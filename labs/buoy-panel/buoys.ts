import { randomBytes } from 'node:crypto';
import { readFlag } from '@hexpedition/lab-runtime/kit';

export interface Buoy {
  number: number;
  place: string;
  character: string;
  lit: boolean;
  remark: string;
}

export const buoys: Buoy[] = [
  {
    number: 3,
    place: 'North mole',
    character: 'Fl G 4s',
    lit: true,
    remark: 'A nest with two eggs below the lamp. Flash only when needed.',
  },
  { number: 5, place: 'Halmer Sound', character: 'Q R', lit: true, remark: 'Quick, and proud of it.' },
  {
    number: 7,
    place: 'The Teeth',
    character: 'LFl 10s',
    lit: false,
    remark: 'Broken since spring. The repair form is missing.',
  },
  { number: 9, place: 'Berth 9', character: 'Iso 2s', lit: true, remark: 'Lights an empty berth.' },
];

const draw = () => randomBytes(16).toString('hex');
/** The operator's session cookie, and the token of her panel. */
const session = draw();
export const token = draw();
export const operatorCookie = `duty=${session}`;
export const isOperator = (cookies: string | undefined): boolean =>
  cookies?.split('; ').includes(operatorCookie) ?? false;

/** The duty code that proves an operator to the duty log. */
export const dutyCode = () => readFlag('duty-code');

/** Switches a lamp. */
export function switchLamp(order: unknown): { receipt: string } | { error: string } {
  const { buoy: number, lit } = (order ?? {}) as Record<string, unknown>;
  const buoy = buoys.find((one) => one.number === number);
  if (!buoy || typeof lit !== 'boolean') return { error: 'Send the number of the buoy, and lit: true or false.' };
  buoy.lit = lit;
  if (number === 7 && lit) buoy.remark = 'Lit at last. The form is on its way.';
  return { receipt: number === 7 && lit ? readFlag('receipt') : `Buoy ${number} is ${lit ? 'lit' : 'dark'}.` };
}
