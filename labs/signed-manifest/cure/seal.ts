import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** Known to the customs house and to nobody else. */
const secret = randomBytes(randomInt(12, 29));

/** The seal of a manifest, in hexadecimal. Only the customs house can work it out. */
export function seal(manifest: Buffer): string {
  return createHmac('sha256', secret).update(manifest).digest('hex');
}

/** Whether the customs house has sealed this manifest, exactly as it is. */
export function isSealed(manifest: Buffer, shown: string): boolean {
  const expected = Buffer.from(seal(manifest));
  const tag = Buffer.from(shown);
  return tag.length === expected.length && timingSafeEqual(tag, expected);
}
