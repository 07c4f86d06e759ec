import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** The secret of the customs house. */
const secret = randomBytes(randomInt(12, 29));

/** Returns the seal of a manifest, in hexadecimal. Only the customs house can compute it. */
export function seal(manifest: Buffer): string {
  return createHash('sha256').update(secret).update(manifest).digest('hex');
}

/** Returns whether the customs house has sealed exactly this manifest. */
export function isSealed(manifest: Buffer, shown: string): boolean {
  const expected = Buffer.from(seal(manifest));
  const tag = Buffer.from(shown);
  return tag.length === expected.length && timingSafeEqual(tag, expected);
}
