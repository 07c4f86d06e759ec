import { createDecipheriv, createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { hex, xor } from '../bytes.ts';
import { toyEncrypt } from '../material/toy-cipher.ts';
import { roundFor, seeds } from '../testing.ts';
import { cipherDrills } from './ciphers.ts';

const bytes = (digits: string): Buffer => Buffer.from(digits.replace(/\s/g, ''), 'hex');
const blocksOf = (digits: string): string[] => digits.match(/.{32}/g) ?? [];

/** Decrypts with the toy cipher, on one number for each half. */
function toyDecrypt(key: Uint8Array, block: Uint8Array): string {
  let [right, left] = [Buffer.from(block).readUInt32BE(0), Buffer.from(block).readUInt32BE(4)];
  for (let number = 7; number >= 0; number--) {
    const half = Buffer.alloc(4);
    half.writeUInt32BE(left);
    const mixed = createHash('sha256')
      .update(Buffer.concat([key, Buffer.of(number), half]))
      .digest()
      .readUInt32BE(0);
    [left, right] = [(right ^ mixed) >>> 0, left];
  }
  const text = Buffer.alloc(8);
  text.writeUInt32BE(left, 0);
  text.writeUInt32BE(right, 4);
  return text.toString('latin1');
}

it('encrypts and decrypts as the toy of the lesson', () => {
  const key = Buffer.from('harbour');
  expect(hex(toyEncrypt(key, Buffer.from('low tide')))).toBe('3c3ce465a5c18405');
  expect(hex(toyEncrypt(key, Buffer.from('low side')))).toBe('9d88cb50863b989b');
  expect(toyDecrypt(key, bytes('99e620841e2834d7'))).toBe('low tidf');
});

it('gives an answer that encrypts to the shown output with the printed cipher', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('cipher-feistel', seed);
    const keys = /in \(([\d, ]+)\)/.exec(of('The cipher'))?.[1]?.split(', ').map(Number) ?? [];
    expect(keys).toHaveLength(4);
    let [left = 0, right = 0] = bytes(answer);
    for (const key of keys) {
      const mixed = (right ** 2 + key) & 0xff;
      const old = right;
      right = left ^ mixed;
      left = old;
    }
    expect(hex(Buffer.of(right, left))).toBe(of('Result'));
  }
});

it('gives a key that decrypts the known block and the others', () => {
  for (const seed of seeds) {
    const { of, answer, solution } = roundFor('cipher-toy-key', seed);
    const key = bytes(/^It is `(\w{4})`/.exec(solution[1] ?? '')?.[1] ?? '');
    const [known = '', pair = ''] = of('A block').split(' -> ');
    expect(toyDecrypt(key, bytes(pair))).toBe(known);
    const texts = of('Two more')
      .split(' ')
      .map((block) => toyDecrypt(key, bytes(block)));
    expect(texts.join('')).toBe(answer);
  }
});

it('assembles an order from blocks with the same text in other orders', () => {
  for (const seed of seeds) {
    const { given, of, answer } = roundFor('cipher-ecb-paste', seed);
    const book = new Map<string, string>();
    const sources = new Map<string, string>();
    for (const { label, text } of given.slice(0, 4)) {
      const [plain = '', cipher = ''] = text.split('\n');
      expect(plain.length * 2).toBe(cipher.length);
      for (const [i, block] of blocksOf(cipher).entries()) {
        const piece = plain.slice(16 * i, 16 * i + 16);
        expect(book.get(piece) ?? block).toBe(block);
        book.set(piece, block);
        sources.set(piece, label);
      }
    }
    const wanted = of('The text').match(/.{16}/g) ?? [];
    expect(wanted.map((piece) => book.get(piece)).join('')).toBe(answer);
    // All three orders are needed. The fourth is of no use.
    expect([...new Set(wanted.map((piece) => sources.get(piece)))].sort()).toEqual([
      'The first order',
      'The second order',
      'The third order',
    ]);
    expect(of('The fourth')).toContain(of('The text'));
  }
});

it("gives the cipher's output XOR the previous block as the text", () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('cipher-cbc-decrypt', seed);
    const middle = of('Output').split('\n');
    const before = [of('IV'), ...of('Ciphertext').split('\n')];
    const texts = middle.map((row, i) => {
      const sum = BigInt(`0x${row}`) ^ BigInt(`0x${before[i]}`);
      return bytes(sum.toString(16).padStart(32, '0')).toString();
    });
    expect(texts.join('')).toBe(answer);
    expect(answer).toMatch(/^(to=\w{4};amt=\d{4}){3}$/);
  }
});

it('gives an IV that turns the first block into the other text, with any key', () => {
  const key = Buffer.from('any key will do.');
  for (const seed of seeds) {
    const { of, answer } = roundFor('cipher-cbc-iv', seed);
    const ecb = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false);
    // A ciphertext that decrypts to the old text under the old IV can be computed from its intermediate value.
    const block = bytes('00112233445566778899aabbccddeeff');
    const middle = ecb.update(block);
    const shift = xor(xor(middle, bytes(of('The IV'))), Buffer.from(of('Current')));
    const decrypt = (iv: Buffer): string =>
      createDecipheriv('aes-128-cbc', key, xor(iv, shift)).setAutoPadding(false).update(block).toString();
    expect(decrypt(bytes(of('The IV')))).toBe(of('Current'));
    expect(decrypt(bytes(answer))).toBe(of('New text'));
  }
});

it('gives padding that can be removed, and a whole block for a full text', () => {
  const missing = new Set<number>();
  for (const seed of Array.from({ length: 200 }, (_, i) => `clerk ${i}`)) {
    const { of, answer } = roundFor('cipher-padding', seed);
    const [size, text] = [Number.parseInt(of('Block'), 10), of('Text')];
    const block = bytes(answer);
    expect(block).toHaveLength(size);
    const count = block.at(-1) ?? 0;
    expect(block.subarray(size - count).every((byte) => byte === count)).toBe(true);
    expect(text.endsWith(block.subarray(0, size - count).toString())).toBe(true);
    expect((text.length + count) % size).toBe(0);
    expect(count).toBeGreaterThan(0);
    if (count === size) missing.add(size);
  }
  expect([...missing].sort()).toEqual([16, 8]);
});

it('gives the text from every line that the gate accepts', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('cipher-padding-oracle', seed);
    const rows = of('Blocks').split('\n').map(bytes);
    expect(rows).toHaveLength(8);
    // The intermediate value that follows from the answer.
    const middle = xor(Buffer.from(answer), bytes(of('The real')));
    for (const [i, row] of rows.entries()) {
      const seen = xor(row, middle);
      expect([...seen.subarray(7 - i)]).toEqual(Array.from({ length: i + 1 }, () => i + 1));
    }
  }
});

it('accepts a text as Python prints it, also block by block', () => {
  for (const seed of seeds) {
    for (const name of ['cipher-toy-key', 'cipher-cbc-decrypt'] as const) {
      const { answer } = roundFor(name, seed);
      const half = answer.length / 2;
      const [one, two] = [answer.slice(0, half), answer.slice(half)];
      for (const text of [`b'${answer}'`, `b'${one}' b'${two}'`, `${one} ${two}`, `${one}\n${two}`])
        expect(cipherDrills[name].normalize(text)).toBe(answer);
      expect(cipherDrills[name].normalize(two + one) === answer).toBe(one === two);
    }
  }
});
