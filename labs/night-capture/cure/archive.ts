import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFlag } from '@hexpedition/lab-runtime/kit';
import { nameOf, orderOf } from './facts.ts';

/* Who is let in, and whose report holds. Both are asked slowly after a few mistakes. */

const TRIES = 5;
/** Milliseconds in which nobody is heard after so many mistakes. */
const REST = 20_000;
/** Seconds by which a report may be off: a packet has more than one moment. */
const OFF = 2;

class Patience {
  #wrong = 0;
  #until = 0;
  /** Seconds until somebody listens again; 0 where somebody does. */
  left = () => Math.max(0, Math.ceil((this.#until - performance.now()) / 1000));
  fault(): void {
    this.#wrong = (this.#wrong + 1) % TRIES;
    if (this.#wrong === 0) this.#until = performance.now() + REST;
  }
}

export const patience = { signIn: new Patience(), report: new Patience() };

/** What has passed in clear is known to who listened. So the word is drawn anew at each start, and the archive prints it for Klara Vogt. */
const word = nameOf('SORDINO', randomBytes(6)) + randomBytes(8).toString('hex');
process.stdout.write(`The word of Klara Vogt is ${word}\n`);

const tickets = new Set<string>();
const MOST_TICKETS = 200;

export const NAME = 'klara.vogt';

/** A ticket for who says the right name and word. */
export function signIn(name: string, said: string): string | undefined {
  if (name.trim().toLowerCase() !== NAME || !isSame(said, word)) {
    patience.signIn.fault();
    return undefined;
  }
  const ticket = randomBytes(16).toString('hex');
  tickets.add(ticket);
  const [oldest] = tickets;
  if (tickets.size > MOST_TICKETS && oldest !== undefined) tickets.delete(oldest);
  return ticket;
}

function isSame(a: string, b: string): boolean {
  const [given, right] = [Buffer.from(a), Buffer.from(b)];
  return given.length === right.length && timingSafeEqual(given, right);
}

export const isIn = (cookie: string | undefined) =>
  tickets.has(/(?:^|;\s*)ticket=([0-9a-f]{32})/.exec(cookie ?? '')?.[1] ?? '');

export interface Report {
  machine: string;
  time: string;
  job: string;
}

let reported: Report | undefined;
/** The report that held, once there is one. */
export const reportThatHeld = () => reported;

/** Whether a report says what happened: all of it, or it is none. */
export function hand(report: Report): boolean {
  const order = orderOf(readFlag('order'));
  const [hours = '', minutes = '', seconds = ''] = /(\d{1,2}):(\d\d):(\d\d)/.exec(report.time)?.slice(1) ?? [];
  const said = new Date(order.at).setUTCHours(Number(hours), Number(minutes), Number(seconds), 0);
  const holds =
    hours !== '' &&
    Math.abs(said - order.at) <= OFF * 1000 &&
    report.machine.trim().toUpperCase() === order.machine &&
    report.job.trim().toLowerCase().replace(/^job=/, '') === order.job;
  if (holds) reported = { machine: order.machine, time: new Date(order.at).toISOString(), job: order.job };
  else patience.report.fault();
  return holds;
}
