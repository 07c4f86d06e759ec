import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const key = randomBytes(16);
/** Bytes of a block. */
export const BLOCK = 16;
const NONCE = 12;

/** Encrypts and seals; a nonce of its own comes first and the seal last. */
export function lock(data: Buffer): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  return Buffer.concat([nonce, cipher.update(data), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts what was locked; undefined for what was not, or was changed since. */
export function unlock(box: Buffer): Buffer | undefined {
  if (box.length < NONCE + BLOCK) return undefined;
  const decipher = createDecipheriv('aes-128-gcm', key, box.subarray(0, NONCE), { authTagLength: BLOCK });
  decipher.setAuthTag(box.subarray(-BLOCK));
  try {
    return Buffer.concat([decipher.update(box.subarray(NONCE, -BLOCK)), decipher.final()]);
  } catch {
    return undefined;
  }
}
