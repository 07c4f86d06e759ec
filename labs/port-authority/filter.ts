import type { Packet } from './packet.ts';

/** Packets that the filter has let in, newest first; the hall shows them to every visitor. */
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

// Applied from top to bottom, to each packet by itself. A packet that fits no rule is dropped silently.
const rules: Rule[] = [
  { name: 'rule 1', fits: ({ proto, to, dport }) => proto === 'tcp' && to === '192.0.2.10' && dport === 80 },
  { name: 'rule 2', fits: ({ proto, to, dport }) => proto === 'udp' && to === '192.0.2.53' && dport === 53 },
  // Answers of name servers, and FTP data for hosts inside
  { name: 'rule 3', fits: ({ proto, sport, dport }) => proto === 'udp' && sport === 53 && dport >= HIGH },
  { name: 'rule 4', fits: ({ proto, sport, dport }) => proto === 'tcp' && sport === 20 && dport >= HIGH },
  { name: 'rule 5', fits: ({ proto, payload }) => proto === 'icmp' && payload.startsWith('echo request') },
];

const MAX_KEPT = 40;
const log: Entry[] = [];
export const entries = (): readonly Entry[] => log;

/** All outgoing packets pass. */
export const letOut = (packet: Packet): Packet => packet;

/** Returns whether a packet from outside gets in. */
export function letIn(packet: Packet): boolean {
  const rule = rules.find(({ fits }) => fits(packet));
  if (!rule) return false;
  // Pings are not logged, because there are too many
  if (packet.proto === 'icmp') return true;
  log.unshift({ at: new Date().toISOString().slice(11, 19), rule: rule.name, packet });
  log.length = Math.min(log.length, MAX_KEPT);
  return true;
}
