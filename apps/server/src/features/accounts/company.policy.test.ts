import { expect, it } from 'vitest';
import { belongsToDomain } from './company.policy.ts';

it.each([
  ['ada@example.com', true],
  ['ada@EXAMPLE.Com', true],
  ['ada@eu.example.com', true],
  ['ada@lab.eu.example.com', true],
  ['ada+cam@example.com', true],
  ['x@evil-example.com', false],
  ['x@evilexample.com', false],
  ['x@example.com.evil.org', false],
  ['x@example.comm', false],
  ['x@example.co', false],
  ['x@com', false],
  ['example.com@evil.org', false],
  ['"x@example.com"@evil.org', false],
  ['x@.example.com.', false],
  ['example.com', false],
  ['@', false],
  ['', false],
])('%s belongs to example.com: %s', (address, belongs) => {
  expect(belongsToDomain('example.com', { email: address, pending_email: null })).toBe(belongs);
  expect(belongsToDomain('example.com', { email: 'x@evil.org', pending_email: address })).toBe(belongs);
});

it('returns false without an address', () => {
  expect(belongsToDomain('example.com', { email: null, pending_email: null })).toBe(false);
});
