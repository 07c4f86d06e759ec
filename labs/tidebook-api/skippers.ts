import { randomBytes, randomInt } from 'node:crypto';
import { readFlag } from '@hexpedition/lab-runtime/kit';

export interface Skipper {
  id: number;
  login: string;
  name: string;
  pin: string;
  isPilot: boolean;
  /** Number of the logbook. */
  log: number;
}

export interface Log {
  id: number;
  /** Id of its skipper. */
  owner: number;
  entries: string[];
}

const pin = () => String(randomInt(1e8)).padStart(8, '0');
const number = () => randomInt(10_000_000, 100_000_000);

const skippers: Skipper[] = [
  { id: 7, login: 'ines', name: 'Ines Calloway', pin: pin(), isPilot: false, log: number() },
  { id: 8, login: 'tomas', name: 'Tomas Wren', pin: pin(), isPilot: true, log: number() },
  { id: 1, login: 'edda', name: 'Edda Vane', pin: pin(), isPilot: true, log: number() },
];

const entries: Record<string, () => string[]> = {
  ines: () => [
    '10 October. Suitcase went on without me.',
    '12 October. Bought rope, 2 coils. It does not replace a suitcase.',
  ],
  tomas: () => ['9 October. Piloted the Varde ferry in. It knew the way.'],
  edda: () => [
    '8 October. Skippers read each other. Some can spell better than I thought.',
    `11 October. Changed the password for the store under berth 9: ${readFlag('logbook')}`,
    '12 October. I have told nobody. I only wrote it down.',
  ],
};

export const ines = skippers[0] as Skipper;
export const harbourMaster = skippers[2] as Skipper;

export function findLog(id: number): Log | undefined {
  const owner = skippers.find(({ log }) => log === id);
  return owner && { id, owner: owner.id, entries: entries[owner.login]?.() ?? [] };
}

const MAX_SESSIONS = 200;
const MAX_WRONG_TRIES = 5;
const PAUSE = 30_000;

const sessions = new Map<string, Skipper>();
const wrong = new Map<string, { count: number; until: number }>();

/** Returns whether there were too many wrong PINs lately. */
export const mustWait = (login: unknown): boolean => {
  const one = typeof login === 'string' ? wrong.get(login) : undefined;
  return one !== undefined && one.until > performance.now();
};

/** Returns a token; undefined if name or PIN are wrong, or were wrong too often. */
export function logIn(login: unknown, given: unknown): string | undefined {
  const skipper = skippers.find((one) => one.login === login);
  if (!skipper) return undefined;
  if (mustWait(login)) return undefined;
  if (given !== skipper.pin) {
    const count = ((wrong.get(skipper.login)?.count ?? 0) + 1) % MAX_WRONG_TRIES;
    wrong.set(skipper.login, { count, until: count === 0 ? performance.now() + PAUSE : 0 });
    return undefined;
  }
  wrong.delete(skipper.login);
  const token = randomBytes(16).toString('hex');
  sessions.set(token, skipper);
  const [oldest] = sessions.keys();
  if (sessions.size > MAX_SESSIONS && oldest) sessions.delete(oldest);
  return token;
}

/** Returns the skipper of the token in an `Authorization` header. */
export const whoHas = (header: string | undefined): Skipper | undefined =>
  sessions.get(/^Bearer ([0-9a-f]{32})$/.exec(header ?? '')?.[1] ?? '');
