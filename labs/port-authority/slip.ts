import { YOU } from './network.ts';
import type { Packet, Protocol } from './packet.ts';

/** The visitor's input, as text. */
export type Slip = Record<'proto' | 'to' | 'sport' | 'dport' | 'flags' | 'seq' | 'ack' | 'payload', string>;

export const blankSlip: Slip = {
  proto: 'tcp',
  to: '192.0.2.10',
  sport: '40000',
  dport: '80',
  flags: 'S',
  seq: '1000',
  ack: '0',
  payload: '',
};

/** Maximum packets of one slip. */
export const MOST = 1024;
const NET = '192.0.2';
const PROTOCOLS: readonly string[] = ['tcp', 'udp', 'icmp'] satisfies Protocol[];

/** @throws SlipError with a sentence for the visitor */
export function packetsOf(slip: Slip): Packet[] {
  if (!PROTOCOLS.includes(slip.proto)) throw new SlipError('The protocol is tcp, udp or icmp.');
  const proto = slip.proto as Protocol;
  const addresses = addressesOf(slip.to.trim());
  const ports = proto === 'icmp' ? [0] : portsOf(slip.dport);
  const count = addresses.length * ports.length;
  if (count > MOST) throw new SlipError(`These are ${count} packets. You can send up to ${MOST} at a time.`);
  const sport = proto === 'icmp' ? 0 : numberOf(slip.sport, 65_535, 'The source port');
  const rest = {
    proto,
    from: YOU,
    sport,
    flags: proto === 'tcp' ? flagsOf(slip.flags) : '',
    seq: proto === 'tcp' ? numberOf(slip.seq || '0', 2 ** 32 - 1, 'The sequence number') : 0,
    ack: proto === 'tcp' ? numberOf(slip.ack || '0', 2 ** 32 - 1, 'The acknowledgement number') : 0,
    payload: proto === 'icmp' ? 'echo request' : slip.payload.slice(0, 400),
  };
  return addresses.flatMap((to) => ports.map((dport) => ({ ...rest, to, dport })));
}

export class SlipError extends Error {
  override name = 'SlipError';
}

/** One address, or a network with its prefix: 192.0.2.0/24. */
function addressesOf(text: string): string[] {
  const parts = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.(\d{1,3})(?:\/(\d{1,2}))?$/.exec(text);
  const [, net = '', last = '', prefix = '32'] = parts ?? [];
  const bits = 32 - Number(prefix);
  if (!parts || Number(last) > 255 || net.split('.').some((byte) => Number(byte) > 255)) {
    throw new SlipError('The destination is an address such as 192.0.2.10, or a network such as 192.0.2.0/24.');
  }
  if (net.split('.').map(Number).join('.') !== NET) {
    throw new SlipError(`This counter only sends to the authority, ${NET}.0/24.`);
  }
  if (bits < 0 || bits > 8) throw new SlipError('Networks must be between /24 and /32.');
  const count = 2 ** bits;
  const first = Number(last) - (Number(last) % count);
  return Array.from({ length: count }, (_, i) => `${NET}.${first + i}`);
}

/** Ports such as `80`, `20,80` and `2000-2999`. */
function portsOf(text: string): number[] {
  const ports = new Set<number>();
  for (const part of text.split(',').slice(0, MOST)) {
    const [, low, high = low] = /^\s*(\d{1,5})\s*(?:-\s*(\d{1,5}))?\s*$/.exec(part) ?? [];
    const [first, last] = [Number(low), Number(high)];
    if (!low || first > last || last > 65_535) {
      throw new SlipError('Write destination ports as 80, or 20,80, or 2000-2999.');
    }
    if (last - first >= MOST)
      throw new SlipError(`These are more than ${MOST} ports. You can send up to ${MOST} packets at a time.`);
    for (let port = first; port <= last && ports.size <= MOST; port++) ports.add(port);
  }
  return [...ports];
}

/** Letters of flags, in any order and case. */
function flagsOf(text: string): string {
  const letters = text.toUpperCase().replace(/[\s,+|]/g, '');
  if (/[^SAPFR]/.test(letters)) throw new SlipError('Flags are the letters S, A, P, F and R.');
  // As programs print them: SYN, FIN, RST and PSH before ACK
  return ['S', 'F', 'R', 'P', 'A'].filter((letter) => letters.includes(letter)).join('');
}

function numberOf(text: string, most: number, what: string): number {
  const number = /^\s*\d{1,10}\s*$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= most)) throw new SlipError(`${what} must be a number between 0 and ${most}.`);
  return number;
}
