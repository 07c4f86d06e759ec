import { Readable } from 'node:stream';
import { mostPictureBytes } from '@hexpedition/contract';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import { createConcurrencyLimiter } from '#platform/concurrency-limiter';
import { findMedia, readMedia } from '../media.read-model.ts';
import { findVariant, storeVariant, type VariantKey } from './pictures.store.ts';
import { makeVariant, measurePicture } from './remake.ts';
import { variantFormats, widthsOf } from './variant-path.ts';

export type Variants = ReturnType<typeof createVariants>;

/**
 * Pictures in the widths and formats in which lessons offer them. Each is made when it is asked for first, and kept: an
 * import of many pictures need not wait, and a picture that nobody looks at costs nothing.
 */
export function createVariants(db: Db) {
  // Making one takes a core for up to some seconds.
  const limitEncoding = createConcurrencyLimiter({
    maxRunning: 1,
    maxQueued: 32,
    createError: () =>
      new AppError('unavailable', 'Many pictures are being made right now. Try again in a moment.', { retry_after: 5 }),
  });

  /** @returns undefined where there is no such picture, or it is not offered in this width */
  async function find(key: VariantKey): Promise<Buffer | undefined> {
    return (await findVariant(db, key)) ?? limitEncoding(() => make(key));
  }

  async function make(key: VariantKey): Promise<Buffer | undefined> {
    // Whoever waited for this turn may have waited for the same one.
    const made = await findVariant(db, key);
    if (made) return made;
    const media = await findMedia(db, key.hash);
    if (!media || !/^image\/(webp|png|jpeg)$/.test(media.content_type) || media.size > mostPictureBytes)
      return undefined;
    const bytes = Buffer.concat(await Readable.from(readMedia(db, key.hash)).toArray());
    const { width } = await measurePicture(bytes);
    if (!widthsOf(width).includes(key.width)) return undefined;
    const variant = await makeVariant(bytes, key.width, key.format);
    await storeVariant(db, key, variant);
    return variant;
  }

  return {
    find,
    /** Makes all of a picture's, so that the first learner does not wait. */
    async makeAll(hash: string, width: number): Promise<void> {
      for (const one of widthsOf(width)) for (const format of variantFormats) await find({ hash, width: one, format });
    },
  };
}
