import type { Packet } from './packet.ts';

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

const HIGH = 1024;

// Read from top to bottom, for each packet by itself. What fits none is dropped without a word.
const rules: Rule[] = [
  { name: 'rule 1', fits: ({ proto, to, dport }) => proto === 'tcp' && to === '192.0.2.10' && dport === 80 },
  { name: 'rule 2', fits: ({ proto, to, dport }) => proto === 'udp' && to === '192.0.2.53' && dport === 53 },
  // Answers of name servers, and the data of files that our own people fetch
  { name: 'rule 3', fits: ({ proto, sport, dport }) => proto === 'udp' && sport === 53 && dport >= HIGH },
  { name: 'rule 4', fits: ({ proto, sport, dport }) => proto === 'tcp' && sport === 20 && dport >= HIGH },
  { name: 'rule 5', fits: ({ proto, payload }) => proto === 'icmp' && payload.startsWith('echo request') },
];

const KEPT = 40;
const log: Entry[] = [];
export const entries = (): readonly Entry[] => log;

/** Packets on their way out all pass. */
export const letOut = (packet: Packet): Packet => packet;

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
