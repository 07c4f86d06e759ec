import { randomInt } from 'node:crypto';
import { time } from './clock.ts';
import { type Answer, HARBOUR, HARBOUR_SERVER, within, YOU, YOURS } from './dns.ts';

/** An answer to a client: an address or none, and the seconds for which it is cached. */
export type OnAnswer = (address: string | undefined, seconds: number, fromMemory: boolean) => void;

interface Question {
  name: string;
  zone: string;
  server: string;
  id: number;
  port: number;
  asked: OnAnswer[];
}

/** A query to a name server. */
export type Sent = Readonly<Pick<Question, 'name' | 'server' | 'id' | 'port'>>;

interface Remembered {
  value: string | undefined;
  until: number;
}

const MAX_DURATION = 86_400;
const addresses = new Map<string, Remembered>();
/** Zone → its name server, from earlier answers. */
const delegations = new Map<string, Remembered>();
const open: Question[] = [];
const MAX_OPEN = 8;
const MAX_NAMES = 2000;

const port = randomInt(1024, 65_536);
let lastId = randomInt(65_536);

/** Each query has the next number. */
function draw(): { id: number; port: number } {
  lastId = (lastId + 1) % 65_536;
  return { id: lastId, port };
}

/** Queries of other clients, which do not matter here. */
export const askForOthers = (): void => {
  draw();
};

/**
 * Resolves the address of a name.
 * @param send sends a query
 * @returns false if too many queries are open
 */
export function ask(name: string, told: OnAnswer, send: (question: Sent) => void): boolean {
  const known = recall(addresses, name);
  if (known) {
    told(known.value, Math.ceil((known.until - time()) / 1000), true);
    return true;
  }
  const same = open.find((question) => question.name === name);
  if (same) {
    same.asked = [...same.asked, told].slice(0, 20);
    return true;
  }
  const zone = [HARBOUR, YOURS].find((one) => within(name, one));
  if (!zone) {
    told(undefined, 0, false);
    return true;
  }
  if (open.length >= MAX_OPEN) return false;
  const question = { name, zone, server: serverOf(zone), ...draw(), asked: [told] };
  open.push(question);
  send(question);
  return true;
}

/** Handles an incoming answer, and drops it if it fits no open query. */
export function receive(answer: Answer): void {
  const at = open.findIndex(
    ({ name, server, id, port }) =>
      name === answer.name && server === answer.from && id === answer.id && port === answer.port,
  );
  const question = open[at];
  if (!question) return;
  open.splice(at, 1);
  const ttl = Math.min(answer.ttl, MAX_DURATION);
  remember(addresses, answer.name, answer.address, ttl);
  // Additional records are cached, too, if they are within the zone of the query
  for (const { name, type, value } of answer.extra) {
    if (within(name, question.zone)) remember(type === 'A' ? addresses : delegations, name, value, ttl);
  }
  for (const told of question.asked) told(answer.address, ttl, false);
}

function serverOf(zone: string): string {
  const name = recall(delegations, zone)?.value;
  const said =
    name === undefined ? undefined : (recall(addresses, name)?.value ?? (within(name, YOURS) ? YOU : undefined));
  return said ?? (zone === YOURS ? YOU : HARBOUR_SERVER);
}

function recall(memory: Map<string, Remembered>, name: string): Remembered | undefined {
  const known = memory.get(name);
  if (known && known.until > time()) return known;
  memory.delete(name);
  return undefined;
}

function remember(memory: Map<string, Remembered>, name: string, value: string | undefined, ttl: number): void {
  memory.delete(name);
  memory.set(name, { value, until: time() + ttl * 1000 });
  const oldest = memory.keys().next().value;
  if (memory.size > MAX_NAMES && oldest !== undefined) memory.delete(oldest);
}
