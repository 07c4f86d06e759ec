import { AppError } from '#platform/errors';
import { loadSharp } from '#platform/sharp';

const maxBytes = 4 * 1024 * 1024;
/**
 * The most pixels. A photo has 12 to 40 million, and the browser has scaled it down; a larger picture was made to do
 * harm.
 */
const maxPixels = 40_000_000;
const size = 256;

/**
 * Makes a new picture from an upload: 256 px square, upright, without metadata, first frame only. Nothing of the
 * uploaded bytes is kept.
 * @param base64 PNG, JPEG, WebP or AVIF
 * @throws AppError image_invalid
 */
export async function remakePicture(base64: string): Promise<Buffer> {
  const bytes = decodeBase64(base64);
  if (!isPicture(bytes)) throw refuse('This is not a PNG, JPEG, WebP or AVIF picture.');
  const sharp = await loadSharp();
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize(size, size, { fit: 'cover' })
      .webp({ quality: 86 })
      .timeout({ seconds: 10 })
      .toBuffer();
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit/.test(error.message);
    throw refuse(
      isTooLarge
        ? 'The picture has too many pixels. Scale it down to 40 million or less.'
        : 'This picture cannot be read. Save it anew as PNG or JPEG and try again.',
    );
  }
}

function refuse(msg: string): AppError {
  return new AppError('image_invalid', msg, { fields: { image: msg } });
}

/**
 * Node skips characters that are not base64. Here every character counts, so encoding the bytes must give the same text
 * again.
 */
function decodeBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw refuse('The picture did not arrive whole. Send it as plain base64.');
  if (bytes.length > maxBytes) throw refuse('The picture may have at most 4 MB.');
  return bytes;
}

/** By its first bytes, for a name or a type can claim anything. SVG, above all, is a program. */
function isPicture(bytes: Buffer): boolean {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return true;
  if (text(0, 3) === '\xff\xd8\xff') return true;
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return true;
  return text(4, 8) === 'ftyp' && /^avi[fs]$/.test(text(8, 12));
}
