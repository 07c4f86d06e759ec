import type { Random } from '../random.ts';

/** Network frames: Ethernet with IPv4, and TCP or UDP in it. */

const address = (random: Random): Buffer => Buffer.of(10, random.int(0, 250), random.int(0, 250), random.int(2, 250));
export const dotted = (bytes: Uint8Array): string => [...bytes].join('.');
const mac = (random: Random): Buffer => Buffer.concat([Buffer.of(0x02), random.bytes(5)]);
export const word16 = (value: number): Buffer => Buffer.of(value >> 8, value & 0xff);

/** Returns the checksum of IP, TCP and UDP (RFC 1071). */
export function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 2) sum += ((bytes[i] ?? 0) << 8) | (bytes[i + 1] ?? 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  return ~sum & 0xffff;
}

interface Parts {
  source: Buffer;
  target: Buffer;
  ttl: number;
  protocol: 6 | 17;
  options?: Buffer;
}

/** Wraps data in IPv4 (RFC 791) and Ethernet (RFC 894). */
export function frame(
  random: Random,
  macs: [Buffer, Buffer],
  { source, target, ttl, protocol, options }: Parts,
  body: Buffer,
): Buffer {
  const extra = options ?? Buffer.alloc(0);
  const head = Buffer.concat([
    Buffer.of(0x45 + extra.length / 4, 0),
    ...[word16(20 + extra.length + body.length), random.bytes(2), word16(0x4000)],
    ...[Buffer.of(ttl, protocol), word16(0), source, target, extra],
  ]);
  head.writeUInt16BE(checksum(head), 10);
  return Buffer.concat([macs[0], macs[1], word16(0x0800), head, body]);
}

export function segment(
  { source, target }: Parts,
  ports: [number, number],
  flags: number,
  random: Random,
  data = Buffer.alloc(0),
): Buffer {
  const tcp = Buffer.concat([
    ...[word16(ports[0]), word16(ports[1]), random.bytes(4), flags & 0x10 ? random.bytes(4) : Buffer.alloc(4)],
    ...[Buffer.of(0x50, flags), word16(64_240), word16(0), word16(0), data],
  ]);
  tcp.writeUInt16BE(checksum(Buffer.concat([source, target, Buffer.of(0, 6), word16(tcp.length), tcp])), 16);
  return tcp;
}

/** UDP datagram. Checksum 0 means that there is no checksum, which UDP over IPv4 allows (RFC 768). */
export const datagram = (ports: [number, number], data: Buffer): Buffer =>
  Buffer.concat([word16(ports[0]), word16(ports[1]), word16(8 + data.length), word16(0), data]);

export const parts = (random: Random, protocol: 6 | 17): Parts => ({
  ...{ source: address(random), target: address(random), ttl: random.int(30, 128), protocol },
});
export const macsOf = (random: Random): [Buffer, Buffer] => [mac(random), mac(random)];
