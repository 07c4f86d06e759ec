import { answerRequest } from './archive.ts';
import { Gatherer } from './gather.ts';
import { fragments, IP, isFirst, type Packet, sourcePort, targetPort, textOf } from './packet.ts';
import { ARCHIVE_PORT, inspect } from './tollhouse.ts';

export const YOU = '192.0.2.23';
export const ARCHIVE = '203.0.113.80';

/** A response to the visitor. */
export interface Reply {
  from: string;
  what: string;
  /** Text of an answer. */
  text?: string;
  /** For an ICMP message: the packet that caused it, as it arrived there. */
  quoted?: Record<string, string | number | boolean>;
}

interface Hop {
  address: string;
  /** Does not report expired packets, and does not answer to its own address. */
  silent?: boolean;
  /** MTU of its next link, in bytes. */
  mtu: number;
  inspect?: (packet: Packet) => Packet[];
}

const hops: Hop[] = [
  { address: '192.0.2.1', mtu: 1500 },
  { address: '198.51.100.1', mtu: 576 },
  { address: '198.51.100.130', mtu: 1500, silent: true, inspect },
  { address: '10.20.0.4', mtu: 1500 },
];
const gatherers = new Map([...hops.map(({ address }) => address), ARCHIVE].map((at) => [at, new Gatherer()]));

/** Sends a packet along the route. Returns the responses. */
export function send(packet: Packet): Reply[] {
  let travelling = [packet];
  const replies: Reply[] = [];
  for (const hop of hops) {
    const next: Packet[] = [];
    for (const one of travelling) next.push(...forward(one, hop, replies));
    travelling = next;
  }
  for (const one of travelling) if (one.to === ARCHIVE) replies.push(...deliver(one));
  return replies;
}

/** @returns the packets that leave a hop */
function forward(arriving: Packet, hop: Hop, replies: Reply[]): Packet[] {
  const passed = hop.inspect ? hop.inspect(arriving) : [arriving];
  return passed.flatMap((packet) => {
    if (packet.to === hop.address) {
      if (!hop.silent) replies.push(...deliver(packet));
      return [];
    }
    if (packet.ttl <= 1) {
      if (!hop.silent) replies.push(...complain(hop.address, 'time exceeded', packet));
      return [];
    }
    const next = { ...packet, ttl: packet.ttl - 1 };
    if (packet.whole && packet.data.length + IP > hop.mtu) {
      replies.push(...complain(hop.address, `fragmentation needed, next link carries ${hop.mtu} bytes`, packet));
      return [];
    }
    return fragments(next, hop.mtu);
  });
}

/** Returns the response of a machine to a packet for it. */
function deliver(part: Packet): Reply[] {
  const packet = gatherers.get(part.to)?.add(part);
  if (!packet) return [];
  const from = packet.to;
  if (packet.proto === 'icmp') return [{ from, what: 'echo reply', text: textOf(packet) }];
  const port = targetPort(packet);
  if (from !== ARCHIVE || port !== ARCHIVE_PORT) return complain(from, `port ${port} unreachable`, packet);
  return [{ from, what: `udp from port ${port}`, text: answerRequest(textOf(packet)) }];
}

/** ICMP errors are only sent for a first fragment. */
function complain(from: string, what: string, packet: Packet): Reply[] {
  if (!isFirst(packet)) return [];
  const { proto, to, ttl, id, more, option, data } = packet;
  const ports: Record<string, number> = proto === 'udp' ? { sport: sourcePort(packet), dport: targetPort(packet) } : {};
  const quoted = { proto, from: packet.from, to, ttl, id, more, option, ...ports, bytes: data.length + IP };
  return [{ from, what, quoted: { ...quoted, text: textOf(packet).slice(0, 500) } }];
}
