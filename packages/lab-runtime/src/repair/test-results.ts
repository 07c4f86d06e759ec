import type { TestResult } from './runner-messages.ts';

export const failedTest = (name: string, message: string): TestResult => ({
  name,
  ok: false,
  ms: 0,
  message: sanitize(message),
});

export const sanitizeResult = (result: TestResult): TestResult => ({
  ...result,
  message: result.message === null ? null : sanitize(result.message),
});

/**
 * Removes NUL and lone surrogates, which the database cannot store, and limits the length. Learners read the result.
 */
export function sanitize(text: string, maxLength = 2_500): string {
  return text
    .slice(0, maxLength)
    .replaceAll('\0', '')
    .replace(/\p{Cs}/gu, '\ufffd');
}
