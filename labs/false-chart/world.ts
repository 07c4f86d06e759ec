import { randomInt } from 'node:crypto';
import { readFlag } from '@hexpedition/lab-runtime/kit';
import { advance, after, time } from './clock.ts';
import { type Answer, HARBOUR, HARBOUR_SERVER, within, YOU } from './dns.ts';
import { ask, askForOthers, receive, type Sent } from './resolver.ts';

/** Round-trip time from query to answer. */
const ROUND_TRIP = 40;
/** Time between two packets that the visitor sends. */
const GAP = 2;
const GAUGE_EVERY = 30_000;
const PILOT_EVERY = 60_000;

const zone: Record<string, { address: string; ttl: number }> = {
  [HARBOUR]: { address: '203.0.113.10', ttl: 3600 },
  [`www.${HARBOUR}`]: { address: '203.0.113.10', ttl: 3600 },
  [`ns.${HARBOUR}`]: { address: HARBOUR_SERVER, ttl: 86_400 },
  [`tides.${HARBOUR}`]: { address: '203.0.113.30', ttl: 20 },
  [`charts.${HARBOUR}`]: { address: '203.0.113.20', ttl: 86_400 },
};

export interface Line {
  at: number;
  text: string;
}
const MAX_KEPT = 12;
const note = (list: Line[], text: string): void => {
  list.unshift({ at: time(), text });
  list.length = Math.min(list.length, MAX_KEPT);
};

/** Messages to the visitor, queries to their name server, and packets to their machine. */
const told: Line[] = [];
const asked: Line[] = [];
const arrived: Line[] = [];
export const state = () => ({ milliseconds: time(), told: [...told], asked: [...asked], arrived: [...arrived] });

/** A query on its way to a server, which answers it if it can. */
function send({ name, server, id, port }: Sent): void {
  const answer = { from: server, port, id, name, extra: [] };
  const back = (rest: Pick<Answer, 'address' | 'ttl'>) => after(ROUND_TRIP, () => receive({ ...answer, ...rest }));
  if (server === YOU) {
    note(asked, `Query from port ${port}, ID ${id}: ${name}`);
    back({ address: YOU, ttl: 5 });
  } else if (server === HARBOUR_SERVER && within(name, HARBOUR)) {
    const record = Object.hasOwn(zone, name) ? zone[name] : undefined;
    back({ address: record?.address, ttl: record?.ttl ?? 300 });
  } else back({ address: undefined, ttl: 5 });
}

/** Queries the resolver as the visitor. */
export function askAsYou(name: string): void {
  for (let others = randomInt(4); others > 0; others--) askForOthers();
  const before = time();
  const taken = ask(
    name,
    (address, seconds, fromMemory) => {
      const what = address ? `${name} is ${address}` : `${name}: no such name`;
      note(
        told,
        `${what} (${fromMemory ? `from memory, ${seconds} s left` : `after ${time() - before} ms, kept for ${seconds} s`})`,
      );
    },
    send,
  );
  if (!taken) note(told, `${name}: the Chart Room is busy`);
}

/** Sends answers one after another. */
export function forge(answers: Answer[]): void {
  for (const answer of answers) {
    advance(GAP);
    receive(answer);
  }
}

/** A client who looks up a name at regular intervals, and then sends a message to its address. */
function regular(every: number, name: string, says: () => string): void {
  after(every, () => {
    ask(name, (address) => address === YOU && note(arrived, says()), send);
    regular(every, name, says);
  });
}

const readings = ['1.31 m, falling', '0.92 m, falling', '0.71 m, bored', '0.88 m, rising', '1.40 m, wet'];
regular(
  GAUGE_EVERY,
  `tides.${HARBOUR}`,
  () => `Tide gauge 3: ${readings[randomInt(readings.length)]}. Key of this gauge: ${readFlag('gauge')}`,
);
regular(
  PILOT_EVERY,
  `charts.${HARBOUR}`,
  () =>
    `Sign in. Name: Jory Penhallow, pilot. Password: ${readFlag('pilot')}. Chart of the narrows, please, and quickly, there is a ferry in front of me.`,
);
// He has already looked at a chart this morning
ask(`charts.${HARBOUR}`, () => {}, send);
advance(1000);
