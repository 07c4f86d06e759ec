import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

let test: TestSandbox;

beforeAll(async () => {
  test = await startSandbox({ publicUrl: 'https://pay.example.com' });
});
afterAll(() => test.close());

/** Sends a request with a custom host header, which fetch does not allow. */
function send(
  path: string,
  headers: Record<string, string>,
  method = 'POST',
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = request(
      `${test.url}${path}`,
      { method, agent: false, headers: { ...type, ...headers } },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    sent.on('error', reject);
    sent.end(method === 'POST' ? 'step=day' : undefined);
  });
}

const cookie = () => `paddle_sandbox_control=${test.sandbox.controlKey}`;

describe('POST /control/move-time', () => {
  it('is rejected without the key, with a wrong one, and with the API key', async () => {
    const own = { origin: test.url };
    expect((await send('/control/move-time', own)).status).toBe(403);
    expect((await send('/control/move-time', { ...own, cookie: 'paddle_sandbox_control=x' })).status).toBe(403);
    expect((await send('/control/move-time', { authorization: `Bearer ${test.apiKey}` })).status).toBe(403);
    expect((await send('/control/move-time', { 'x-control-key': 'x' })).status).toBe(403);
  });

  it('is rejected for pages of other sites, with or without an origin', async () => {
    for (const origin of ['https://evil.example', 'null', test.shop.url]) {
      expect((await send('/control/move-time', { origin, cookie: cookie() })).status).toBe(403);
      const keyed = { origin, 'x-control-key': test.sandbox.controlKey };
      expect((await send('/control/move-time', keyed)).status).toBe(403);
    }
    expect((await send('/control/move-time', { cookie: cookie() })).status).toBe(403);
  });

  it('is allowed for the control page and for programs with the key', async () => {
    expect((await send('/control/move-time', { origin: test.url, cookie: cookie() })).status).toBe(303);
    expect((await send('/control/move-time', { 'x-control-key': test.sandbox.controlKey })).status).toBe(303);
  });
});

describe('control page', () => {
  it('shows no data without its key', async () => {
    const { status, text } = await send('/', {}, 'GET');
    expect(status).toBe(403);
    expect(text).toContain('This page requires a key');
    expect((await send('/control/wrong', {}, 'GET')).status).toBe(403);
    expect((await send('/control/overview', {}, 'GET')).status).toBe(403);
  });

  it('cannot be opened from other machines, even if the sandbox is published', async () => {
    const elsewhere = { host: 'pay.example.com', cookie: cookie() };
    expect((await send('/', elsewhere, 'GET')).status).toBe(403);
    expect((await send('/sandbox.css', elsewhere, 'GET')).status).toBe(200);
  });
});

it('rejects requests for other hosts, which prevents DNS rebinding', async () => {
  expect((await send('/paddle.js', { host: 'evil.example' }, 'GET')).status).toBe(403);
  expect((await send('/', { host: 'evil.example', cookie: cookie() }, 'GET')).status).toBe(403);
});

it('does not serve Paddle.js while it is set to fail', async () => {
  await test.control.setScript('fail');
  expect((await fetch(`${test.url}/paddle.js`)).status).toBe(503);
  await test.control.setScript('ok');
  expect(await (await fetch(`${test.url}/paddle.js`)).text()).toContain('PaddleBillingV1');
});

it('does not let other sites open a checkout or embed its pages', async () => {
  const opening = await fetch(`${test.url}/browser/checkouts`, {
    method: 'POST',
    headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
    body: '{}',
  });
  expect(opening.status).toBe(403);
  const page = await fetch(`${test.url}/`);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe-inline');
});
