import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { solvePow } from '#testing/solve-pow';
import { createTestApp, type TestApp } from '#testing/test-app';
import { confirmEmail, signUp } from './testing.ts';

/**
 * The time that an answer takes must not tell whether an account exists. Samples are taken in turns, and compared by
 * rank: how likely is one of these longer than one of those? A machine that is busy now and then disturbs all alike.
 */

const samples = 40;
const warmUp = 5;

/** Between 0 and 1; one half where the two cannot be told apart. */
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

/** Posts each of these bodies in turns. @returns the milliseconds and the different answers of each */
async function measure(url: string, bodies: object[]): Promise<{ times: number[][]; answers: Set<string>[] }> {
  const times: number[][] = bodies.map(() => []);
  const answers = bodies.map(() => new Set<string>());
  for (let round = 0; round < samples + warmUp; round++) {
    // In both orders, because work that one leaves for later may disturb the next.
    const turns = [...bodies.entries()];
    for (const [index, payload] of round % 2 ? turns.reverse() : turns) {
      test.clock.advance(3_700); // into fresh windows of every limit
      const headers = { 'x-pow': await solvePow(test.anonymous, url) };
      const begin = performance.now();
      const response = await test.app.inject({ method: 'POST', url, payload, headers });
      const took = performance.now() - begin;
      answers[index]?.add(`${response.statusCode} ${response.body}`);
      if (round >= warmUp) times[index]?.push(took);
    }
  }
  return { times, answers };
}

describe('the time of', () => {
  it('a log-in with a wrong password is the same for an account, for one without a password, and for none', async () => {
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

  it('asking for a reset is the same for an address that is known and one that is not', async () => {
    const bodies = ['known@example.org', 'other@example.org'].map((email) => ({ email }));
    const { times, answers } = await measure('/api/account/reset', bodies);
    const [known = [], unknown = []] = times;
    expectAlike(known, unknown);
    expect([...(answers[0] ?? [])]).toEqual(['200 {}']);
    expect(answers[1]).toEqual(answers[0]);
  }, 60_000);

  it('two things that differ is told apart by this test', async () => {
    // A log-in would behave like this if it compared no password where there is no account.
    const { times } = await measure('/api/account/login', [
      { username: 'known', password: 'wrong wrong wrong' },
      { username: 'known', password: '' },
    ]);
    const [compared = [], refusedBefore = []] = times;
    expect(() => expectAlike(compared, refusedBefore)).toThrow();
  }, 60_000);
});
