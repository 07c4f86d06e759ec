import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const key = randomBytes(16);
const BLOCK = 16;

/** Encrypts a text to a pass, in hexadecimal. */
export function seal(text: Buffer): string {
  const iv = randomBytes(BLOCK);
  const cipher = createCipheriv('aes-128-cbc', key, iv);
  return Buffer.concat([iv, cipher.update(text), cipher.final()]).toString('hex');
}

/** Decrypts a pass; undefined for one that is damaged. */
export function open(pass: string): Buffer | undefined {
  const bytes = Buffer.from(pass, 'hex');
  try {
    const decipher = createDecipheriv('aes-128-cbc', key, bytes.subarray(0, BLOCK));
    return Buffer.concat([decipher.update(bytes.subarray(BLOCK)), decipher.final()]);
  } catch {
    return undefined;
  }
}
