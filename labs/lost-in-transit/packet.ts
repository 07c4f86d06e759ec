/** An IPv4 packet, or a fragment of one. */
export interface Packet {
  proto: 'udp' | 'icmp';
  from: string;
  to: string;
  ttl: number;
  id: number;
  /** Where its data belongs in the whole, in bytes: a multiple of 8. */
  offset: number;
  /** Whether fragments follow. */
  more: boolean;
  /** Whether routers must not take it apart. */
  whole: boolean;
  /** What a router has written into the header besides. */
  option: string;
  /** What follows the header: in the first fragment, that of UDP or ICMP with its 8 bytes comes before the text. */
  data: Buffer;
}

/** Bytes of a header without options, of IPv4 and of UDP or ICMP. */
export const IP = 20;
export const UDP = 8;

export const isFirst = ({ offset }: Packet): boolean => offset === 0;
export const isWhole = ({ offset, more }: Packet): boolean => offset === 0 && !more;
export const sourcePort = ({ data }: Packet): number => (data.length >= UDP ? data.readUInt16BE(0) : 0);
export const targetPort = ({ data }: Packet): number => (data.length >= UDP ? data.readUInt16BE(2) : 0);
export const textOf = ({ data }: Packet): string => data.subarray(UDP).toString('utf8');

/** The first 8 bytes: for UDP its ports, for ICMP the number of an echo request. */
export function headed(proto: Packet['proto'], from: number, to: number, text: string): Buffer {
  const header = Buffer.alloc(UDP);
  if (proto === 'udp') {
    header.writeUInt16BE(from, 0);
    header.writeUInt16BE(to, 2);
  } else header.writeUInt8(8, 0);
  return Buffer.concat([header, Buffer.from(text)]);
}

/** Takes a packet apart for a link that carries no more than `mtu` bytes. */
export function fragments(packet: Packet, mtu: number): Packet[] {
  if (packet.data.length + IP <= mtu) return [packet];
  const size = (mtu - IP) & ~7;
  const parts: Packet[] = [];
  for (let at = 0; at < packet.data.length; at += size) {
    parts.push({
      ...packet,
      offset: packet.offset + at,
      more: packet.more || at + size < packet.data.length,
      data: packet.data.subarray(at, at + size),
    });
  }
  return parts;
}
