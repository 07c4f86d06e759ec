import { expect, test } from 'vitest';
import { networkOf } from './network.ts';
import { createServer } from './server.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('maps the address %s to the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test.each([
  [false, '127.0.0.1'],
  [true, '203.0.113.7'],
])('with trustProxy %s, reads %s from a forged X-Forwarded-For', async (trustProxy, ip) => {
  const app = createServer({ logLevel: 'silent', trustProxy });
  app.get('/', async (request) => request.ip);
  // A proxy appends the address that it sees to the header that the visitor sent.
  const { body } = await app.inject({ url: '/', headers: { 'x-forwarded-for': '192.0.2.66, 203.0.113.7' } });
  expect(body).toBe(ip);
  await app.close();
});
