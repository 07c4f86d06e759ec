import { crc32, deflateSync } from 'node:zlib';
import type { Random } from '../random.ts';
import { codeWord, nouns } from '../words.ts';

/** Small complete files, byte by byte. Numbers are little endian, as in most file formats. */

export const word16 = (value: number): Buffer => Buffer.of(value & 0xff, value >> 8);
export const word32 = (value: number): Buffer => Buffer.concat([word16(value & 0xffff), word16(value >>> 16)]);

/** Returns a valid PNG with few pixels. */
export function png(random: Random): Buffer {
  const [width, height] = [random.int(3, 9), random.int(3, 6)];
  const rows = Buffer.concat(
    Array.from({ length: height }, () => Buffer.concat([Buffer.of(0), random.bytes(Math.ceil(width / 8))])),
  );
  const chunk = (kind: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(kind), data]);
    return Buffer.concat([word32(data.length).reverse(), body, word32(crc32(body)).reverse()]);
  };
  const header = Buffer.concat([word32(width).reverse(), word32(height).reverse(), Buffer.of(1, 0, 0, 0, 0)]);
  return Buffer.concat([
    ...[Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', header), chunk('IDAT', deflateSync(rows))],
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a ZIP with one uncompressed file, and a comment at its end. */
export function zip(random: Random, comment: string): Buffer {
  const name = Buffer.from(`${random.pick(nouns)}.txt`);
  const content = Buffer.from(codeWord(random));
  const sizes = [word32(content.length), word32(content.length), word16(name.length), word16(0)];
  const common = Buffer.concat([
    ...[word16(20), word16(0), word16(0), word16(0x5c6d), word16(0x5c6e), word32(crc32(content)), ...sizes],
  ]);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, content]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02'), word16(20), common, Buffer.alloc(14), name]);
  return Buffer.concat([
    ...[local, central, Buffer.from('PK\x05\x06'), Buffer.alloc(4), word16(1), word16(1)],
    ...[word32(central.length), word32(local.length), word16(comment.length), Buffer.from(comment)],
  ]);
}
