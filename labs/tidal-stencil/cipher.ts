import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const key = randomBytes(16);
/** Bytes of a block. */
export const BLOCK = 16;

/** Encrypts whole blocks. */
export function lock(data: Buffer): Buffer {
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

/** Decrypts whole blocks; undefined for other lengths. */
export function unlock(box: Buffer): Buffer | undefined {
  if (box.length === 0 || box.length % BLOCK !== 0) return undefined;
  const decipher = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  return Buffer.concat([decipher.update(box), decipher.final()]);
}
