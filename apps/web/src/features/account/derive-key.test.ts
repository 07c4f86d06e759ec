import { deriveKey as deriveNatively } from 'altcha-lib/algorithms/web/pbkdf2';
import { expect, test } from 'vitest';
import { deriveKey } from './derive-key.ts';

test.each([1, 50])('derives the same key as Web Crypto in %i iterations', async (cost) => {
  const parameters = { algorithm: 'PBKDF2/SHA-256', cost, keyLength: 32, keyPrefix: '00', nonce: '', salt: '' };
  const bytes = (from: number) => Uint8Array.from({ length: 20 }, (_, index) => from + index);
  const [mine, native] = [
    await deriveKey(parameters, bytes(1), bytes(90)),
    await deriveNatively(parameters, bytes(1), bytes(90)),
  ];
  expect(mine).toEqual(native);
});
