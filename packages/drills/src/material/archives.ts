import { crc32, deflateRawSync } from 'node:zlib';
import { word16, word32 } from './small-files.ts';

interface Entry {
  name: string;
  content: Buffer;
}

/** Returns a ZIP of compressed files, as `zip` writes it (APPNOTE.TXT). */
export function zipOf(entries: readonly Entry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  for (const { name, content } of entries) {
    const packed = deflateRawSync(content, { level: 9 });
    const common = Buffer.concat([
      ...[word16(20), word16(0), word16(8), word16(0x5c6d), word16(0x5d76), word32(crc32(content))],
      ...[word32(packed.length), word32(content.length), word16(name.length), word16(0)],
    ]);
    const at = word32(Buffer.concat(locals).length);
    locals.push(Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed);
    centrals.push(Buffer.from('PK\x01\x02'), word16(20), common, Buffer.alloc(10), at, Buffer.from(name));
  }
  const [files, list] = [Buffer.concat(locals), Buffer.concat(centrals)];
  return Buffer.concat([
    ...[files, list, Buffer.from('PK\x05\x06'), Buffer.alloc(4), word16(entries.length), word16(entries.length)],
    ...[word32(list.length), word32(files.length), word16(0)],
  ]);
}

const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`;

/** Returns a tape archive, as `tar` writes it (ustar). */
export function tarOf(entries: readonly Entry[]): Buffer {
  const blocks = entries.map(({ name, content }) => {
    const head = Buffer.alloc(512);
    head.write(name, 0);
    head.write(octal(0o600, 8) + octal(10_083, 8) + octal(10_083, 8) + octal(content.length, 12) + octal(0, 12), 100);
    head.write('        0', 148);
    head.write('ustar\x0000', 257);
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${octal(sum, 7)} `, 148);
    return Buffer.concat([head, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
