import { expect, test } from 'vitest';
import { ApiError } from '#lib/api-error.ts';
import { askBrowser } from './passkey-device.ts';

const named = (name: string) => Object.assign(new Error('what the browser says'), { name });
const failing = (error: unknown) => askBrowser(() => Promise.reject(error));

test('hands on what the browser gives', async () => {
  expect(await askBrowser(async () => 'a key')).toBe('a key');
});

test.each(['NotAllowedError', 'AbortError'])('takes %s for a visitor who thought better of it', async (name) => {
  expect(await failing(named(name))).toBeNull();
});

test.each([
  ['InvalidStateError', /has a passkey for your account already/],
  ['SecurityError', /do not work at this address/],
  ['ConstraintError', /screen lock/],
  ['EvalError', /could not do this/],
])('says what %s means', async (name, sentence) => {
  await expect(failing(named(name))).rejects.toMatchObject({
    code: 'passkey_invalid',
    msg: expect.stringMatching(sentence),
  });
});

test('passes on an error of the server unchanged', async () => {
  const error = new ApiError(429, { code: 'too_many_requests', msg: 'Slow down.' });
  await expect(failing(error)).rejects.toBe(error);
});
