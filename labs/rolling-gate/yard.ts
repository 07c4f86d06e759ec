import { randomInt } from 'node:crypto';
import { readFlag } from '@hexpedition/lab-runtime/kit';
import { record, spell } from './air.ts';
import { bellPair, gatePair } from './rolling.ts';

export interface Recording {
  number: number;
  /** Time of day of the reception. */
  at: string;
  message: string;
  samples: Buffer;
}

export interface Sent {
  message: string;
  answer: string;
}

const MAX_RECORDINGS = 12;
const MAX_SENT = 20;
/** Milliseconds that the gate stays open. */
const OPEN = 20_000;

const GATE = 1 + randomInt(7);
const BELL = 8 + randomInt(7);

const REMOTE = 0x10000 + randomInt(0xf0000 - 0x10000);
const gate = gatePair();
const bell = bellPair();

/** Codes that the receiver has heard, oldest first. */
export const recordings: Recording[] = [];
/** Messages that were sent, newest first. */
export const sent: Sent[] = [];
let openUntil = 0;
let minute = 7 * 60 + randomInt(20);
let count = 0;

/** Gunnar presses a button: the yard hears it, and so does the receiver across the road. */
function press(button: number): void {
  const pair = button === GATE ? gate : bell;
  const code = pair.press();
  if (pair.hear(code) === 'accepted' && button === GATE) openUntil = performance.now() + OPEN;
  minute += 3 + randomInt(20);
  const at = `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  const message = spell(REMOTE, button, code);
  recordings.push({ number: ++count, at, message, samples: record(message) });
  if (recordings.length > MAX_RECORDINGS) recordings.shift();
}

export const gunnarComes = () => press(GATE);
export const isOpen = () => performance.now() < openUntil;

/** Sends a message of 14 hex digits. */
export function send(message: string): void {
  sent.unshift({ message, answer: answerTo(message) });
  sent.length = Math.min(sent.length, MAX_SENT);
}

function answerTo(message: string): string {
  const remote = Number.parseInt(message.slice(0, 5), 16);
  const button = Number.parseInt(message.slice(5, 6), 16);
  const code = Number.parseInt(message.slice(6), 16);
  if (remote !== REMOTE) return 'Silence. No receiver here has learnt this remote.';
  if (button !== GATE && button !== BELL) return 'A relay clicks twice. The receiver does not know this button.';
  const heard = (button === GATE ? gate : bell).hear(code);
  if (heard === 'used') return 'A short hum. This code was used before, and the receiver does not accept it again.';
  if (heard === 'unknown') return 'A long hum. The receiver expects another code.';
  if (button === BELL) {
    return `The bell rings. Signe, through the loudspeaker: "Gunnar? The password today is ${readFlag('bell')}. And bring milk."`;
  }
  openUntil = performance.now() + OPEN;
  return `The gate rolls aside. On its inner side, in chalk: ${readFlag('gate')}`;
}

for (const button of [GATE, GATE, BELL, GATE]) press(button);
openUntil = 0;
