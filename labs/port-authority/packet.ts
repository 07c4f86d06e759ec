export type Protocol = 'tcp' | 'udp' | 'icmp';

export interface Packet {
  proto: Protocol;
  from: string;
  sport: number;
  to: string;
  dport: number;
  /** TCP flags in the usual order: `S`, `SA`, `PA`. */
  flags: string;
  seq: number;
  ack: number;
  /** For ICMP, the type of the message. */
  payload: string;
}

/** TCP numbers have 32 bits, and wrap around. */
export const wrap = (number: number): number => number % 2 ** 32;

export const replyTo = (packet: Packet, rest: Partial<Packet>): Packet => ({
  proto: packet.proto,
  from: packet.to,
  sport: packet.dport,
  to: packet.from,
  dport: packet.sport,
  flags: '',
  seq: 0,
  ack: 0,
  payload: '',
  ...rest,
});

/** Bytes of the payload, by which TCP counts. */
export const size = ({ payload }: Packet): number => Buffer.byteLength(payload);
