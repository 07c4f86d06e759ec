import { randomInt } from 'node:crypto';
import { type Host, tcp } from './frames.ts';
import type { Recorded } from './pcap.ts';

const FIN = 1;
const SYN = 2;
const PSH = 8;
const ACK = 16;
const MSS = 1448;
/** Milliseconds between two consecutive packets. */
const gap = () => 0.3 + randomInt(4000) / 1000;

export interface Said {
  by: 'client' | 'server';
  data: Buffer;
  /** Milliseconds of pause before the data. */
  after?: number;
  /** Maximum bytes of data in a packet; by default the largest size. */
  cuts?: number[];
  /** Whether its packets arrive out of order, and one of them twice. */
  jumbled?: boolean;
}

/** Builds a whole TCP connection, from the handshake to its end. */
export function conversation(client: Host, server: Host, dport: number, begin: number, said: Said[]): Recorded[] {
  const sport = randomInt(49_152, 65_000);
  const sides = {
    client: { host: client, port: sport, seq: randomInt(2 ** 32), clock: randomInt(2 ** 31) },
    server: { host: server, port: dport, seq: randomInt(2 ** 32), clock: randomInt(2 ** 31) },
  };
  const recorded: Recorded[] = [];
  let now = begin;
  const packet = (by: Said['by'], flags: number, data: Buffer = Buffer.alloc(0), seq = sides[by].seq): Recorded => {
    const [from, to] = by === 'client' ? [sides.client, sides.server] : [sides.server, sides.client];
    const ticks = (side: typeof from) => (side.clock + Math.floor(now - begin)) % 2 ** 32;
    now += gap();
    const times = Buffer.alloc(12);
    times.set([1, 1, 8, 10]);
    times.writeUInt32BE(ticks(from), 4);
    times.writeUInt32BE(flags === SYN ? 0 : ticks(to), 8);
    const options = flags & SYN ? Buffer.concat([Buffer.from([2, 4, 0x05, 0xb4, 1, 3, 3, 7]), times]) : times;
    const ack = flags === SYN ? 0 : to.seq;
    return {
      at: now,
      frame: tcp(from.host, to.host, { sport: from.port, dport: to.port, seq, ack, flags, options, data }),
    };
  };
  const advance = (by: Said['by'], bytes: number) => {
    sides[by].seq = (sides[by].seq + bytes) % 2 ** 32;
  };

  recorded.push(packet('client', SYN));
  advance('client', 1);
  recorded.push(packet('server', SYN | ACK));
  advance('server', 1);
  recorded.push(packet('client', ACK));
  for (const { by, data, after = 0, cuts, jumbled } of said) {
    now += after;
    const other = by === 'client' ? 'server' : 'client';
    const places = [
      0,
      ...(cuts ?? Array.from({ length: Math.floor((data.length - 1) / MSS) }, (_, i) => (i + 1) * MSS)),
    ];
    const pieces = places.map((place, i) => {
      const piece = data.subarray(place, places[i + 1]);
      return packet(by, i === places.length - 1 ? PSH | ACK : ACK, piece, (sides[by].seq + place) % 2 ** 32);
    });
    recorded.push(...(jumbled ? jumble(pieces) : pieces));
    advance(by, data.length);
    now += jumbled ? 30 : 0;
    recorded.push(packet(other, ACK));
  }
  now += randomInt(20, 200);
  recorded.push(packet('client', FIN | ACK));
  advance('client', 1);
  recorded.push(packet('server', FIN | ACK));
  advance('server', 1);
  recorded.push(packet('client', ACK));
  return recorded;
}

/** Returns the same packets, the last one first, and one of them again. */
function jumble(pieces: Recorded[]): Recorded[] {
  const times = pieces.map(({ at }) => at);
  const turned = pieces.toReversed().map(({ frame }, i) => ({ at: times[i] ?? 0, frame }));
  const again = turned[randomInt(turned.length)];
  return again ? [...turned, { at: (times.at(-1) ?? 0) + 12, frame: again.frame }] : turned;
}
