/** Accepted upload formats. Only the first bytes decide, not the file name. */
export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'avif';

/** Detects the format by the first bytes. SVG is not included: it is handled as text. */
export function pictureFormat(bytes: Buffer): PictureFormat | undefined {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (text(4, 8) === 'ftyp' && /^avi[fs]$/.test(text(8, 12))) return 'avif';
  return undefined;
}

/**
 * Checks whether the picture ends exactly at the end of the file. A file with trailing data is two files at once (a
 * picture and an archive, page or program), and another program could open the second one.
 */
export function hasNoTrailingData(bytes: Buffer, format: PictureFormat): boolean {
  return { png: pngEnd, jpeg: jpegEnd, webp: riffEnd, avif: boxesEnd }[format](bytes) === bytes.length;
}

/** PNG, section 5.3: length, type, data, checksum; IEND is the last chunk. */
function pngEnd(bytes: Buffer): number | undefined {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const next = at + 12 + bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return next;
    at = next;
  }
  return undefined;
}

/** RIFF: the length of everything after the first eight bytes, padded to an even number. */
function riffEnd(bytes: Buffer): number | undefined {
  if (bytes.length < 12) return undefined;
  const length = bytes.readUInt32LE(4);
  return 8 + length + (length % 2);
}

/** ISO 14496-12, section 4.2: consecutive boxes, each with its length. */
function boxesEnd(bytes: Buffer): number | undefined {
  let at = 0;
  while (at + 8 <= bytes.length) {
    const short = bytes.readUInt32BE(at);
    const long = short === 1 && at + 16 <= bytes.length ? Number(bytes.readBigUInt64BE(at + 8)) : undefined;
    const length = long ?? short;
    // 0 means "up to the end of the file", which would hide trailing data.
    if (length < 8 || !/^[\w ]{4}$/.test(bytes.toString('latin1', at + 4, at + 8))) return undefined;
    at += length;
  }
  return at;
}

/** JPEG, annex B: segments with lengths, and compressed data between them, in which no marker is followed by zero. */
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

/** Returns the position of the next marker that is neither a stuffed byte nor a restart marker. */
function afterScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at >= 0) {
    const next = bytes[at + 1] ?? 0xd9;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
    at = bytes.indexOf(0xff, at + 2);
  }
  return bytes.length;
}
