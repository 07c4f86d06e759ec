import { expect, test } from 'vitest';
import { AppError } from '#platform/errors';
import { refuseWeakPassword } from './passwords.ts';

const judge = (password: string) => refuseWeakPassword(password, ['mara', 'mara@example.org']).catch((e: unknown) => e);

test.each(['p4$$w0rd', '1234567890', '11.11.1111', '4@8', '1!|l', 'abcabc'])(
  'a password of many "%s" does not keep the estimator busy',
  async (part) => {
    await judge('the first one loads the dictionaries');
    const begin = performance.now();
    await judge(part.repeat(256 / part.length));
    expect(performance.now() - begin).toBeLessThan(1_000);
  },
);

test.each(['mara-mara-mara', 'p4$$w0rd12', 'aaaaaaaaaaaaaaaaaaaaaaaa'])('%s is weak', async (password) => {
  expect(await judge(password)).toBeInstanceOf(AppError);
});

test('a few unrelated words are not', async () => {
  expect(await judge('lantern gravel otter mist')).toBeUndefined();
});
