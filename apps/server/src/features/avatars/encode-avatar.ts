import { AppError } from '#platform/errors';
import { loadSharp } from '#platform/sharp';

const maxBytes = 4 * 1024 * 1024;
/** Maximum number of pixels. Photos have 12 to 40 million and the browser scales them down, so a larger one is an attack. */
const maxPixels = 40_000_000;
const size = 256;

/**
 * Re-encodes an upload: 256 px square, upright, without metadata, first frame only. None of the uploaded bytes are kept.
 * @param base64 PNG, JPEG, WebP or AVIF
 * @throws AppError image_invalid
 */
export async function encodeAvatar(base64: string): Promise<Buffer> {
  const bytes = decodeBase64(base64);
  if (!isPicture(bytes)) throw imageInvalid('This is not a PNG, JPEG, WebP or AVIF picture.');
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
    throw imageInvalid(
      isTooLarge
        ? 'The picture has too many pixels. Scale it down to 40 million or less.'
        : 'This picture cannot be read. Save it as PNG or JPEG and try again.',
    );
  }
}

function imageInvalid(msg: string): AppError {
  return new AppError('image_invalid', msg, { fields: { image: msg } });
}

/** Decodes strictly: Node skips invalid characters, so the decoded bytes must encode to the same text again. */
function decodeBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw imageInvalid('The picture is not valid base64. Try again.');
  if (bytes.length > maxBytes) throw imageInvalid('The picture can have at most 4 MB.');
  return bytes;
}

/** Checks the magic bytes, because names and types can be forged. SVG in particular can contain scripts. */
function isPicture(bytes: Buffer): boolean {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return true;
  if (text(0, 3) === '\xff\xd8\xff') return true;
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return true;
  return text(4, 8) === 'ftyp' && /^avi[fs]$/.test(text(8, 12));
}
