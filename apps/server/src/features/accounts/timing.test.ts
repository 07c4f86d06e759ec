import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { solvePow } from '#testing/solve-proof-of-work';
import { createTestApp, type TestApp } from '#testing/test-app';
import { confirmEmail, signUp } from './testing.ts';

/**
 * The response time must not reveal whether an account exists. Samples alternate and are compared by rank: the
 * probability that one of these is longer than one of those. Load on the machine affects all samples equally.
 */

const samples = 40;
const warmUp = 5;

/** Between 0 and 1; 0.5 means that the two cannot be distinguished. */
function probabilityOfLonger(these: number[], those: number[]): number {
  let longer = 0;
  for (const one of these) for (const other of those) longer += one > other ? 1 : one === other ? 0.5 : 0;
  return longer / (these.length * those.length);
}

function expectAlike(these: number[], those: number[]): void {
  expect(Math.abs(probabilityOfLonger(these, those) - 0.5)).toBeLessThan(0.25);
}

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  const known = await signUp(test, { username: 'known' });
  await confirmEmail(test, known.body.user.pk, 'known@example.org');
  const passwordless = await signUp(test, { username: 'passwordless' });
  const { pk } = passwordless.body.user;
  await test.database.db.updateTable('users').set({ password_hash: null }).where('pk', '=', pk).execute();
});
afterAll(() => test.close());

/** Posts each body alternately. @returns the milliseconds and the distinct answers per body */
async function measure(url: string, bodies: object[]): Promise<{ times: number[][]; answers: Set<string>[] }> {
  const times: number[][] = bodies.map(() => []);
  const answers = bodies.map(() => new Set<string>());
  for (let round = 0; round < samples + warmUp; round++) {
    // In both orders, because work deferred by one call may disturb the next.
    const turns = [...bodies.entries()];
    for (const [index, payload] of round % 2 ? turns.reverse() : turns) {
      test.clock.advance(3_700); // a new window of every limit
      const headers = { 'x-pow': await solvePow(test.anonymous, url) };
      const begin = performance.now();
      const response = await test.app.inject({ method: 'POST', url, payload, headers });
      const elapsed = performance.now() - begin;
      answers[index]?.add(`${response.statusCode} ${response.body}`);
      if (round >= warmUp) times[index]?.push(elapsed);
    }
  }
  return { times, answers };
}

describe('log-in and password reset', () => {
  it('takes the same time for a failed log-in to an account, to one without a password, and to an unknown name', async () => {
    const bodies = ['known', 'passwordless', 'unknown'].map((username) => ({
      username,
      password: 'wrong wrong wrong',
    }));
    const { times, answers } = await measure('/api/account/login', bodies);
    const [known = [], passwordless = [], unknown = []] = times;
    expectAlike(known, unknown);
    expectAlike(known, passwordless);
    expectAlike(passwordless, unknown);
    expect([...(answers[0] ?? [])]).toEqual([expect.stringContaining('400 {"code":"invalid_credentials"')]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  }, 60_000);

  it('takes the same time for a reset of a known and of an unknown address', async () => {
    const bodies = ['known@example.org', 'other@example.org'].map((email) => ({ email }));
    const { times, answers } = await measure('/api/account/reset', bodies);
    const [known = [], unknown = []] = times;
    expectAlike(known, unknown);
    expect([...(answers[0] ?? [])]).toEqual(['200 {}']);
    expect(answers[1]).toEqual(answers[0]);
  }, 60_000);

  it('detects different times (control)', async () => {
    // A login would behave like this if it compared no password for a missing account.
    const { times } = await measure('/api/account/login', [
      { username: 'known', password: 'wrong wrong wrong' },
      { username: 'known', password: '' },
    ]);
    const [compared = [], refusedBefore = []] = times;
    expect(() => expectAlike(compared, refusedBefore)).toThrow();
  }, 60_000);
});
