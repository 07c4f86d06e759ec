import type { QueryClient } from '@tanstack/react-query';
import { isNotFound } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { ApiError, type ClientErrorCode } from './api-error.ts';
import { ensure } from './load.ts';

/** What a loader throws when the API refuses with this code. */
const thrown = (code: ClientErrorCode, resource?: string): Promise<unknown> => {
  const client = { ensureQueryData: () => Promise.reject(new ApiError(400, { code })) } as unknown as QueryClient;
  return ensure(client, { queryKey: ['GET /api/trainings', undefined] }, resource).catch((error: unknown) => error);
};

test('what does not exist, or cannot exist, becomes a page that could not be found', async () => {
  expect(isNotFound(await thrown('not_found'))).toBe(true);
  expect(isNotFound(await thrown('invalid_request', 'lesson'))).toBe(true);
});

test('other refusals go to whoever called', async () => {
  expect(await thrown('invalid_request')).toMatchObject({ code: 'invalid_request' });
  expect(await thrown('unavailable', 'lesson')).toMatchObject({ code: 'unavailable' });
});
