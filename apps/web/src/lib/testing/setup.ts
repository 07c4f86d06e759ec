import { cleanup, configure } from '@testing-library/react';
import { afterEach, expect, vi } from 'vitest';
import { takeUnexpectedCalls } from './fake-api.ts';

// Busy machines need more time.
configure({ asyncUtilTimeout: 5_000 });

// Resets everything that a test could leave behind.
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  expect(takeUnexpectedCalls(), 'API calls without an answer in the test').toEqual([]);
});
