import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Associated data that binds a sealed secret to its owner: it cannot be opened in another user's row. */
const ownerOf = (userPk: number) => Buffer.from(`totp:${userPk}`);

/** Encrypts the secret of an authenticator app for storage: nonce, tag, ciphertext (AES-256-GCM). */
export function seal(key: Buffer, userPk: number, secret: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(ownerOf(userPk));
  const text = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** @returns undefined if it was sealed with another key or for another user, or was altered */
export function open(key: Buffer, userPk: number, sealed: Buffer): Buffer | undefined {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(ownerOf(userPk))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
}
