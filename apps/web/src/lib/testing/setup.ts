import { cleanup, configure } from '@testing-library/react';
import { afterEach, expect, vi } from 'vitest';
import { takeUnexpected } from './fake-api.ts';

// Machines that are busy with other tests take their time.
configure({ asyncUtilTimeout: 5_000 });

// Nothing of one test may be left in the next: no element, no session, no stand-in.
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  expect(takeUnexpected(), 'calls of the API that the test gives no answer to').toEqual([]);
});
