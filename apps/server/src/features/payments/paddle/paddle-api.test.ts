import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testPaddle } from '../testing/subscription-model.ts';
import { createPaddleApi } from './paddle-api.ts';
import { hasFailedWith } from './paddle-error.ts';

/** The fake server's answers, one per call. The last one is repeated. */
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
const answersWith =
  (status: number, body: object | string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const rejectsWith = (status: number, code: string, headers?: Record<string, string>) => {
  const type = status >= 500 ? 'api_error' : 'request_error';
  return answersWith(
    status,
    { error: { type, code, detail: 'ada@example.com is secret', documentation_url: '' } },
    headers,
  );
};
const customer = answersWith(200, { data: { id: 'ctm_1', email: 'ada@example.com', status: 'active' }, meta: {} });
const hangs: RequestListener = () => {};

const read = (limitMs?: number) => api(limitMs).read((paddle) => paddle.customers.get('ctm_1'));
const change = (limitMs?: number) => api(limitMs).change((paddle) => paddle.customers.update('ctm_1', { name: 'Ada' }));

describe('read', () => {
  it.each([
    ['is down', rejectsWith(503, 'service_unavailable')],
    ['answers with a page of a proxy', answersWith(502, '<html>ada@example.com</html>')],
    ['closes the connection', (request) => request.destroy()],
    ['asks to wait a second', rejectsWith(429, 'too_many_requests', { 'retry-after': '1' })],
  ] satisfies [string, RequestListener][])('retries when Paddle %s', async (_what, fails) => {
    answers = [fails, customer];
    expect(await read()).toMatchObject({ id: 'ctm_1' });
    expect(new Set(calls).size).toBe(2);
  });

  it('fails after three attempts with a message for the learner', async () => {
    answers = [rejectsWith(500, 'internal_error')];
    await expect(read()).rejects.toMatchObject({
      code: 'payments_unavailable',
      message: expect.stringContaining('nothing has changed'),
    });
    expect(calls).toHaveLength(3);
  });

  it.each([
    ['a rejected request', rejectsWith(404, 'not_found'), 'not_found'],
    [
      'a request for which Paddle asks for a long wait',
      rejectsWith(429, 'too_many_requests', { 'retry-after': '60' }),
      'payments_unavailable',
    ],
  ])('does not retry %s', async (_what, fails, code) => {
    answers = [fails];
    await expect(read()).rejects.toMatchObject({ code });
    expect(calls).toHaveLength(1);
  });

  it('fails at the time limit when Paddle does not answer', async () => {
    answers = [hangs];
    await expect(read(150)).rejects.toMatchObject({ code: 'payments_unavailable' });
    expect(calls).toHaveLength(1);
  });
});

describe('change', () => {
  it.each([
    ['is down', rejectsWith(503, 'service_unavailable')],
    ['does not answer', hangs],
    ['closes the connection', (request) => request.destroy()],
    ['answers with a page of a proxy', answersWith(502, '<html></html>')],
  ] satisfies [string, RequestListener][])(
    'is sent once and reported as uncertain when Paddle %s',
    async (_what, fails) => {
      answers = [fails, customer];
      await expect(change(300)).rejects.toMatchObject({
        code: 'payments_unavailable',
        message: expect.stringContaining('may have been made'),
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
  ])('reports that nothing has changed when Paddle answers %s', async (paddleCode, status, code) => {
    answers = [rejectsWith(status, paddleCode), customer];
    const error = await change().catch((failed: unknown) => failed);
    expect(error).toMatchObject({ code, cause: { isUncertain: false } });
    expect(hasFailedWith(error, 'nothing', paddleCode)).toBe(true);
    expect(hasFailedWith(error, 'nothing')).toBe(false);
    expect(calls).toHaveLength(1);
  });

  it('reports that nothing has changed when Paddle cannot be reached', async () => {
    server.close();
    await new Promise((resolve) => server.once('close', resolve));
    await expect(change()).rejects.toMatchObject({ code: 'payments_unavailable', cause: { isUncertain: false } });
  });
});

it('logs the request id and error code of a failed call, and none of its data', async () => {
  answers = [rejectsWith(400, 'invalid_field'), answersWith(502, '<html>ada@example.com</html>')];
  await change().catch(() => {});
  await change().catch(() => {});
  const requestIds = calls.map((call) => call.split(' ')[1]);
  expect(warned).toEqual([
    { paddle: 'invalid_field', request: requestIds[0] },
    { paddle: 'SyntaxError', request: requestIds[1] },
  ]);
});
