import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

let test: TestSandbox;

beforeAll(async () => {
  test = await startSandbox({ publicUrl: 'https://pay.example.com' });
});
afterAll(() => test.close());

/** A request as a browser sends it: fetch does not let a program name its host. */
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

describe('moving time', () => {
  it('is refused without the key, with a wrong one, and to the key of the API', async () => {
    const own = { origin: test.url };
    expect((await send('/control/move-time', own)).status).toBe(403);
    expect((await send('/control/move-time', { ...own, cookie: 'paddle_sandbox_control=x' })).status).toBe(403);
    expect((await send('/control/move-time', { authorization: `Bearer ${test.apiKey}` })).status).toBe(403);
    expect((await send('/control/move-time', { 'x-control-key': 'x' })).status).toBe(403);
  });

  it('is refused to pages of other sites, with or without a name for themselves', async () => {
    for (const origin of ['https://evil.example', 'null', test.shop.url]) {
      expect((await send('/control/move-time', { origin, cookie: cookie() })).status).toBe(403);
      const keyed = { origin, 'x-control-key': test.sandbox.controlKey };
      expect((await send('/control/move-time', keyed)).status).toBe(403);
    }
    expect((await send('/control/move-time', { cookie: cookie() })).status).toBe(403);
  });

  it('is allowed to the page itself and to a program with the key', async () => {
    expect((await send('/control/move-time', { origin: test.url, cookie: cookie() })).status).toBe(303);
    expect((await send('/control/move-time', { 'x-control-key': test.sandbox.controlKey })).status).toBe(303);
  });
});

describe('the control page', () => {
  it('shows nothing without its key', async () => {
    const { status, text } = await send('/', {}, 'GET');
    expect(status).toBe(403);
    expect(text).toContain('This page needs its key');
    expect((await send('/control/wrong', {}, 'GET')).status).toBe(403);
    expect((await send('/control/overview', {}, 'GET')).status).toBe(403);
  });

  it('is not there for other machines, also where the rest is published', async () => {
    const elsewhere = { host: 'pay.example.com', cookie: cookie() };
    expect((await send('/', elsewhere, 'GET')).status).toBe(403);
    expect((await send('/sandbox.css', elsewhere, 'GET')).status).toBe(200);
  });
});

it('knows no other name for itself, so that no name can be made to lead here', async () => {
  expect((await send('/paddle.js', { host: 'evil.example' }, 'GET')).status).toBe(403);
  expect((await send('/', { host: 'evil.example', cookie: cookie() }, 'GET')).status).toBe(403);
});

it('serves no script while it is told to fail', async () => {
  await test.control.setScript('fail');
  expect((await fetch(`${test.url}/paddle.js`)).status).toBe(503);
  await test.control.setScript('ok');
  expect(await (await fetch(`${test.url}/paddle.js`)).text()).toContain('PaddleBillingV1');
});

it('lets no other page open a checkout, and no page frame its own', async () => {
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
