import { cpuTime } from '@hexpedition/curriculum/testing/cpu-time';
import { expect, test } from 'vitest';
import { AppError } from '#platform/errors';
import { checkPassword, hashPassword, refuseWeakPassword } from './passwords.ts';

const judge = (password: string) => refuseWeakPassword(password, ['mara', 'mara@example.org']).catch((e: unknown) => e);

test.each(['p4$$w0rd', '1234567890', '11.11.1111', '4@8', '1!|l', 'abcabc'])(
  `limits the estimator's time for a password of repeated "%s"`,
  async (part) => {
    await judge('the first one loads the dictionaries');
    expect(await cpuTime(() => judge(part.repeat(256 / part.length)))).toBeLessThan(2_000);
  },
);

test.each(['mara-mara-mara', 'p4$$w0rd12', 'aaaaaaaaaaaaaaaaaaaaaaaa'])('rejects %s as weak', async (password) => {
  expect(await judge(password)).toBeInstanceOf(AppError);
});

test('accepts a few unrelated words', async () => {
  expect(await judge('lantern gravel otter mist')).toBeUndefined();
});

test('rejects calls beyond the hashing queue with retry_after', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, () =>
      hashPassword('lantern gravel otter mist').then(
        () => 'hashed',
        (error: AppError) => error,
      ),
    ),
  );
  const refused = outcomes.filter((outcome) => outcome instanceof AppError);
  expect(refused).toHaveLength(18);
  expect(refused[0]).toMatchObject({ code: 'unavailable', status: 503, extra: { retry_after: 3 } });
});

test('matches a password only with its own hash, and never without a hash', async () => {
  expect(await checkPassword(await hashPassword('lantern'), 'lantern')).toBe(true);
  expect(await checkPassword(null, 'lantern')).toBe(false);
  expect(await checkPassword(undefined, 'lantern')).toBe(false);
  expect(await checkPassword('lantern', 'lantern')).toBe(false);
});
