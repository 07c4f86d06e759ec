import { cpuTime } from '@hexpedition/curriculum/testing/cpu-time';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodeAvatar } from './encode-avatar.ts';
import { base64, decompressionBomb, plain, polyglot } from './testing.ts';

const refused = { code: 'image_invalid', extra: { fields: { image: expect.any(String) } } };

async function colourAt(webp: Buffer, left: number, top: number): Promise<number[]> {
  const pixel = await sharp(webp).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return [...pixel.subarray(0, 3)].map((value) => Math.round(value / 64));
}

test.each(['png', 'jpeg', 'webp', 'avif'] as const)('%s becomes a square of 256 pixels', async (format) => {
  const webp = await encodeAvatar(base64(await plain(300, 90).toFormat(format).toBuffer()));
  expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
});

test('hidden data in a picture is removed', async () => {
  const text = '<html><script>alert(document.domain)</script>';
  const sent = await polyglot(text);
  expect(sent.toString('latin1').split('<script>')).toHaveLength(3);
  const webp = await encodeAvatar(base64(sent));
  expect(webp.toString('latin1')).not.toContain('script');
  expect(webp.toString('latin1', 0, 4)).toBe('RIFF');
});

test('metadata is stripped after its orientation was applied', async () => {
  // Red left, blue right. Rotated by 90 degrees, red is at the top.
  const blue = await plain(100, 100, '#0000ff').png().toBuffer();
  const sent = await plain(200, 100, '#ff0000')
    .composite([{ input: blue, left: 100, top: 0 }])
    .withExif({ IFD0: { Artist: 'Mara of 12 Harbour Street' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(await sharp(sent).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) });
  const webp = await encodeAvatar(base64(sent));
  const { exif, orientation, xmp, icc } = await sharp(webp).metadata();
  expect({ exif, orientation, xmp, icc }).toEqual({
    exif: undefined,
    orientation: undefined,
    xmp: undefined,
    icc: undefined,
  });
  expect(await colourAt(webp, 128, 20)).toEqual([4, 0, 0]);
  expect(await colourAt(webp, 128, 236)).toEqual([0, 0, 4]);
});

test('the first frame of an animation is used', async () => {
  const frames = await Promise.all(['#ff0000', '#0000ff'].map((colour) => plain(20, 20, colour).png().toBuffer()));
  const sent = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
  expect(await sharp(sent).metadata()).toMatchObject({ pages: 2 });
  const webp = await encodeAvatar(base64(sent));
  expect((await sharp(webp).metadata()).pages ?? 1).toBe(1);
  expect(await colourAt(webp, 128, 128)).toEqual([4, 0, 0]);
});

test('a decompression bomb is detected by its header', async () => {
  const sent = decompressionBomb();
  expect(sent.length).toBeLessThan(200_000);
  const elapsed = await cpuTime(() =>
    expect(encodeAvatar(base64(sent))).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('pixels'),
    }),
  );
  expect(elapsed).toBeLessThan(1_000);
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
const signatures = { png: '89504e470d0a1a0a', jpeg: 'ffd8ffe0' };

test.each([
  ['an SVG', () => svg],
  ['an SVG that begins like a PNG', () => Buffer.concat([Buffer.from(signatures.png, 'hex'), Buffer.from(svg)])],
  ['an SVG that begins like a JPEG', () => Buffer.concat([Buffer.from(signatures.jpeg, 'hex'), Buffer.from(svg)])],
  ['a GIF', () => Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')],
  ['a TIFF', () => plain().tiff().toBuffer()],
  ['a text', () => 'not a picture at all'],
  ['half a PNG', async () => (await plain(200, 200).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 9_000)],
  ['a HEIC by its brand', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1')],
  ['5 MB', async () => Buffer.concat([await plain().png().toBuffer(), Buffer.alloc(5_000_000)])],
])('%s is rejected', async (_, make) => {
  await expect(encodeAvatar(base64(await make()))).rejects.toMatchObject(refused);
});

test('an animated GIF is rejected under any extension', async () => {
  const gif = Buffer.from(
    'R0lGODlhAQABAIAAAP8AAAAA/yH/C05FVFNDQVBFMi4wAwEAAAAh+QQACgAAACwAAAAAAQABAAACAkQBACH5BAAKAAAALAAAAAABAAEAAAICTAEAOw==',
    'base64',
  );
  expect(gif.toString('latin1', 0, 6)).toBe('GIF89a');
  await expect(encodeAvatar(base64(gif))).rejects.toMatchObject(refused);
});

test('malformed base64 is rejected', async () => {
  const good = base64(await plain().png().toBuffer());
  await expect(encodeAvatar(good)).resolves.toBeInstanceOf(Buffer);
  for (const bad of [`data:image/png;base64,${good}`, `${good}\n`, `${good}!`, good.replace('/', '_'), `!${good}`]) {
    if (bad !== good) await expect(encodeAvatar(bad)).rejects.toMatchObject(refused);
  }
});
