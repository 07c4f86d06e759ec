import type { IncomingMessage } from 'node:http';

/** So many wrong PINs are allowed within ten minutes. */
const ALLOWED = 5;
const PERIOD = 600_000;

/** When wrong PINs came in, by the name that they are counted under: one for each ticket, so there are as many as hooks. */
const wrong = new Map<string, number[]>();

/**
 * The name that a try is counted under; the page of a refusal shows it.
 * @param ticket number of the ticket that is tried
 */
export function countedFor(ticket: number, _request: IncomingMessage): string {
  return `ticket ${ticket}`;
}

/** Seconds until the next try is allowed; 0 for now. */
export function secondsToWait(ticket: number, request: IncomingMessage): number {
  const times = recent(countedFor(ticket, request));
  const oldest = times.at(-ALLOWED);
  return oldest === undefined ? 0 : Math.ceil((oldest + PERIOD - Date.now()) / 1000);
}

/** Is called after each wrong PIN. */
export function noteWrong(ticket: number, request: IncomingMessage): void {
  const name = countedFor(ticket, request);
  wrong.set(name, [...recent(name), Date.now()]);
}

const recent = (name: string): number[] => (wrong.get(name) ?? []).filter((time) => time > Date.now() - PERIOD);
