import { randomInt } from 'node:crypto';

/** A machine in the office's network. Machines outside have the hardware address of the router. */
export interface Host {
  ip: string;
  mac: Buffer;
  ttl: number;
}

export const BROADCAST: Host = { ip: '255.255.255.255', mac: Buffer.alloc(6, 0xff), ttl: 64 };
const IPV4 = 0x0800;
const ARP = 0x0806;
const ICMP = 1;
const TCP = 6;
const UDP = 17;
/** The shortest Ethernet frame, without its checksum. */
const MIN_FRAME_BYTES = 60;

const bytesOf = (ip: string) => Buffer.from(ip.split('.').map(Number));

/** Internet checksum of IP, ICMP, TCP and UDP: the one's complement of the one's complement sum of 16-bit words. */
function checksum(data: Buffer): number {
  let sum = 0;
  for (let i = 0; i < data.length; i += 2) sum += (data.readUInt8(i) << 8) | (data[i + 1] ?? 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}

function ethernet(from: Host, to: Host, type: number, payload: Buffer): Buffer {
  const frame = Buffer.alloc(Math.max(MIN_FRAME_BYTES, 14 + payload.length));
  to.mac.copy(frame, 0);
  from.mac.copy(frame, 6);
  frame.writeUInt16BE(type, 12);
  payload.copy(frame, 14);
  return frame;
}

function ipv4(from: Host, to: Host, protocol: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(20);
  header.writeUInt8(0x45, 0);
  header.writeUInt16BE(20 + payload.length, 2);
  header.writeUInt16BE(randomInt(0x10000), 4);
  header.writeUInt16BE(protocol === UDP ? 0 : 0x4000, 6);
  header.writeUInt8(from.ttl, 8);
  header.writeUInt8(protocol, 9);
  bytesOf(from.ip).copy(header, 12);
  bytesOf(to.ip).copy(header, 16);
  header.writeUInt16BE(checksum(header), 10);
  return ethernet(from, to, IPV4, Buffer.concat([header, payload]));
}

/** The checksum of TCP and UDP also covers both addresses. */
function sumOf(from: Host, to: Host, protocol: number, segment: Buffer): number {
  const pseudo = Buffer.from([
    ...bytesOf(from.ip),
    ...bytesOf(to.ip),
    0,
    protocol,
    segment.length >> 8,
    segment.length & 0xff,
  ]);
  return checksum(Buffer.concat([pseudo, segment]));
}

export function udp(from: Host, sport: number, to: Host, dport: number, data: Buffer): Buffer {
  const datagram = Buffer.concat([Buffer.alloc(8), data]);
  datagram.writeUInt16BE(sport, 0);
  datagram.writeUInt16BE(dport, 2);
  datagram.writeUInt16BE(datagram.length, 4);
  // Zero would mean that there is no checksum
  datagram.writeUInt16BE(sumOf(from, to, UDP, datagram) || 0xffff, 6);
  return ipv4(from, to, UDP, datagram);
}

export interface Segment {
  sport: number;
  dport: number;
  seq: number;
  ack: number;
  flags: number;
  options: Buffer;
  data: Buffer;
}

export function tcp(from: Host, to: Host, { sport, dport, seq, ack, flags, options, data }: Segment): Buffer {
  const header = Buffer.alloc(20);
  header.writeUInt16BE(sport, 0);
  header.writeUInt16BE(dport, 2);
  header.writeUInt32BE(seq, 4);
  header.writeUInt32BE(ack, 8);
  header.writeUInt8(((20 + options.length) / 4) << 4, 12);
  header.writeUInt8(flags, 13);
  header.writeUInt16BE(0xfaf0, 14);
  const segment = Buffer.concat([header, options, data]);
  segment.writeUInt16BE(sumOf(from, to, TCP, segment), 16);
  return ipv4(from, to, TCP, segment);
}

export function ping(from: Host, to: Host, id: number, sequence: number, isAnswer: boolean): Buffer {
  const message = Buffer.alloc(40);
  message.writeUInt8(isAnswer ? 0 : 8, 0);
  message.writeUInt16BE(id, 4);
  message.writeUInt16BE(sequence, 6);
  message.write('abcdefghijklmnopqrstuvwabcdefghi', 8, 'latin1');
  message.writeUInt16BE(checksum(message), 2);
  return ipv4(from, to, ICMP, message);
}

/** ARP: a request to all machines, or the answer. */
export function arp(from: Host, to: Host, isAnswer: boolean): Buffer {
  const message = Buffer.from([
    ...[0, 1, 8, 0, 6, 4, 0, isAnswer ? 2 : 1],
    ...from.mac,
    ...bytesOf(from.ip),
    ...(isAnswer ? to.mac : Buffer.alloc(6)),
    ...bytesOf(to.ip),
  ]);
  return ethernet(from, isAnswer ? to : BROADCAST, ARP, message);
}
