import { type EndpointCall, type EndpointKey, endpointOf, endpoints, PowQuery } from '@hexpedition/contract';
import { commonErrorsOf } from '@hexpedition/contract/endpoints/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { solvePow } from '#testing/solve-proof-of-work';
import { createTestApp, type TestApp } from '#testing/test-app';
import { failOnUndeclaredErrors } from '#testing/undeclared-errors';

/** Checks that the server behaves as the contract declares about proofs of work and errors. */

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const keys = Object.keys(endpoints) as EndpointKey[];
const pathOf = (key: string) => key.split(' ')[1] ?? '';

/** Every call that always needs a proof of work. A new one does not compile until it is listed here. */
type ProvenKey = { [K in EndpointKey]: (typeof endpoints)[K] extends { pow: true } ? K : never }[EndpointKey];
const bodies: { [K in ProvenKey]: EndpointCall<K>['body'] } = {
  'POST /api/account/signup': { username: 'newcomer', password: 'lantern gravel otter 9' },
  'POST /api/account/reset': { email: 'somebody@example.org' },
  'POST /api/account/resend_verification': undefined,
  'POST /api/account/user': { username: 'renamed' },
  'POST /api/setup/finish': { token: 'x', username: 'captain', password: 'lantern gravel otter 9', settings: {} },
};

it('requires a proof of work for every call that declares one', () => {
  expect(Object.keys(bodies).sort()).toEqual(keys.filter((key) => endpointOf(key).pow === true).sort());
});

describe.each(Object.entries(bodies))('%s', (key, body) => {
  const path = pathOf(key);
  const ask = async (payload: unknown, proof?: string) => {
    const { access } = endpointOf(key as ProvenKey);
    const caller = access === 'user' ? await test.as() : test.anonymous;
    const answer = await caller.post<{ code?: string }>(path, payload, proof === undefined ? {} : { 'x-pow': proof });
    return answer.body.code;
  };

  it('is rejected without a proof of work and with one for another call', async () => {
    expect(await ask(body)).toBe('pow_required');
    expect(await ask(body, '')).toBe('pow_required');
    expect(await ask(body, 'rubbish')).toBe('pow_invalid');
    const foreign = await solvePow(test.anonymous, '/api/account/login');
    expect(await ask(body, foreign)).toBe('pow_invalid');
  });

  it('uses a proof up only if the call reaches its verification', async () => {
    const proof = await solvePow(test.anonymous, path);
    if (body) expect(await ask({ username: 7 }, proof)).toBe('invalid_request');
    const code = await ask(body, proof);
    expect(code).not.toBe('pow_required');
    expect(code).not.toBe('pow_invalid');
    expect(await ask(body, proof)).toBe('pow_invalid');
  });
});

it('issues challenges only for calls that need a proof of work', () => {
  const needing = keys.filter((key) => endpointOf(key).pow);
  expect(needing.every((key) => key.startsWith('POST '))).toBe(true);
  expect([...PowQuery.shape.path.options].sort()).toEqual(needing.map(pathOf).sort());
});

/** Returns the names of the lists in an answer; `*` if the answer itself is a list. */
function listsOf(schema: z.ZodType): string[] {
  if (isList(schema)) return ['*'];
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
    isList(field) ? [name] : [],
  );
}

function isList(schema: z.ZodType): boolean {
  let inner: unknown = schema;
  while (inner instanceof z.ZodNullable || inner instanceof z.ZodOptional) inner = inner.unwrap();
  return inner instanceof z.ZodArray;
}

it('finds lists in an answer, and answers that are lists', () => {
  expect(listsOf(z.object({ a: z.array(z.string()), b: z.array(z.string()).nullable(), c: z.string() }))).toEqual([
    'a',
    'b',
  ]);
  expect(listsOf(z.array(z.string()))).toEqual(['*']);
});

it('pages every list in a GET answer, or documents its bound', () => {
  const gets = keys.filter((key) => key.startsWith('GET '));
  const isPaged = (schema: z.ZodType) => schema instanceof z.ZodObject && 'next_cursor' in schema.shape;
  const unpaged = gets.filter((key) => {
    const { response } = endpointOf(key);
    return listsOf(response).length > 0 && !isPaged(response);
  });
  expect(unpaged.length).toBeGreaterThan(10);
  expect(gets.filter((key) => endpointOf(key).bounded).sort()).toEqual(unpaged.sort());
});

it('lists each error of an endpoint once and none of the common ones', () => {
  for (const key of keys) {
    const { errors = [] } = endpointOf(key);
    expect(
      errors.filter((code, index) => errors.indexOf(code) !== index),
      key,
    ).toEqual([]);
    expect(
      commonErrorsOf(key, endpointOf(key)).filter((code) => errors.includes(code)),
      key,
    ).toEqual([]);
  }
});

it('fails a test when an endpoint answers with an undeclared error', async () => {
  const endpoint = endpointOf('GET /api/training/:slug');
  const errors = endpoint.errors ?? [];
  Object.assign(endpoint, { errors: errors.filter((code) => code !== 'not_found') });
  try {
    expect((await test.anonymous.get('/api/training/no-such')).status).toBe(404);
  } finally {
    Object.assign(endpoint, { errors });
  }
  expect(failOnUndeclaredErrors).toThrow('Errors that their endpoints do not declare');
  expect(failOnUndeclaredErrors).not.toThrow();
});
