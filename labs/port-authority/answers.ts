import { send } from './network.ts';
import { type Packet, size, wrap } from './packet.ts';
import type { Slip } from './slip.ts';

/** The responses to a slip. A scan has many refusals and timeouts, so these are grouped. */
export interface Answers {
  sent: number;
  packets: Packet[];
  refused: string[];
  silent: string[];
}

export function sendAll(packets: Packet[]): Answers {
  const answers: Answers = { sent: packets.length, packets: [], refused: [], silent: [] };
  const refused: Packet[] = [];
  const silent: Packet[] = [];
  for (const packet of packets) {
    const back = send(packet);
    if (back.length === 0) silent.push(packet);
    else if (packets.length > 1 && back.every(refuses)) refused.push(packet);
    else answers.packets.push(...back);
  }
  answers.refused = ranges(refused);
  answers.silent = ranges(silent);
  return answers;
}

const refuses = ({ proto, flags, payload }: Packet): boolean =>
  proto === 'tcp' ? flags === 'RA' : payload.startsWith('port unreachable');

/** `192.0.2.10 ports 1–79, 81–99`, with one line for each address, or one for many neighbours. */
function ranges(packets: Packet[]): string[] {
  if (packets[0]?.proto === 'icmp') {
    const lasts = packets.map(({ to }) => Number(to.split('.').at(-1)));
    const net = packets[0].to.replace(/\d+$/, '');
    return [`${net}${runs(lasts)}`];
  }
  const ports = new Map<string, number[]>();
  for (const { to, dport } of packets) ports.set(to, [...(ports.get(to) ?? []), dport].slice(-1024));
  const byPorts = new Map<string, string[]>();
  for (const [address, list] of ports) {
    const text = runs(list);
    byPorts.set(text, [...(byPorts.get(text) ?? []), address]);
  }
  return [...byPorts].map(([text, addresses]) => {
    const net = (addresses[0] ?? '').replace(/\d+$/, '');
    const lasts = addresses.map((address) => Number(address.split('.').at(-1)));
    return `${net}${runs(lasts)} port${/\D/.test(text) ? 's' : ''} ${text}`;
  });
}

/** `1–79, 81`. */
function runs(numbers: number[]): string {
  const sorted = [...numbers].sort((a, b) => a - b);
  const parts: string[] = [];
  let first = sorted[0] ?? 0;
  sorted.forEach((number, i) => {
    const next = sorted[i + 1];
    if (next === number + 1) return;
    parts.push(first === number ? `${number}` : `${first}–${number}`);
    first = next ?? 0;
  });
  return parts.join(', ');
}

/** Returns the slip that continues the TCP connection of the last answer. */
export function nextSlip(slip: Slip, { packets }: Answers): Slip {
  const last = packets.findLast(({ proto, flags }) => proto === 'tcp' && flags.includes('A') && !flags.includes('R'));
  if (!last) return slip;
  const counted = size(last) + (/[SF]/.test(last.flags) ? 1 : 0);
  return {
    ...slip,
    to: last.from,
    dport: String(last.sport),
    flags: last.flags === 'SA' ? 'A' : 'PA',
    seq: String(last.ack),
    ack: String(wrap(last.seq + counted)),
    payload: '',
  };
}
