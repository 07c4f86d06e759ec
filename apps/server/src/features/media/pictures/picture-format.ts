/** The formats that authors may send; everything else is refused by its first bytes, whatever its name says. */
export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'avif';

/** By the first bytes. SVG is not among them: it is a text, and read as one. */
export function pictureFormat(bytes: Buffer): PictureFormat | undefined {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (text(4, 8) === 'ftyp' && /^avi[fs]$/.test(text(8, 12))) return 'avif';
  return undefined;
}

/**
 * Whether a picture's own structure reaches exactly to the end of the file. A file that goes on is two things at once
 * (a picture and an archive, a page or a program), and whoever opens it with another reader gets the other one.
 */
export function endsWithItself(bytes: Buffer, format: PictureFormat): boolean {
  return { png: pngEnd, jpeg: jpegEnd, webp: riffEnd, avif: boxesEnd }[format](bytes) === bytes.length;
}

/** PNG, section 5.3: length, type, data, checksum; the chunk IEND is the last. */
function pngEnd(bytes: Buffer): number | undefined {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const next = at + 12 + bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return next;
    at = next;
  }
  return undefined;
}

/** RIFF: the length of everything after the first eight bytes, filled up to an even number. */
function riffEnd(bytes: Buffer): number | undefined {
  if (bytes.length < 12) return undefined;
  const length = bytes.readUInt32LE(4);
  return 8 + length + (length % 2);
}

/** ISO 14496-12, section 4.2: boxes one after the other, each with its length. */
function boxesEnd(bytes: Buffer): number | undefined {
  let at = 0;
  while (at + 8 <= bytes.length) {
    const short = bytes.readUInt32BE(at);
    const long = short === 1 && at + 16 <= bytes.length ? Number(bytes.readBigUInt64BE(at + 8)) : undefined;
    const length = long ?? short;
    // 0 means "up to the end", behind which anything could lie.
    if (length < 8 || !/^[\w ]{4}$/.test(bytes.toString('latin1', at + 4, at + 8))) return undefined;
    at += length;
  }
  return at;
}

/** JPEG, annex B: segments with lengths, and between them compressed data, in which a marker has no zero behind it. */
function jpegEnd(bytes: Buffer): number | undefined {
  let at = 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xd9) return at + 2;
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else if (at + 4 > bytes.length) return undefined;
    else {
      at += 2 + bytes.readUInt16BE(at + 2);
      if (marker === 0xda) at = afterScan(bytes, at);
    }
  }
  return undefined;
}

/** Where the next marker stands that is neither a stuffed byte nor a restart. */
function afterScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at >= 0) {
    const next = bytes[at + 1] ?? 0xd9;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
    at = bytes.indexOf(0xff, at + 2);
  }
  return bytes.length;
}
