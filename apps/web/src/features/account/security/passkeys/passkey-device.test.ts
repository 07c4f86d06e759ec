import { expect, test } from 'vitest';
import { ApiError } from '#lib/api-error.ts';
import { askBrowser } from './passkey-device.ts';

const named = (name: string) => Object.assign(new Error('browser error'), { name });
const failing = (error: unknown) => askBrowser(() => Promise.reject(error));

test('returns the result of the browser', async () => {
  expect(await askBrowser(async () => 'a key')).toBe('a key');
});

test.each(['NotAllowedError', 'AbortError'])('treats %s as cancelled', async (name) => {
  expect(await failing(named(name))).toBeNull();
});

test.each([
  ['InvalidStateError', /already has a passkey for your account/],
  ['SecurityError', /do not work at this address/],
  ['ConstraintError', /screen lock/],
  ['EvalError', /could not do that/],
])('explains %s to the user', async (name, sentence) => {
  await expect(failing(named(name))).rejects.toMatchObject({
    code: 'passkey_invalid',
    msg: expect.stringMatching(sentence),
  });
});

test('rethrows a server error unchanged', async () => {
  const error = new ApiError(429, { code: 'too_many_requests', msg: 'Slow down.' });
  await expect(failing(error)).rejects.toBe(error);
});
