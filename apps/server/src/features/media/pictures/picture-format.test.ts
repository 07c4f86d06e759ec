import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { hasNoTrailingData, type PictureFormat, pictureFormat } from './picture-format.ts';

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  });

const samples: [PictureFormat, () => Promise<Buffer>][] = [
  ['png', () => noise(61, 47).png().toBuffer()],
  ['jpeg', () => noise(61, 47).jpeg().toBuffer()],
  ['jpeg', () => noise(200, 300).jpeg({ progressive: true, mozjpeg: true }).withMetadata().toBuffer()],
  ['webp', () => noise(61, 47).webp().toBuffer()],
  ['webp', () => noise(61, 47).webp({ lossless: true }).toBuffer()],
  ['avif', () => noise(61, 47).avif().toBuffer()],
];

describe.each(samples)('%s', (format, make) => {
  it('is detected by its first bytes and ends at the end of the file', async () => {
    const bytes = await make();
    expect(pictureFormat(bytes)).toBe(format);
    expect(hasNoTrailingData(bytes, format)).toBe(true);
  });

  it('is rejected with trailing or missing bytes', async () => {
    const bytes = await make();
    for (const more of ['PK\x03\x04', '<script>alert(1)</script>', '\0'.repeat(9)])
      expect(hasNoTrailingData(Buffer.concat([bytes, Buffer.from(more)]), format)).toBe(false);
    for (const length of [bytes.length - 3, Math.floor(bytes.length / 2), 20, 12])
      expect([length, hasNoTrailingData(bytes.subarray(0, length), format)]).toEqual([length, false]);
  });
});

it('terminates for random bytes', async () => {
  const png = await noise(20, 20).png().toBuffer();
  for (let i = 0; i < 2_000; i++) {
    const bytes = Buffer.from(png);
    for (let n = 0; n < 4; n++) bytes[8 + ((i * 7 + n * 131) % (bytes.length - 8))] = (i * 31 + n * 17) % 256;
    for (const format of ['png', 'jpeg', 'webp', 'avif'] as const) hasNoTrailingData(bytes, format);
  }
});

it('rejects drawings and HTML pages', () => {
  for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html>', 'GIF89a', '%PDF-1.7', ''])
    expect(pictureFormat(Buffer.from(text))).toBeUndefined();
});
