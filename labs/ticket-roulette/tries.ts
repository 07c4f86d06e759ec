import type { IncomingMessage } from 'node:http';

/** So many wrong PINs are allowed within ten minutes. */
const ALLOWED = 5;
const PERIOD = 600_000;
/** Beyond this, the oldest entry is forgotten: memory has an end. */
const MOST_KEPT = 20_000;

/** When wrong PINs came in, by the name that they are counted under. */
const wrong = new Map<string, number[]>();

/**
 * The name that a try is counted under; the page of a refusal shows it.
 * @param _ticket number of the ticket that is tried
 */
export function countedFor(_ticket: number, request: IncomingMessage): string {
  const address = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')[0]
    ?.trim()
    .slice(0, 45);
  return address || 'a visitor without an address';
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
  const times = recent(name);
  wrong.delete(name);
  wrong.set(name, [...times, Date.now()]);
  const [first] = wrong.keys();
  if (wrong.size > MOST_KEPT && first !== undefined) wrong.delete(first);
}

const recent = (name: string): number[] => (wrong.get(name) ?? []).filter((time) => time > Date.now() - PERIOD);
