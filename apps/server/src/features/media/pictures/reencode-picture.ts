import { maxPictureBytes, pictureTooLarge } from '@hexpedition/contract';
import type { VariantFormat } from '@hexpedition/curriculum/media/picture-variant-path';
import { AppError } from '#platform/errors';
import { loadSharp } from '#platform/sharp';
import { hasNoTrailingData, pictureFormat } from './picture-format.ts';

/** Larger pictures are attacks: a photo has 12 to 40 million pixels. */
const maxPixels = 40_000_000;
/**
 * Wider pictures are scaled down: a lesson is 720 CSS pixels wide, and screens have at most three pixels per CSS
 * pixel.
 */
const maxWidth = 2_160;
/** Taller pictures would need as much memory as a decompression bomb. */
const maxHeight = 8_000;

export interface Picture {
  webp: Buffer;
  width: number;
  height: number;
}

/**
 * Re-encodes an uploaded picture: upright, without metadata, first frame only. No uploaded byte is kept. Drawings and
 * screenshots (PNG) stay lossless, photos are compressed.
 * @throws AppError image_invalid
 */
export async function reencodePicture(bytes: Buffer): Promise<Picture> {
  if (bytes.length > maxPictureBytes) throw imageInvalid(pictureTooLarge);
  const format = pictureFormat(bytes);
  if (!format)
    throw imageInvalid(
      'This is not a PNG, JPEG, WebP or AVIF picture. Upload an SVG drawing as a file called name.svg.',
    );
  if (!hasNoTrailingData(bytes, format))
    throw imageInvalid('This file has extra data after the picture, or its end is missing. Save the picture again.');
  const sharp = await loadSharp();
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
      .webp(format === 'png' ? { lossless: true, effort: 4 } : { quality: 88, effort: 4 })
      .timeout({ seconds: 15 })
      .toBuffer({ resolveWithObject: true });
    return { webp: data, width: info.width, height: info.height };
  } catch (error) {
    throw imageInvalid(decodeErrorMessage(error));
  }
}

const decodeErrorMessage = (error: unknown): string =>
  error instanceof Error && /pixel limit|dimensions/i.test(error.message)
    ? 'The picture has too many pixels. Scale it down to 40 million or less.'
    : 'This picture cannot be read. Save it again as PNG or JPEG and try again.';

/** @param picture result of `reencodePicture` */
export async function makeVariant(picture: Buffer, width: number, format: VariantFormat): Promise<Buffer> {
  const sharp = await loadSharp();
  const scaled = sharp(picture, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 }).resize({
    width,
    withoutEnlargement: true,
  });
  // At this quality the text in screenshots stays sharp.
  return (format === 'avif' ? scaled.avif({ quality: 60, effort: 4 }) : scaled.webp({ quality: 84, effort: 4 }))
    .timeout({ seconds: 30 })
    .toBuffer();
}

/** Reads the size from the header only. @throws AppError image_invalid */
export async function measurePicture(bytes: Buffer): Promise<{ width: number; height: number }> {
  const sharp = await loadSharp();
  try {
    const { width, height, autoOrient } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata();
    return { width: autoOrient.width ?? width, height: autoOrient.height ?? height };
  } catch (error) {
    throw imageInvalid(decodeErrorMessage(error));
  }
}

const imageInvalid = (msg: string): AppError => new AppError('image_invalid', msg, { fields: { image: msg } });
