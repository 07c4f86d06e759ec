const side = 512;
const maxBytes = 60_000_000;

export class PictureError extends Error {}

export interface ShrunkPicture {
  /** Base64 of the picture, as the endpoint expects it. */
  base64: string;
  /** Data URL for the preview. */
  preview: string;
}

/**
 * Crops the picture to a centred square of at most 512 px, so that a 10 MB photo is not uploaded for a 32 px avatar.
 * Pictures that the browser cannot decode are not uploaded.
 * @throws PictureError with a message for the user
 */
export async function shrinkPicture(file: File): Promise<ShrunkPicture> {
  if (file.size > maxBytes) throw new PictureError('This file is larger than 60 MB. Choose a smaller one.');
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new PictureError('This file is not a picture that your browser can read. Choose a PNG, JPEG, WebP or AVIF.');
  });
  const cut = Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.min(side, cut);
  const context = canvas.getContext('2d');
  if (!context) throw new PictureError('This browser cannot resize the picture. Try another browser.');
  context.imageSmoothingQuality = 'high';
  const [left, top] = [(bitmap.width - cut) / 2, (bitmap.height - cut) / 2];
  context.drawImage(bitmap, left, top, cut, cut, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // A browser without WebP support returns a PNG data URL instead.
  const preview = canvas.toDataURL('image/webp', 0.92);
  return { base64: preview.slice(preview.indexOf(',') + 1), preview };
}
