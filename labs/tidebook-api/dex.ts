import { createHash } from 'node:crypto';

const HEADER = 0x70;

/** Builds an Android bytecode file with these strings and no classes: enough to read, and not to run. */
export function dex(strings: string[]): Buffer {
  const sorted = [...new Set(strings)].sort();
  const ids = Buffer.alloc(4 * sorted.length);
  const data: Buffer[] = [];
  let at = HEADER + ids.length;
  sorted.forEach((text, i) => {
    ids.writeUInt32LE(at, 4 * i);
    // Lengths have seven bits a byte; none of these is longer
    const item = Buffer.concat([Buffer.from([text.length]), Buffer.from(text), Buffer.from([0])]);
    data.push(item);
    at += item.length;
  });
  data.push(Buffer.alloc((4 - (at % 4)) % 4));
  const map = mapOf(sorted.length, at + (data.at(-1)?.length ?? 0));
  const body = Buffer.concat([ids, ...data, map]);
  const header = Buffer.alloc(HEADER);
  header.write('dex\n035\0', 'latin1');
  header.writeUInt32LE(HEADER + body.length, 0x20);
  header.writeUInt32LE(HEADER, 0x24);
  header.writeUInt32LE(0x12345678, 0x28);
  header.writeUInt32LE(HEADER + body.length - map.length, 0x34);
  header.writeUInt32LE(sorted.length, 0x38);
  header.writeUInt32LE(HEADER, 0x3c);
  header.writeUInt32LE(body.length - ids.length, 0x68);
  header.writeUInt32LE(HEADER + ids.length, 0x6c);
  const file = Buffer.concat([header, body]);
  createHash('sha1').update(file.subarray(0x20)).digest().copy(file, 0x0c);
  file.writeUInt32LE(adler32(file.subarray(0x0c)), 0x08);
  return file;
}

function mapOf(strings: number, at: number): Buffer {
  const entries = [
    [0x0000, 1, 0],
    [0x0001, strings, HEADER],
    [0x2002, strings, HEADER + 4 * strings],
    [0x1000, 1, at],
  ] as const;
  const map = Buffer.alloc(4 + 12 * entries.length);
  map.writeUInt32LE(entries.length, 0);
  entries.forEach(([kind, count, offset], i) => {
    map.writeUInt16LE(kind, 4 + 12 * i);
    map.writeUInt32LE(count, 8 + 12 * i);
    map.writeUInt32LE(offset, 12 + 12 * i);
  });
  return map;
}

function adler32(data: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (const byte of data) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return ((b << 16) | a) >>> 0;
}
