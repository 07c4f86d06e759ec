import type { VariantFormat } from '@hexpedition/curriculum/media/picture-variant-path';
import type { Db } from '#platform/db/db';

export interface VariantKey {
  /** Hash of the original picture. */
  hash: string;
  width: number;
  format: VariantFormat;
}

export async function findVariant(db: Db, { hash, width, format }: VariantKey): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('picture_variants')
    .select('picture_variants.bytes')
    .where('picture_variants.hash', '=', hash)
    .where('picture_variants.width', '=', width)
    .where('picture_variants.format', '=', format)
    .executeTakeFirst();
  return row?.bytes;
}

/** Ignores conflicts: another node may have stored the same variant, and the picture may have been deleted. */
export async function storeVariant(db: Db, key: VariantKey, bytes: Buffer): Promise<void> {
  await db
    .insertInto('picture_variants')
    .columns(['hash', 'width', 'format', 'bytes'])
    .expression((eb) =>
      eb
        .selectFrom('media')
        .select([
          'media.hash',
          eb.val(key.width).as('width'),
          eb.val(key.format).as('format'),
          eb.val(bytes).as('bytes'),
        ])
        .where('media.hash', '=', key.hash),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
