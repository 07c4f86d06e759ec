import { expect, it } from 'vitest';
import { powMod } from '../numbers.ts';
import { roundFor, seeds } from '../testing.ts';

const numbers = (text: string): bigint[] => (text.match(/\d+/g) ?? []).map(BigInt);
const toNumber = (text: string): bigint => [...Buffer.from(text)].reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);

it('gives the only PIN whose text encrypts to the ciphertext', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('rsa-guess', seed);
    const [n = 0n, e = 0n] = numbers(of('Public'));
    const encrypt = (pin: string): bigint => powMod(toNumber(of('The text').replace('????', pin)), e, n);
    expect(toNumber(of('The text').replace('????', '9999')) < n).toBe(true);
    expect([encrypt(answer)]).toEqual(numbers(of('Ciphertext')));
    expect([encrypt(answer === '0000' ? '0001' : '0000')]).not.toEqual(numbers(of('Ciphertext')));
    expect(answer).toMatch(/^\d{4}$/);
  }
});

it("gives a message that encrypts to the ciphertext, and whose product with the number is the office's result", () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('rsa-blind', seed);
    const [n = 0n, e = 0n] = numbers(of('Public'));
    const [c, r = 0n, sent, x] = ['A ciphertext', 'Your', 'Sent', 'Result'].map((label) => numbers(of(label)).at(-1));
    const m = toNumber(answer);
    expect(powMod(m, e, n)).toBe(c);
    expect((m * r) % n).toBe(x);
    expect(powMod(x ?? 0n, e, n)).toBe(sent);
    // A plain division would not give the message.
    expect(m * r > n && r < n).toBe(true);
  }
});
