import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestClock } from '#testing/test-app';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { createProofOfWork } from './proof-of-work.ts';

const clock = createTestClock();
const call = ['POST', '/api/account/login'] as const;
let database: TestDatabase;
let pow: ReturnType<typeof createProofOfWork>;
beforeAll(async () => {
  database = await createTestDatabase();
  pow = createProofOfWork({ db: database.db, clock, key: Buffer.alloc(32, 'pow'), cost: 10 });
});
afterAll(() => database.drop());

const pack = (challenge: unknown, solution: unknown) =>
  Buffer.from(JSON.stringify({ challenge, solution })).toString('base64url');
const solve = (challenge: Challenge) => solveChallenge({ challenge, deriveKey });
const codeOf = (header: string) =>
  pow.consume(header, ...call).then(
    () => 'good',
    (error: { code: string }) => error.code,
  );

it('costs about ten times as much when expensive, and is valid once', async () => {
  const tries = async (isExpensive: boolean) => {
    let work = 0;
    for (let i = 0; i < 8; i++) {
      const challenge = await pow.challenge(...call, isExpensive);
      const solution = await solve(challenge);
      work += ((solution?.counter ?? 0) + 1) * challenge.parameters.cost;
      expect(await codeOf(pack(challenge, solution))).toBe('good');
      expect(await codeOf(pack(challenge, solution))).toBe('pow_invalid');
    }
    return work;
  };
  // The probability that eight expensive challenges cost less than eight normal ones is below 1 in 500,000.
  expect(await tries(true)).toBeGreaterThan(await tries(false));
}, 60_000);

it('accepts only the requested key for an expensive challenge', async () => {
  const challenge = await pow.challenge(...call, true);
  expect(await codeOf(pack(challenge, { counter: 1, derivedKey: `000${'0'.repeat(61)}` }))).toBe('pow_invalid');
  const lax = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '0' } };
  expect(await codeOf(pack(lax, await solve(lax)))).toBe('pow_invalid');
  const other = await pow.challenge(...call, true);
  expect(await codeOf(pack(challenge, await solve(other)))).toBe('pow_invalid');
});
