import { afterAll, expect, it } from 'vitest';
import { createServer } from './server.ts';

const lines: string[] = [];
const app = createServer({ logLevel: 'info', trustProxy: false, logTo: { write: (line) => lines.push(line) } });
app.get('/api/thing/:name', async () => ({}));
app.post('/api/thing/:user/:hmac', async () => ({}));
afterAll(() => app.close());

const ask = async (method: 'GET' | 'POST', url: string): Promise<string> => {
  lines.length = 0;
  await app.inject({ method, url });
  return lines.map((line) => JSON.parse(line).path).join();
};

it('logs the path of a call, never its query', async () => {
  expect(await ask('GET', '/api/thing/buoy?code=secret')).toBe('/api/thing/buoy');
});

it('logs no link that proves who somebody is by itself', async () => {
  expect(await ask('POST', '/api/thing/7/secret?x')).toBe('/api/thing/:user/:hmac');
});

it('logs only the beginning of an address that leads nowhere: a form without scripts posts to the link of a mail', async () => {
  expect(await ask('POST', '/password-reset/7/secret')).toBe('/password-reset/…');
  expect(await ask('POST', '//verify/7/secret?x')).toBe('//…');
  expect(await ask('GET', '/robots.txt')).toBe('/robots.txt');
});
