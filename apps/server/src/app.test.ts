import { type EndpointKey, endpoints } from '@hexpedition/contract';
import type { HTTPMethods } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';

/** Calls every endpoint without permission and with malformed input. */

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const keys = Object.keys(endpoints) as EndpointKey[];
const protectedKeys = keys.filter((key) => endpoints[key].access !== 'public');
/** These endpoints authenticate by a credential in the body and ignore the header. */
const hasOwnCredential = (key: EndpointKey) => 'ownCredential' in endpoints[key];

async function ask(key: EndpointKey, parameter: string, headers: Record<string, string> = {}, body?: unknown) {
  const [method, path] = key.split(' ') as [HTTPMethods, string];
  const url = path.replace(':version', '2').replace(/:[a-z]+/g, parameter);
  const response = await test.app.inject({
    method,
    url,
    headers: { ...headers, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
    ...(method === 'POST' ? { payload: typeof body === 'string' ? body : JSON.stringify(body ?? {}) } : {}),
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

it.each(protectedKeys)('%s requires a credential', async (key) => {
  expect(await ask(key, 'x')).toMatchObject({ status: 401, body: { code: 'token_missing' } });
});

it.each(keys.filter((key) => !hasOwnCredential(key)))('%s rejects a foreign credential', async (key) => {
  const answer = await ask(key, 'x', { authorization: 'Bearer rubbish' });
  expect(answer).toMatchObject({ status: 401, body: { code: 'token_invalid' } });
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

describe('malformed input is rejected with a message and without a server error', () => {
  it.each(keys)('%s', async (key) => {
    const { token } = await test.as();
    for (const parameter of parameters) {
      for (const body of bodies) {
        const answer = await ask(key, parameter, { authorization: `Bearer ${token}` }, body);
        expect(answer.status, JSON.stringify([parameter, body, answer])).toBeLessThan(500);
        if (answer.status === 200) continue;
        expect(answer.body).toMatchObject({ code: expect.any(String), msg: expect.stringMatching(/^[A-Z].*\.$/) });
      }
    }
  });
});
