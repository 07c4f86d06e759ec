import { randomBytes, randomInt } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { toBase32 } from './base32.ts';
import { conversation } from './conversation.ts';
import { lease, release } from './dhcp.ts';
import { ask, type Question } from './dns.ts';
import { BEGIN, LENGTH, type Order } from './facts.ts';
import { answerOf, requestOf } from './http.ts';
import { bandRoom, between, type Machine, outside, pick } from './office.ts';
import type { Recorded } from './pcap.ts';
import { resolves } from './policy.ts';

/** Data characters of a label; a name has two such labels. */
const LABEL = 48;
const POLL = 45_000;

/** A program in the band room that gets its orders through DNS, and sends its data through DNS. */
export class Tool {
  readonly zone = `${pick(['drizzle', 'mizzle', 'seafret', 'haar', 'squall'])}${randomInt(10, 100)}.example`;
  readonly #id = randomBytes(3).toString('hex');
  readonly #panel = outside(`198.51.100.${randomInt(20, 240)}`);

  /** Returns all of its traffic in the night. */
  traffic({ at, job }: Order, march: string): Recorded[] {
    const polls = pollTimes();
    // The order waits for the next poll of the tool
    const heard = polls.find((time) => time > at + 1000);
    const said = [
      ...this.#parts('h', Buffer.from(listing(march.length)), BEGIN + 34_000, 6000),
      ...polls.flatMap((time) => this.#poll(time, time === heard ? `job=${job} send /home/band/march.abc` : 'wait')),
    ];
    if (heard === undefined || !resolves(this.zone)) return said;
    return [...said, ...this.#parts('m', gzipSync(march, { level: 9 }), heard + 1500, 2600)];
  }

  /** A machine that joins, leaves an order on the tool's own page, and goes. */
  orderedBy(machine: Machine, { at }: Order): Recorded[] {
    const page = `slip.${this.zone}`;
    const body = JSON.stringify({ to: this.#id, do: Buffer.from('send /home/band/march.abc').toString('base64') });
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36';
    const post = requestOf({
      method: 'POST',
      path: '/slip',
      host: page,
      agent,
      headers: ['Content-Type: application/json'],
      body,
    });
    // Only the tool gets the number of the order, so it must be read from the answers to the band room
    const queued = gzipSync(JSON.stringify({ queued: 1, note: 'next time it asks' }));
    const headers = ['Content-Type: application/json', 'Content-Encoding: gzip'];
    const lookup = ask({ desk: machine, at: at - between(900, 2500), name: page, type: 'A', answer: this.#panel.ip });
    if (!resolves(page)) return lookup;
    // The handshake needs a few milliseconds, and the order must arrive within its second
    return [
      ...lookup,
      ...conversation(machine, this.#panel, 80, at + 60, [
        { by: 'client', data: post },
        { by: 'server', data: answerOf('200 OK', headers, queued), after: 120 },
      ]),
    ];
  }

  #ask(at: number, labels: string[], answer: string, more: Partial<Question> = {}): Recorded[] {
    const name = [...labels, this.#id, this.zone].join('.');
    return ask({
      desk: bandRoom,
      at,
      name: anyCase(name),
      type: 'TXT',
      answer: toBase32(Buffer.from(answer)),
      ...more,
    });
  }

  /** Sends data in numbered names: some arrive out of order, some twice, and some after a retry. */
  #parts(kind: string, data: Buffer, begin: number, pace: number): Recorded[] {
    const text = toBase32(data);
    const count = Math.ceil(text.length / (2 * LABEL));
    const parts = Array.from({ length: count }, (_, i) => {
      const cargo = text.slice(i * 2 * LABEL, (i + 1) * 2 * LABEL);
      const number = i.toString(16).padStart(3, '0');
      return [kind + number, cargo.slice(0, LABEL), cargo.slice(LABEL)].filter((label) => label !== '');
    });
    let now = begin;
    return shuffledNearby(parts).flatMap((labels) => {
      now += between(pace * 0.6, pace * 1.4);
      const luck = randomInt(12);
      if (luck === 0) return [...this.#ask(now, labels, 'ok'), ...this.#ask(now + between(300, 2500), labels, 'ok')];
      if (luck === 1) return this.#ask(now, labels, 'ok', { lost: true });
      if (luck === 2) {
        return [
          ...this.#ask(now, labels, '', { code: 'server failed' }),
          ...this.#ask(now + between(5000, 9000), labels, 'ok'),
        ];
      }
      return this.#ask(now, labels, 'ok');
    });
  }

  #poll(at: number, answer: string): Recorded[] {
    const second = Math.round((at - BEGIN) / 1000);
    return this.#ask(at, [`w${second.toString(16).padStart(3, '0')}`], answer);
  }
}

function pollTimes(): number[] {
  const times: number[] = [];
  for (let at = BEGIN + 60_000; at < BEGIN + LENGTH * 1000; at += between(POLL * 0.9, POLL * 1.1)) times.push(at);
  return times;
}

/** A machine that is in the house for a while: other machines have the same address before and after. */
export const stay = (machine: Machine, from: number, to: number): Recorded[] => [
  ...lease(machine, from),
  ...(to < BEGIN + LENGTH * 1000 ? release(machine, to) : []),
];

const anyCase = (name: string) => Array.from(name, (sign) => (randomInt(2) === 0 ? sign.toUpperCase() : sign)).join('');

/** Returns the same list with some neighbours swapped. */
function shuffledNearby<T>(list: T[]): T[] {
  return list
    .map((item, i) => ({ item, place: i + randomInt(3000) / 1000 }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

const listing = (bytes: number) => `up on bandroom as klara
/home/band:
march.abc            ${bytes}
rota-for-tea.txt      411
complaints-joris.txt 9120
complaints-of-joris.txt 0
`;
