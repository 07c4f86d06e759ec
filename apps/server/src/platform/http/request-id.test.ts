import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { setForwarded } from './forwarded-client.ts';
import { createRequestIds, passedIdHeader } from './request-id.ts';

const request = (headers: Record<string, string> = {}) => ({ headers }) as unknown as IncomingMessage;
const fromProxy = (id: string) => request({ 'x-request-id': id });

describe('request IDs', () => {
  it('are unique, and the same for one request', () => {
    const ids = createRequestIds({ trustProxy: false });
    const first = request();
    expect(ids.of(first)).toBe(ids.of(first));
    expect(ids.of(request())).not.toBe(ids.of(first));
  });

  it('come from the proxy only if it is trusted', () => {
    expect(createRequestIds({ trustProxy: true }).of(fromProxy('3f2a-77b1-09cd'))).toBe('3f2a-77b1-09cd');
    expect(createRequestIds({ trustProxy: false }).of(fromProxy('3f2a-77b1-09cd'))).not.toBe('3f2a-77b1-09cd');
  });

  it.each([
    ['short', 'abc'],
    ['long', 'a'.repeat(65)],
    ['with a space', 'one two three'],
    ['with a quote', 'abcdefgh"'],
  ])('never are a text of the proxy that is not a token: %s', (_, id) => {
    expect(createRequestIds({ trustProxy: true }).of(fromProxy(id))).not.toBe(id);
  });

  it('come from a worker, and from a node with a valid proof, but from no client', () => {
    const passed = () => request({ [passedIdHeader]: 'run-of-worker-7' });
    expect(createRequestIds({ trustProxy: true, isBehindWorkers: true }).of(passed())).toBe('run-of-worker-7');
    expect(createRequestIds({ trustProxy: true }).of(passed())).not.toBe('run-of-worker-7');
    const forwarded = passed();
    setForwarded(forwarded, '203.0.113.9');
    expect(createRequestIds({ trustProxy: false }).of(forwarded)).toBe('run-of-worker-7');
  });
});
