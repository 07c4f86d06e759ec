import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './security-headers.ts';

const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
const page = (content: string) =>
  `<html><head><script>theme()</script></head><body><main>${content}</main><script>data()</script></body></html>`;

test('allows the framework’s scripts but no script in the content', () => {
  const policy = contentSecurityPolicy(page('<p>Text</p><script>alert(1)</script>'));
  expect(policy).toContain(`script-src 'self' ${hash('theme()')} ${hash('data()')};`);
  expect(policy).not.toContain(hash('alert(1)'));
});

test('is not fooled by a fake end of the content', () => {
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

test('adds the sources of every page to our own and changes nothing else', () => {
  const plain = rulesOf(contentSecurityPolicy(page('')));
  expect(rulesOf(contentSecurityPolicy(page(''), undefined, {}))).toEqual(plain);
  expect(rulesOf(contentSecurityPolicy(page(''), undefined, matomo))).toEqual({
    ...plain,
    'script-src': [...(plain['script-src'] ?? []), 'https://stats.example.org'],
    'connect-src': ["'self'", 'https://stats.example.org'],
    'img-src': ["'self'", 'data:', 'https://stats.example.org'],
  });
});

test('combines the sources of every page and of the checkout page', () => {
  const rules = rulesOf(contentSecurityPolicy(page(''), checkout, matomo));
  expect(rules['script-src']).toEqual(expect.arrayContaining(['https://stats.example.org', 'https://cdn.paddle.com']));
  expect(rules['style-src-attr']).toEqual(["'unsafe-inline'"]);
  expect(rules['connect-src']).toEqual(["'self'", 'https://stats.example.org']);
});
