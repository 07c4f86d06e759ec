const side = 512;
const maxBytes = 60_000_000;

export class PictureError extends Error {}

export interface Shrunk {
  /** What the call sends. */
  base64: string;
  /** What the page shows at once. */
  preview: string;
}

/**
 * Cuts out the middle of a picture, at most 512 px square, so that a photo of ten megabytes is not sent for a face of
 * 32 px. A picture that the browser cannot read is not sent at all.
 * @throws PictureError with a sentence for the user
 */
export async function shrinkPicture(file: File): Promise<Shrunk> {
  if (file.size > maxBytes) throw new PictureError('This file is larger than 60 MB. Choose a smaller picture.');
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new PictureError('This file cannot be read as a picture. Choose a PNG, JPEG, WebP or AVIF.');
  });
  const cut = Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.min(side, cut);
  const context = canvas.getContext('2d');
  if (!context) throw new PictureError('This browser cannot draw the picture. Try another one.');
  context.imageSmoothingQuality = 'high';
  const [left, top] = [(bitmap.width - cut) / 2, (bitmap.height - cut) / 2];
  context.drawImage(bitmap, left, top, cut, cut, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // A browser that writes no WebP writes PNG, and says so in the address.
  const preview = canvas.toDataURL('image/webp', 0.92);
  return { base64: preview.slice(preview.indexOf(',') + 1), preview };
}
