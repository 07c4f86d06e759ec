import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Pictures for tests. */

export const plain = (width = 40, height = 30, background = '#62b5ff'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });

export const base64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64');

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, 'latin1');
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])), 0);
  return Buffer.concat([head, data, tail]);
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG of 900 million black pixels in a few hundred kilobytes. */
export function decompressionBomb(side = 30_000): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG with text before its pixels and after its end. */
export async function polyglot(text: string): Promise<Buffer> {
  const png = await plain().png().toBuffer();
  const comment = chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'));
  const afterHeader = signature.length + 25;
  return Buffer.concat([png.subarray(0, afterHeader), comment, png.subarray(afterHeader), Buffer.from(text)]);
}
