import { Readable } from 'node:stream';
import { maxPictureBytes } from '@hexpedition/contract';
import { variantFormats, variantWidths } from '@hexpedition/curriculum/media/picture-variant-path';
import { createConcurrencyLimiter } from '#platform/concurrency-limiter';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import { findMedia, readMedia } from '../media.read-model.ts';
import { findVariant, storeVariant, type VariantKey } from './picture-variants.store.ts';
import { makeVariant, measurePicture } from './reencode-picture.ts';

export type Variants = ReturnType<typeof createVariants>;

/**
 * Provides pictures in the widths and formats that lessons use. Each variant is made at its first request and stored,
 * so imports do not wait and unused pictures cost nothing.
 */
export function createVariants(db: Db) {
  // Encoding uses one core for up to a few seconds.
  const limitEncoding = createConcurrencyLimiter({
    maxRunning: 1,
    maxQueued: 32,
    createError: () =>
      new AppError('unavailable', 'Many pictures are being processed right now. Try again in a moment.', {
        retry_after: 5,
      }),
  });

  /** @returns undefined if the picture does not exist or has no variant of this width */
  async function find(key: VariantKey): Promise<Buffer | undefined> {
    return (await findVariant(db, key)) ?? limitEncoding(() => make(key));
  }

  async function make(key: VariantKey): Promise<Buffer | undefined> {
    // An earlier request in the queue may have made the same variant.
    const existing = await findVariant(db, key);
    if (existing) return existing;
    const media = await findMedia(db, key.hash);
    if (!media || !/^image\/(webp|png|jpeg)$/.test(media.content_type) || media.size > maxPictureBytes)
      return undefined;
    const bytes = Buffer.concat(await Readable.from(readMedia(db, key.hash)).toArray());
    const { width } = await measurePicture(bytes);
    if (!variantWidths(width).includes(key.width)) return undefined;
    const variant = await makeVariant(bytes, key.width, key.format);
    await storeVariant(db, key, variant);
    return variant;
  }

  return {
    find,
    /** Makes all variants of a picture, so that the first learner does not wait. */
    async makeAll(hash: string, width: number): Promise<void> {
      for (const one of variantWidths(width))
        for (const format of variantFormats) await find({ hash, width: one, format });
    },
  };
}
