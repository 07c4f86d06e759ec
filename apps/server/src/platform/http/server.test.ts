import { afterAll, expect, it } from 'vitest';
import { createServer } from './server.ts';

const lines: string[] = [];
const app = createServer({ logLevel: 'info', trustProxy: false, logTo: { write: (line) => lines.push(line) } });
app.get('/api/thing/:name', async () => ({}));
app.post('/api/thing/:user/:hmac', async () => ({}));
afterAll(() => app.close());

const request = async (method: 'GET' | 'POST', url: string): Promise<string> => {
  lines.length = 0;
  await app.inject({ method, url });
  return lines.map((line) => JSON.parse(line).path).join();
};

it('logs the path of a request without its query', async () => {
  expect(await request('GET', '/api/thing/buoy?code=secret')).toBe('/api/thing/buoy');
});

it('logs the route pattern instead of a path with an HMAC', async () => {
  expect(await request('POST', '/api/thing/7/secret?x')).toBe('/api/thing/:user/:hmac');
});

it('logs only the first segment of an address without a route, because it may contain a secret', async () => {
  expect(await request('POST', '/password-reset/7/secret')).toBe('/password-reset/…');
  expect(await request('POST', '//verify/7/secret?x')).toBe('//…');
  expect(await request('GET', '/robots.txt')).toBe('/robots.txt');
});
