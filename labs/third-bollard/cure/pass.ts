import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const key = randomBytes(16);
const sealKey = randomBytes(32);
const BLOCK = 16;
const TAG = 32;

const tagOf = (box: Buffer) => createHmac('sha256', sealKey).update(box).digest();

/** A pass that carries this text, in hexadecimal. Nobody else can read it. */
export function seal(text: Buffer): string {
  const iv = randomBytes(BLOCK);
  const cipher = createCipheriv('aes-128-cbc', key, iv);
  const box = Buffer.concat([iv, cipher.update(text), cipher.final()]);
  return Buffer.concat([box, tagOf(box)]).toString('hex');
}

/** The text that a pass carries; undefined for one that is damaged. */
export function open(pass: string): Buffer | undefined {
  const bytes = Buffer.from(pass, 'hex');
  if (bytes.length < BLOCK + BLOCK + TAG) return undefined;
  // Nothing is decrypted, and nothing looked at, before it is clear that this house has sealed it
  const box = bytes.subarray(0, -TAG);
  if (!timingSafeEqual(bytes.subarray(-TAG), tagOf(box))) return undefined;
  try {
    const decipher = createDecipheriv('aes-128-cbc', key, box.subarray(0, BLOCK));
    return Buffer.concat([decipher.update(box.subarray(BLOCK)), decipher.final()]);
  } catch {
    return undefined;
  }
}
