import { type EndpointKey, endpoints } from '@hexpedition/contract';
import type { HTTPMethods } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';

/** Calls every endpoint with malformed input. `access-control.test.ts` calls each without permission. */

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const keys = Object.keys(endpoints) as EndpointKey[];
const hasBody = (method: string) => method === 'POST' || method === 'PUT';

async function ask(key: EndpointKey, parameter: string, headers: Record<string, string> = {}, body?: unknown) {
  const [method, path] = key.split(' ') as [HTTPMethods, string];
  const url = path.replace(':version', '2').replace(/:[a-z]+/g, parameter);
  const response = await test.app.inject({
    method,
    url,
    headers: { ...headers, ...(hasBody(method) ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody(method) ? { payload: typeof body === 'string' ? body : JSON.stringify(body ?? {}) } : {}),
  });
  // Notes are exported as Markdown; every error is JSON.
  const isJson = response.headers['content-type']?.toString().startsWith('application/json');
  return { status: response.statusCode, body: isJson ? response.json() : response.body };
}

/** An HTML form and its page, which the API description includes. */
const pages = ['GET /api/account/check_access', 'POST /api/account/check_access'];

it('describes every endpoint of the contract and no others', () => {
  const described = Object.entries(test.app.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(described.sort()).toEqual([...keys, ...pages].sort());
});

describe('unknown addresses', () => {
  it.each([
    ['GET', '/api/nothing'],
    ['PATCH', '/api/account/details'],
    ['DELETE', '/nowhere'],
    ['GET', '/%5Cevil.example'],
    ['GET', '/assets/none.js'],
  ] as const)('%s %s is answered with the usual error', async (method, url) => {
    const { statusCode, headers, json } = await test.app.inject({ method, url });
    expect(statusCode).toBe(404);
    expect(json()).toEqual({ code: 'not_found', msg: 'The address could not be found.' });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  });
});

it('answers with a policy that runs nothing when a browser shows them as a page', async () => {
  for (const url of ['/api/config/features2', '/openapi.json', '/healthz', '/api/account/details']) {
    const { headers } = await test.app.inject({ url });
    expect([url, headers['content-security-policy']]).toEqual([url, "default-src 'none'; frame-ancestors 'none'"]);
  }
});

it('reports a body that is not JSON without naming a field', async () => {
  const send = (payload: string) =>
    test.app.inject({
      method: 'POST',
      url: '/api/account/login',
      headers: { 'content-type': 'application/json' },
      payload,
    });
  expect((await send('{"broken')).json()).toEqual({ code: 'invalid_request', msg: 'The body is not valid JSON.' });
  expect((await send('')).json()).toEqual({ code: 'invalid_request', msg: 'The body is empty; JSON is expected.' });
});

const parameters = ['no-such-thing', '%00', '..%2F..%2Fetc%2Fpasswd', 'a'.repeat(250), '%F0%9F%92%A9', '-'];
const bodies = [{}, [], 'null', '{"broken', { subchapter: { $gt: '' }, flag: ['a'], answer: 'x', username: 7 }];

/** The version is always valid here: each version is a route of its own. */
const hasParameter = (path: string) => path.replace(':version', '').includes(':');

describe('malformed input is rejected with a message and without a server error', () => {
  it.each(keys)('%s', async (key) => {
    const { token } = await test.as();
    const [method = '', path = ''] = key.split(' ');
    for (const parameter of hasParameter(path) ? parameters : parameters.slice(0, 1)) {
      for (const body of hasBody(method) ? bodies : [undefined]) {
        const answer = await ask(key, parameter, { authorization: `Bearer ${token}` }, body);
        expect(answer.status, JSON.stringify([parameter, body, answer])).toBeLessThan(500);
        if (answer.status === 200) continue;
        expect(answer.body).toMatchObject({ code: expect.any(String), msg: expect.stringMatching(/^[A-Z].*\.$/) });
      }
    }
  });
});
