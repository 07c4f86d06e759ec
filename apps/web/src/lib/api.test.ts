import { describe, expect, test } from 'vitest';
import { buildUrl, createApi, type TransportRequest } from './api.ts';
import { ApiError } from './api-error.ts';

describe('buildUrl', () => {
  test('fills path parameters and omits undefined query values', () => {
    expect(buildUrl('/api/config/features:version', { params: { version: '2' } })).toBe('/api/config/features2');
    expect(buildUrl('/api/lab/:slug/start', { params: { slug: 'a/b' } })).toBe('/api/lab/a%2Fb/start');
    expect(buildUrl('/api/account/leaderboard', { query: { cursor: undefined, limit: 20 } })).toBe(
      '/api/account/leaderboard?limit=20',
    );
  });
});

describe('createApi', () => {
  test('sends method, URL, body and headers and returns the response', async () => {
    const sent: TransportRequest[] = [];
    const api = createApi(async (request) => {
      sent.push(request);
      return { status: 200, json: { token: {}, user: {} } };
    });
    const body = { username: 'mara', password: 'night-chart' };
    await api('POST /api/account/signup', { body }, { headers: { 'x-pow': 'proof' } });
    expect(sent).toEqual([{ method: 'POST', url: '/api/account/signup', body, headers: { 'x-pow': 'proof' } }]);
  });

  test('rejects with an ApiError on a non-2xx response', async () => {
    const api = createApi(async () => ({
      status: 429,
      json: { code: 'too_many_requests', msg: 'Slow down.' },
      retryAfter: '20',
    }));
    const error: unknown = await api('GET /api/trainings').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 429, code: 'too_many_requests', msg: 'Slow down.', retryAfter: 20 });
  });

  test('sets a code for a response without JSON', async () => {
    const api = createApi(async () => ({ status: 404, json: undefined }));
    await expect(api('GET /api/trainings')).rejects.toMatchObject({ code: 'not_found', msg: 'Unkown error' });
  });
});
