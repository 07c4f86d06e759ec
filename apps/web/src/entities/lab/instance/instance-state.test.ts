import type { Instance } from '@hexpedition/contract';
import { expect, test } from 'vitest';
import { buildInstance } from '#lib/testing/builders.ts';
import { endedText, endWarning, phaseOf, pollInterval, startingText } from './instance-state.ts';

const instance = (status: Instance['status'], error: string | null = null) => buildInstance({ status, error });

test('polls a changing instance every second, and a running one every twenty seconds', () => {
  expect(pollInterval('starting')).toBe(1000);
  expect(pollInterval('running')).toBe(20_000);
  expect(pollInterval('expired')).toBe(false);
  expect(pollInterval(undefined)).toBe(false);
});

test('distinguishes no instance from an ended one', () => {
  expect(phaseOf(null)).toBe('none');
  expect(phaseOf(instance('failed'))).toBe('ended');
  expect(phaseOf(instance('queued'))).toBe('starting');
});

test('explains why an instance has ended if the server knows', () => {
  const failed = 'The lab did not answer within 10 s.';
  expect(endedText(instance('failed', failed))).toBe(failed);
  expect(endedText(instance('failed'))).toContain('Try again');
  expect(endedText(instance('expired'))).toBe('Your time is up. The next instance starts fresh.');
  expect(endedText(instance('expired', 'Nobody used it for half an hour.'))).toContain('Nobody used it');
  expect(endedText(instance('stopped'))).toBe('Stopped. The next instance starts fresh.');
  expect(endedText(buildInstance({ status: 'stopped', expires_at: null }))).toBe('You left the queue.');
  const home = { saved_at: null, bytes: 0 };
  expect(endedText(buildInstance({ status: 'stopped', home }))).toContain('keeps your home');
});

test('shows the queue position', () => {
  const text = (queue_position: number | null) => startingText(buildInstance({ status: 'queued', queue_position }));
  expect(text(1)).toContain('You are next in the queue.');
  expect(text(3)).toContain('You are third in the queue.');
  expect(text(14)).toContain('You are number 14 in the queue.');
  expect(text(null)).toBe('Waiting for a free slot.');
  expect(startingText(null)).toContain('is starting');
});

test('changes the warning at five minutes and at one minute, so that screen readers announce it twice', () => {
  expect([301, 300, 61, 60, 0].map((left) => endWarning(left, 1)?.slice(0, 39))).toEqual([
    undefined,
    'The lab ends in less than five minutes.',
    'The lab ends in less than five minutes.',
    'The lab ends in less than one minute. E',
    'The lab ends in less than one minute. E',
  ]);
});
