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
