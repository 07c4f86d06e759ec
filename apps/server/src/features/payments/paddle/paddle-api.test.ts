import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testPaddle } from '../testing/subscription-model.ts';
import { createPaddleApi } from './paddle-api.ts';
import { hasFailedWith } from './paddle-error.ts';

/** What Paddle does in this test, call after call; the last of it from then on. */
let answers: RequestListener[];
let calls: string[];
let warned: object[];
let server: Server;
let local: { url: string; control: string };
beforeEach(async () => {
  answers = [];
  calls = [];
  warned = [];
  server = createServer((request, response) => {
    calls.push(`${request.method} ${request.headers['x-transaction-id']}`);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    answer?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  local = { url, control: url };
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const api = (limitMs = 5_000) =>
  createPaddleApi(testPaddle({ local }), { warn: (failed) => warned.push(failed), limitMs });
const says =
  (status: number, body: object | string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const refuses = (status: number, code: string, headers?: Record<string, string>) => {
  const type = status >= 500 ? 'api_error' : 'request_error';
  return says(status, { error: { type, code, detail: 'ada@example.com is secret', documentation_url: '' } }, headers);
};
const customer = says(200, { data: { id: 'ctm_1', email: 'ada@example.com', status: 'active' }, meta: {} });
const hangs: RequestListener = () => {};

const read = (limitMs?: number) => api(limitMs).read((paddle) => paddle.customers.get('ctm_1'));
const change = (limitMs?: number) => api(limitMs).change((paddle) => paddle.customers.update('ctm_1', { name: 'Ada' }));

describe('a read', () => {
  it.each([
    ['is down', refuses(503, 'service_unavailable')],
    ['answers with a page of a proxy', says(502, '<html>ada@example.com</html>')],
    ['breaks off', (request) => request.destroy()],
    ['asks to wait a second', refuses(429, 'too_many_requests', { 'retry-after': '1' })],
  ] satisfies [string, RequestListener][])('is tried again when Paddle %s', async (_what, fails) => {
    answers = [fails, customer];
    expect(await read()).toMatchObject({ id: 'ctm_1' });
    expect(new Set(calls).size).toBe(2);
  });

  it('is given up after the third try, with words for a learner', async () => {
    answers = [refuses(500, 'internal_error')];
    await expect(read()).rejects.toMatchObject({
      code: 'payments_unavailable',
      message: expect.stringContaining('nothing has changed'),
    });
    expect(calls).toHaveLength(3);
  });

  it.each([
    ['that is refused', refuses(404, 'not_found'), 'not_found'],
    [
      'when Paddle asks for a long wait',
      refuses(429, 'too_many_requests', { 'retry-after': '60' }),
      'payments_unavailable',
    ],
  ])('%s is not tried again', async (_what, fails, code) => {
    answers = [fails];
    await expect(read()).rejects.toMatchObject({ code });
    expect(calls).toHaveLength(1);
  });

  it('ends when its time is over and Paddle says nothing', async () => {
    answers = [hangs];
    await expect(read(150)).rejects.toMatchObject({ code: 'payments_unavailable' });
    expect(calls).toHaveLength(1);
  });
});

describe('a change', () => {
  it.each([
    ['is down', refuses(503, 'service_unavailable')],
    ['says nothing', hangs],
    ['breaks off', (request) => request.destroy()],
    ['answers with a page of a proxy', says(502, '<html></html>')],
  ] satisfies [string, RequestListener][])(
    'is asked for once when Paddle %s, and may have been done',
    async (_what, fails) => {
      answers = [fails, customer];
      await expect(change(300)).rejects.toMatchObject({
        code: 'payments_unavailable',
        message: expect.stringContaining('may have been done'),
        cause: { isUncertain: true },
      });
      expect(calls).toHaveLength(1);
    },
  );

  it.each([
    ['subscription_payment_declined', 400, 'payment_declined'],
    ['subscription_locked_renewal', 409, 'conflict'],
    ['subscription_is_canceled_action_invalid', 400, 'already_done'],
    ['too_many_requests', 429, 'payments_unavailable'],
    ['invalid_token', 403, 'payments_unavailable'],
    ['something_new', 400, 'payments_unavailable'],
  ])('that Paddle refuses with %s was not done', async (paddleCode, status, code) => {
    answers = [refuses(status, paddleCode), customer];
    const error = await change().catch((failed: unknown) => failed);
    expect(error).toMatchObject({ code, cause: { isUncertain: false } });
    expect(hasFailedWith(error, 'nothing', paddleCode)).toBe(true);
    expect(hasFailedWith(error, 'nothing')).toBe(false);
    expect(calls).toHaveLength(1);
  });

  it('that nobody took in was not done', async () => {
    server.close();
    await new Promise((resolve) => server.once('close', resolve));
    await expect(change()).rejects.toMatchObject({ code: 'payments_unavailable', cause: { isUncertain: false } });
  });
});

it('says in the log which call failed and how, and nothing of what it held', async () => {
  answers = [refuses(400, 'invalid_field'), says(502, '<html>ada@example.com</html>')];
  await change().catch(() => {});
  await change().catch(() => {});
  const numbers = calls.map((call) => call.split(' ')[1]);
  expect(warned).toEqual([
    { paddle: 'invalid_field', request: numbers[0] },
    { paddle: 'SyntaxError', request: numbers[1] },
  ]);
});
