import { expect, it } from 'vitest';
import { roundFor, seeds } from '../testing.ts';

const bytes = (digits: string): number[] => [...Buffer.from(digits, 'hex')];

it('decrypts the new pass to the other role with the stream from the old pass', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('xor-flip', seed);
    const [old, forged, text] = [bytes(of('Ciphertext')), bytes(answer), [...Buffer.from(of('Decrypted'))]];
    const read = forged.map((byte, i) => byte ^ (old[i] ?? 0) ^ (text[i] ?? 0));
    expect(String.fromCharCode(...read)).toBe(of('Decrypted').replace(/role=\w+/, `role=${of('The new role')}`));
    expect(forged).toHaveLength(old.length);
  }
});

/** CRC-32 as a remainder: reflected bits, the first 32 inverted, 32 zeros appended (ISO-HDLC). */
function crc32(data: number[]): number {
  const bits = data.flatMap((byte) => Array.from({ length: 8 }, (_, i) => (byte >> i) & 1));
  let rest = 0n;
  for (const [i, bit] of [...bits, ...new Array<number>(32).fill(0)].entries()) {
    rest = (rest << 1n) | BigInt(bit ^ (i < 32 ? 1 : 0));
    if (rest >> 32n) rest ^= 0x1_04c1_1db7n;
  }
  const mirrored = [...rest.toString(2).padStart(32, '0')].reverse().join('');
  return (Number.parseInt(mirrored, 2) ^ 0xffff_ffff) >>> 0;
}

it('gives a matching checksum after the change, for any text', () => {
  expect(crc32([...Buffer.from('123456789')])).toBe(0xcbf43926);
  for (const seed of seeds) {
    const { of, answer } = roundFor('xor-flip-crc', seed);
    const [, at = '', old = '', size = ''] =
      /^Bytes (\d+) to \d+, .* say (\d{4})\.\n.* of the (\d+) before/.exec(of('Known')) ?? [];
    const wanted = of('New value');
    const change = bytes(answer).map((byte, i) => byte ^ (bytes(of('Ciphertext'))[i] ?? 0));
    expect(change).toHaveLength(Number(size) + 4);
    // Any text with the four bytes at their offset, because nothing else is known.
    const text = [...Buffer.from('x'.repeat(Number(at)) + old)];
    while (text.length < Number(size)) text.push(0x21 + text.length);
    const sum = crc32(text);
    const whole = [...text, ...[24, 16, 8, 0].map((shift) => (sum >>> shift) & 0xff)];
    const bent = whole.map((byte, i) => byte ^ (change[i] ?? 0));
    expect(String.fromCharCode(...bent.slice(Number(at), Number(at) + 4))).toBe(wanted);
    expect(bent.filter((byte, i) => byte !== whole[i] && i < Number(size)).length).toBeLessThanOrEqual(4);
    expect(Buffer.from(bent).readUInt32BE(Number(size))).toBe(crc32(bent.slice(0, Number(size))));
  }
});
