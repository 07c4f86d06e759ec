import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeUnusedConnections } from './unused-connections.ts';

let server: Server;
let port: number;
let answer: (() => void) | undefined;
beforeEach(async () => {
  server = createServer((_, response) => {
    answer = () => response.end('a page');
  });
  closeUnusedConnections(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => server.closeAllConnections());

it('closes connections without a request', async () => {
  const arrived = once(server, 'connection');
  const silent = connect(port, '127.0.0.1');
  await arrived;
  const closed = Promise.all([once(server, 'close'), once(silent, 'close')]);
  server.close();
  await closed;
});

it('finishes running answers before closing', async () => {
  const asked = once(server, 'request');
  const asking = request({ port, host: '127.0.0.1', agent: false }).end();
  const answered = once(asking, 'response');
  await asked;
  const closed = once(server, 'close');
  server.close();
  answer?.();
  const [response] = await answered;
  let text = '';
  for await (const chunk of response) text += chunk;
  expect(text).toBe('a page');
  await closed;
});
