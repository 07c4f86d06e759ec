import { randomInt } from 'node:crypto';
import { type Host, udp } from './frames.ts';
import { between, router } from './office.ts';
import type { Recorded } from './pcap.ts';
import { resolves } from './policy.ts';

const types = { A: 1, TXT: 16, AAAA: 28 };
const IN = 1;
const PORT = 53;
const codes = { 'no error': 0, 'server failed': 2, 'no such name': 3, refused: 5 };

export interface Question {
  desk: Host;
  at: number;
  name: string;
  type: keyof typeof types;
  /** The answer from outside: an address, a text, or nothing of this type. */
  answer?: string;
  code?: keyof typeof codes;
  /** Whether the first query is lost, and sent again. */
  lost?: boolean;
}

/** A query to the office's resolver, and its answer. */
export function ask({ desk, at, name, type, answer, code = 'no error', lost }: Question): Recorded[] {
  const id = randomInt(0x10000);
  const sport = randomInt(32_768, 61_000);
  const question = Buffer.concat([labels(name), u16(types[type], IN)]);
  const asked = udp(desk, sport, router, PORT, Buffer.concat([u16(id, 0x0100, 1, 0, 0, 0), question]));
  const again = at + between(1900, 2100);
  const allowed = resolves(name);
  const record = allowed && code === 'no error' && answer !== undefined ? recordOf(type, answer) : undefined;
  const flags = 0x8180 | codes[allowed ? code : 'refused'];
  const said = Buffer.concat([u16(id, flags, 1, record ? 1 : 0, 0, 0), question, record ?? Buffer.alloc(0)]);
  const answered = { at: (lost ? again : at) + between(4, 90), frame: udp(router, PORT, desk, sport, said) };
  return [{ at, frame: asked }, ...(lost ? [{ at: again, frame: asked }] : []), answered];
}

function u16(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2);
  for (const [i, number] of numbers.entries()) bytes.writeUInt16BE(number, i * 2);
  return bytes;
}

const labels = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.alloc(1),
  ]);

function recordOf(type: Question['type'], answer: string): Buffer {
  const data = type === 'TXT' ? Buffer.from([answer.length, ...Buffer.from(answer)]) : addressOf(type, answer);
  const ttl = type === 'TXT' ? 0 : randomInt(30, 3600);
  // c00c: the name at offset 12
  return Buffer.concat([u16(0xc00c, types[type], IN, 0, ttl, data.length), data]);
}

const addressOf = (type: Question['type'], answer: string): Buffer =>
  type === 'A' ? Buffer.from(answer.split('.').map(Number)) : Buffer.from(answer, 'hex');
