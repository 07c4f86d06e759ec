import { mostPictureBytes, pictureTooLarge } from '@hexpedition/contract';
import { AppError } from '#platform/errors';
import { loadSharp } from '#platform/sharp';
import { endsWithItself, pictureFormat } from './picture-format.ts';
import type { VariantFormat } from './variant-path.ts';

/** A larger picture was made to do harm: a photo has 12 to 40 million. */
const maxPixels = 40_000_000;
/** Wider ones are scaled down: a lesson is 720 CSS pixels wide, and screens have up to three pixels for one. */
const maxWidth = 2_160;
/** A very tall picture is scrolled for minutes, and costs the memory of a bomb. */
const maxHeight = 8_000;

export interface Picture {
  webp: Buffer;
  width: number;
  height: number;
}

/**
 * Makes a new picture from an upload: upright, without metadata, the first frame only. Nothing of the uploaded bytes is
 * kept. Drawings and screenshots (PNG) stay exact, photos are compressed.
 * @throws AppError image_invalid
 */
export async function remakePicture(bytes: Buffer): Promise<Picture> {
  if (bytes.length > mostPictureBytes) throw refuse(pictureTooLarge);
  const format = pictureFormat(bytes);
  if (!format)
    throw refuse('This is not a PNG, JPEG, WebP or AVIF picture. A drawing as SVG is sent as a file called name.svg.');
  if (!endsWithItself(bytes, format))
    throw refuse('Something else follows the picture in this file, or its end is missing. Save the picture anew.');
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
    throw refuse(whyNot(error));
  }
}

const whyNot = (error: unknown): string =>
  error instanceof Error && /pixel limit|dimensions/i.test(error.message)
    ? 'The picture has too many pixels. Scale it down to 40 million or less.'
    : 'This picture cannot be read. Save it anew as PNG or JPEG and try again.';

/** @param picture made by `remakePicture` */
export async function makeVariant(picture: Buffer, width: number, format: VariantFormat): Promise<Buffer> {
  const sharp = await loadSharp();
  const scaled = sharp(picture, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 }).resize({
    width,
    withoutEnlargement: true,
  });
  // The quality at which letters of a screenshot stay sharp.
  return (format === 'avif' ? scaled.avif({ quality: 60, effort: 4 }) : scaled.webp({ quality: 84, effort: 4 }))
    .timeout({ seconds: 30 })
    .toBuffer();
}

/** Decodes the header alone. @throws AppError image_invalid */
export async function measurePicture(bytes: Buffer): Promise<{ width: number; height: number }> {
  const sharp = await loadSharp();
  try {
    const { width, height, autoOrient } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata();
    return { width: autoOrient.width ?? width, height: autoOrient.height ?? height };
  } catch (error) {
    throw refuse(whyNot(error));
  }
}

const refuse = (msg: string): AppError => new AppError('image_invalid', msg, { fields: { image: msg } });
