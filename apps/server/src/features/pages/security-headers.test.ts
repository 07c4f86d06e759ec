import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './security-headers.ts';

const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
const page = (content: string) =>
  `<html><head><script>theme()</script></head><body><main>${content}</main><script>data()</script></body></html>`;

test('the framework’s scripts are allowed, and a script in the content is not', () => {
  const policy = contentSecurityPolicy(page('<p>Text</p><script>alert(1)</script>'));
  expect(policy).toContain(`script-src 'self' ${hash('theme()')} ${hash('data()')};`);
  expect(policy).not.toContain(hash('alert(1)'));
});

test('content cannot pretend to have ended', () => {
  const policy = contentSecurityPolicy(page('</main></body><script>alert(1)</script>'));
  expect(policy).not.toContain(hash('alert(1)'));
});

const matomo = {
  'script-src': 'https://stats.example.org',
  'connect-src': 'https://stats.example.org',
  'img-src': 'https://stats.example.org',
};
const checkout = {
  sources: { 'script-src': 'https://cdn.paddle.com', 'style-src-attr': "'unsafe-inline'" },
  paymentFrame: 'https://buy.paddle.com',
};
const rulesOf = (policy: string) =>
  Object.fromEntries(policy.split('; ').map((rule) => [rule.split(' ', 1)[0] ?? '', rule.split(' ').slice(1)]));

test('what every page lets in stands beside our own, and nothing else changes', () => {
  const plain = rulesOf(contentSecurityPolicy(page('')));
  expect(rulesOf(contentSecurityPolicy(page(''), undefined, {}))).toEqual(plain);
  expect(rulesOf(contentSecurityPolicy(page(''), undefined, matomo))).toEqual({
    ...plain,
    'script-src': [...(plain['script-src'] ?? []), 'https://stats.example.org'],
    'connect-src': ["'self'", 'https://stats.example.org'],
    'img-src': ["'self'", 'data:', 'https://stats.example.org'],
  });
});

test('a page that sells lets in both', () => {
  const rules = rulesOf(contentSecurityPolicy(page(''), checkout, matomo));
  expect(rules['script-src']).toEqual(expect.arrayContaining(['https://stats.example.org', 'https://cdn.paddle.com']));
  expect(rules['style-src-attr']).toEqual(["'unsafe-inline'"]);
  expect(rules['connect-src']).toEqual(["'self'", 'https://stats.example.org']);
});
