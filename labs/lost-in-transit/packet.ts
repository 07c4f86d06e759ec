/** An IPv4 packet, or a fragment of one. */
export interface Packet {
  proto: 'udp' | 'icmp';
  from: string;
  to: string;
  ttl: number;
  id: number;
  /** Offset of its data in the whole packet, in bytes: a multiple of 8. */
  offset: number;
  /** Whether fragments follow. */
  more: boolean;
  /** Whether routers must not fragment it. */
  whole: boolean;
  /** Text that a router has added to the header. */
  option: string;
  /** Data after the header. In the first fragment, the UDP or ICMP header with its 8 bytes precedes the text. */
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

/** Fragments a packet for a link with an MTU of `mtu` bytes. */
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
