import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PageCache } from '#features/pages/pages.public';
import { projectRoot } from '#platform/paths';
import { createTestApp, type TestApp } from '#testing/test-app';
import { testPaddle } from '../testing/subscription-model.ts';

const distDir = join(projectRoot, process.env.WEB_OUT ?? 'dist/web');
let selling: TestApp;
let other: TestApp;
beforeAll(async () => {
  selling = await createTestApp({ paddle: testPaddle() }, { web: { distDir, cache: new PageCache() } });
  other = await createTestApp({}, { web: { distDir, cache: new PageCache() } });
});
afterAll(() => Promise.all([selling.close(), other.close()]));

const headersOf = async (test: TestApp, url: string) => (await test.app.inject(url)).headers;
const policyOf = async (test: TestApp, url: string) => String((await headersOf(test, url))['content-security-policy']);

it.each(['/subscription', '/subscription/payments', '/subscription/vouchers?x=1'])(
  '%s allows Paddle’s checkout',
  async (url) => {
    const headers = await headersOf(selling, url);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' [^;]*https:\/\/cdn\.paddle\.com;/);
    expect(policy).toContain("frame-src 'self' https://www.youtube-nocookie.com https://sandbox-buy.paddle.com;");
    expect(policy).toContain("connect-src 'self' https://*.paddle.com;");
    expect(policy).not.toMatch(/trusted-types|script-src[^;]*unsafe/);
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    expect(headers['permissions-policy']).toContain('payment=(self "https://sandbox-buy.paddle.com")');
  },
);

it.each(['/', '/map', '/login', '/subscriptions', '/account', '/legal', '/subscription%2fx'])(
  '%s does not allow the checkout, nor does any page if payments are switched off',
  async (url) => {
    const headers = await headersOf(selling, url);
    expect(String(headers['content-security-policy'])).not.toMatch(/paddle|unsafe/);
    expect(String(headers['content-security-policy'])).toContain("require-trusted-types-for 'script'");
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['permissions-policy']).toContain('payment=()');
    expect(await policyOf(other, '/subscription')).not.toMatch(/paddle|unsafe/);
  },
);

it('allows only the local sandbox if that replaces Paddle', async () => {
  const local = { url: 'http://127.0.0.1:8081', control: 'http://127.0.0.1:8081/control/x' };
  const test = await createTestApp({ paddle: testPaddle({ local }) }, { web: { distDir, cache: new PageCache() } });
  const policy = await policyOf(test, '/subscription');
  expect(policy).toMatch(/script-src 'self' [^;]*http:\/\/127\.0\.0\.1:8081;/);
  expect(policy).not.toContain('paddle.com');
  await test.close();
});
