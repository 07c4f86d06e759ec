import type { Instance } from '@hexpedition/contract';
import { expect, test } from 'vitest';
import { buildInstance } from '#lib/testing/build.ts';
import { endedWords, phaseOf, pollEvery, wakingWords, warningOf } from './instance-state.ts';

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

test('what has ended says why when the server knows', () => {
  const failed = 'The lab did not answer within 10 s.';
  expect(endedWords(instance('failed', failed))).toBe(failed);
  expect(endedWords(instance('failed'))).toContain('Try again');
  expect(endedWords(instance('expired'))).toBe('Its time ran out. The next one will be as new.');
  expect(endedWords(instance('expired', 'Nobody used it for half an hour.'))).toContain('Nobody used it');
  expect(endedWords(instance('stopped'))).toBe('Stopped. The next one will be as new.');
  expect(endedWords(buildInstance({ status: 'stopped', expires_at: null }))).toBe('You have left the queue.');
  const home = { saved_at: null, bytes: 0 };
  expect(endedWords(buildInstance({ status: 'stopped', home }))).toContain('with your home');
});

test('who waits is told their place', () => {
  const words = (place: number | null) => wakingWords(buildInstance({ status: 'queued', place }));
  expect(words(1)).toContain('You are next in line.');
  expect(words(3)).toContain('You are third in line.');
  expect(words(14)).toContain('You are number 14 in line.');
  expect(words(null)).toBe('Waiting for a free place.');
  expect(wakingWords(null)).toContain('wakes up');
});

test('a warning changes at five minutes and at one, so that it is read out twice', () => {
  expect([301, 300, 61, 60, 0].map((left) => warningOf(left, 1)?.slice(0, 28))).toEqual([
    undefined,
    'It ends within five minutes.',
    'It ends within five minutes.',
    'It ends within a minute. Ext',
    'It ends within a minute. Ext',
  ]);
});
