import type { Instance } from '@hexpedition/contract';
import { expect, test } from 'vitest';
import { buildInstance } from '#lib/testing/build.ts';
import { endedWords, phaseOf, pollEvery } from './instance-state.ts';

const instance = (status: Instance['status'], error: string | null = null) => buildInstance({ status, error });

test('a lab that is about to change is asked for every second, a running one every twenty', () => {
  expect(pollEvery('starting')).toBe(1000);
  expect(pollEvery('running')).toBe(20_000);
  expect(pollEvery('expired')).toBe(false);
  expect(pollEvery(undefined)).toBe(false);
});

test('no instance and an ended one are different', () => {
  expect(phaseOf(null)).toBe('none');
  expect(phaseOf(instance('failed'))).toBe('ended');
  expect(phaseOf(instance('queued'))).toBe('waking');
});

test('what failed says why when the server knows', () => {
  expect(endedWords(instance('failed', 'The lab did not answer within 10 s.'))).toBe(
    'The lab did not answer within 10 s.',
  );
  expect(endedWords(instance('expired'))).toContain('time was up');
});
