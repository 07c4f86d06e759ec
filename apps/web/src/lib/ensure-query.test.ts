import type { QueryClient } from '@tanstack/react-query';
import { isNotFound } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { ApiError, type ClientErrorCode } from './api-error.ts';
import { ensureQuery } from './ensure-query.ts';

/** Returns what a loader throws for an API error with this code. */
const thrown = (code: ClientErrorCode, resource?: string): Promise<unknown> => {
  const client = { ensureQueryData: () => Promise.reject(new ApiError(400, { code })) } as unknown as QueryClient;
  return ensureQuery(client, { queryKey: ['GET /api/trainings', undefined] }, resource).catch(
    (error: unknown) => error,
  );
};

test('throws "not found" for missing resources and invalid addresses', async () => {
  expect(isNotFound(await thrown('not_found'))).toBe(true);
  expect(isNotFound(await thrown('invalid_request', 'lesson'))).toBe(true);
});

test('rethrows other errors', async () => {
  expect(await thrown('invalid_request')).toMatchObject({ code: 'invalid_request' });
  expect(await thrown('unavailable', 'lesson')).toMatchObject({ code: 'unavailable' });
});
