import { type Packet, replyTo } from './packet.ts';

/** What the filter has let in, newest first; the hall shows it to everybody. */
export interface Entry {
  at: string;
  rule: string;
  packet: Packet;
}

interface Rule {
  name: string;
  fits: (packet: Packet) => boolean;
}

/** Conversations that were begun inside, as their answers look. */
const begun = new Set<string>();
const MOST = 1000;
const keyOf = ({ proto, from, sport, to, dport }: Packet): string => `${proto} ${from}:${sport} ${to}:${dport}`;

// Read from top to bottom. What fits none is dropped without a word.
const rules: Rule[] = [
  { name: 'rule 1', fits: ({ proto, to, dport }) => proto === 'tcp' && to === '192.0.2.10' && dport === 80 },
  { name: 'rule 2', fits: ({ proto, to, dport }) => proto === 'udp' && to === '192.0.2.53' && dport === 53 },
  // What belongs to a conversation of our own
  { name: 'rule 3', fits: (packet) => begun.has(keyOf(packet)) },
  { name: 'rule 5', fits: ({ proto, payload }) => proto === 'icmp' && payload.startsWith('echo request') },
];

const KEPT = 40;
const log: Entry[] = [];
export const entries = (): readonly Entry[] => log;

/** Packets on their way out all pass, and are remembered. */
export function letOut(packet: Packet): Packet {
  const oldest = begun.values().next().value;
  if (begun.size >= MOST && oldest !== undefined) begun.delete(oldest);
  begun.add(keyOf(replyTo(packet, {})));
  return packet;
}

/** Whether a packet from outside gets in. */
export function letIn(packet: Packet): boolean {
  const rule = rules.find(({ fits }) => fits(packet));
  if (!rule) return false;
  // Pings are not written down: there are too many, and nobody reads them
  if (packet.proto === 'icmp') return true;
  log.unshift({ at: new Date().toISOString().slice(11, 19), rule: rule.name, packet });
  log.length = Math.min(log.length, KEPT);
  return true;
}
