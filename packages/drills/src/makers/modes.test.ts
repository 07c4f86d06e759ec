import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { hex, xor } from '../bytes.ts';
import { roundFor, seeds } from '../testing.ts';

const bytes = (digits: string): Buffer => Buffer.from(digits, 'hex');

it('decrypts the second message with the stream of the first, aligned by the counter', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('cipher-ctr-overlap', seed);
    const counters = ['First counter block of the first', 'First counter block of the second'].map((label) =>
      BigInt(`0x${of(label)}`),
    ) as [bigint, bigint];
    const later = Number(counters[1] - counters[0]);
    expect(later).toBeGreaterThan(0);
    const stream = xor(bytes(of('First ciphertext')), Buffer.from(of('First text'))).subarray(16 * later);
    const second = bytes(of('Second ciphertext'));
    expect(stream.length).toBeGreaterThanOrEqual(second.length);
    expect(xor(second, stream).toString()).toBe(answer);
  }
});

it('seals one of five boxes as seal.py does, and makes all five decrypt to readable text', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('cipher-genuine-box', seed);
    const mac = (key: Uint8Array, text: Uint8Array | string): Buffer => createHmac('sha256', key).update(text).digest();
    const master = bytes(of('Master'));
    const header = of('Header');
    const boxes = of('Boxes').split('\n').map(bytes);
    const length = Buffer.alloc(8);
    length.writeUInt32BE(header.length, 4);
    const isGenuine = (box: Buffer): boolean =>
      mac(mac(master, 'authenticate'), Buffer.concat([length, Buffer.from(header), box.subarray(0, -32)])).equals(
        box.subarray(-32),
      );
    const open = (box: Buffer): string =>
      createDecipheriv('aes-256-ctr', mac(master, 'encrypt'), box.subarray(0, 16))
        .update(box.subarray(16, -32))
        .toString();
    expect(boxes).toHaveLength(5);
    expect(boxes.filter(isGenuine).map(open)).toEqual([answer]);
    for (const box of boxes) expect(open(box)).toMatch(/^[a-z]+-\d{4}-[a-z]+-\d{4}$/);
    expect(new Set(boxes.map((box) => hex(box.subarray(-32)))).size).toBe(5);
  }
});

/**
 * Derives key and IV as `openssl enc` without `-pbkdf2`: it hashes the previous hash, the password and the salt until
 * there are enough bytes.
 */
function derived(pin: string, salt: Buffer): Buffer {
  let all = Buffer.alloc(0);
  let last = Buffer.alloc(0);
  while (all.length < 48) {
    last = createHash('sha256').update(last).update(pin).update(salt).digest();
    all = Buffer.concat([all, last]);
  }
  return all.subarray(0, 48);
}

it('opens the safe to a readable text with one pin', () => {
  for (const seed of seeds.slice(0, 5)) {
    const { of, answer } = roundFor('cipher-safe-pin', seed);
    const file = Buffer.from(of('Backup'), 'base64');
    expect(file.subarray(0, 8).toString()).toBe('Salted__');
    const opened = Array.from({ length: 1000 }, (_, i) => {
      const both = derived(String(i).padStart(3, '0'), file.subarray(8, 16));
      const cipher = createDecipheriv('aes-256-cbc', both.subarray(0, 32), both.subarray(32));
      try {
        return Buffer.concat([cipher.update(file.subarray(16)), cipher.final()]).toString('latin1');
      } catch {
        return '';
      }
    });
    expect(opened.filter((text) => /^[a-z0-9-]{20,}$/m.test(text))).toEqual([answer]);
  }
});

it('derives key and IV as openssl does, and encrypts the file with them', () => {
  const seal = (text: string, pin: string, salt: Buffer): string => {
    const both = derived(pin, salt);
    const cipher = createCipheriv('aes-256-cbc', both.subarray(0, 32), both.subarray(32));
    return hex(Buffer.concat([cipher.update(text), cipher.final()]));
  };
  // Output of openssl 3.0: enc -aes-256-cbc -md sha256 -S 0102030405060708 -pass pass:042
  const sealed = 'd74ae092014d4d0556432a12874dae7e98a87e4a809ead382dab38f7ec3b2b53';
  expect(seal('the safe is behind the gull', '042', Buffer.from('0102030405060708', 'hex'))).toBe(sealed);
  const { of, answer, solution } = roundFor('cipher-safe-pin', 'openssl');
  const file = Buffer.from(of('Backup'), 'base64');
  const pin = /It was (\d{3})/.exec(solution.join(' '))?.[1] ?? '';
  expect(seal(answer, pin, file.subarray(8, 16))).toBe(hex(file.subarray(16)));
});

it('keeps the chance below its limit on the last day, and exceeds it on the next', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('cipher-nonce-days', seed);
    const bits = Number.parseInt(of('Nonces'), 10);
    const rate = Number(of('Messages').replace(/ .*|,/g, ''));
    const limit = 2 ** -Number(of('Highest').replace('1 in 2^', ''));
    const chance = (days: number): number => -Math.expm1(-((days * 86_400 * rate) ** 2) / 2 ** (bits + 1));
    expect(chance(Number(answer))).toBeLessThan(limit);
    expect(chance(Number(answer) + 1)).toBeGreaterThan(limit);
  }
});
