import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFlag } from '@hexpedition/lab-runtime/kit';
import { orderOf, wordOf } from './facts.ts';

/* Checks log-ins and reports. Both are slowed down after a few wrong tries. */

const TRIES = 5;
/** Milliseconds of the lock after this many wrong tries. */
const LOCK_MS = 20_000;
/** Tolerance of a report's times in seconds, because a packet has more than one time. */
const OFF = 2;

class Patience {
  #wrong = 0;
  #until = 0;
  /** Returns seconds until the next try; 0 if it is possible now. */
  left = () => Math.max(0, Math.ceil((this.#until - performance.now()) / 1000));
  fault(): void {
    this.#wrong = (this.#wrong + 1) % TRIES;
    if (this.#wrong === 0) this.#until = performance.now() + LOCK_MS;
  }
}

export const patience = { signIn: new Patience(), report: new Patience() };

const tickets = new Set<string>();
const MAX_TICKETS = 200;

export const NAME = 'klara.vogt';

/** Returns a ticket for the right name and word. */
export function signIn(name: string, word: string): string | undefined {
  if (name.trim().toLowerCase() !== NAME || !isSame(word, wordOf(readFlag('word')))) {
    patience.signIn.fault();
    return undefined;
  }
  const ticket = randomBytes(16).toString('hex');
  tickets.add(ticket);
  const [oldest] = tickets;
  if (tickets.size > MAX_TICKETS && oldest !== undefined) tickets.delete(oldest);
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
/** The report that was accepted, if any. */
export const reportThatHeld = () => reported;

/** Returns whether all parts of a report are correct. */
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
