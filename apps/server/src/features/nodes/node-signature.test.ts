import { describe, expect, it } from 'vitest';
import { nodeHeader, signForwarding, verifyForwarding } from './node-signature.ts';

const key = Buffer.alloc(32, 1);
const now = Date.parse('2026-11-29T10:00:00Z');
const request = { method: 'POST', url: '/api/lab/tide-table/stop', headers: { host: 'learn.example.org' } };
const signed = (changes: Partial<typeof request> = {}, by = key, at = now) => {
  const header = signForwarding(request, '203.0.113.9', by, at);
  const changed = { ...request, ...changes };
  return { ...changed, headers: { ...changed.headers, [nodeHeader]: header } };
};

describe('the proof of a forwarded request', () => {
  it('contains the address of the client', () => {
    expect(verifyForwarding(signed(), key, now)).toBe('203.0.113.9');
  });

  it.each([
    ['another method', signed({ method: 'GET' })],
    ['another path', signed({ url: '/api/lab/tide-table/start' })],
    ['another host', signed({ headers: { host: 'evil.example.org' } })],
    ['another key', signed({}, Buffer.alloc(32, 2))],
    ['an expired time', signed({}, key, now - 61_000)],
    ['no proof', request],
    ['rubbish', { ...request, headers: { ...request.headers, [nodeHeader]: 'a.b.c' } }],
    [
      'a changed address',
      {
        ...request,
        headers: { ...request.headers, [nodeHeader]: signed().headers[nodeHeader].replace(/\.\w+\./, '.MTI3.') },
      },
    ],
  ])('is invalid for %s', (_, received) => {
    expect(verifyForwarding(received, key, now)).toBeUndefined();
  });
});
