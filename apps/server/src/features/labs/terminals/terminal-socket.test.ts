import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { connectTerminal } from '../workspaces/testing/terminal-client.ts';
import { openTerminalNode } from '../workspaces/testing/terminal-node.ts';

/* Tests of the WebSocket: who may connect, and its limits. */

describe('terminal socket access', () => {
  const connectFrom = async (port: number, origin: string) => connectTerminal(port, { origin });

  it('rejects foreign origins', async () => {
    const { port } = await openTerminalNode();
    for (const other of [
      'http://evil.test',
      'https://learn.test',
      'http://learn.test:81',
      'http://x.learn.test',
      'null',
    ]) {
      await expect(connectFrom(port, other), other).rejects.toThrow('rejected with 403');
    }
    const own = await connectFrom(port, 'http://learn.test');
    expect(own.socket.readyState).toBe(own.socket.OPEN);
  });

  it('rejects a ticket in the URL', async () => {
    const { port } = await openTerminalNode();
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'GET /api/lab/terminal?ticket=x HTTP/1.1\r\nHost: learn.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /);
    socket.destroy();
  });

  it.each([
    ['text that is not JSON', 'rubbish'],
    ['an empty object', '{}'],
    ['an array', '[]'],
    ['a terminal number that is too large', { terminal: 7 }],
    ['a terminal number that is too small', { terminal: 0 }],
    ['a fractional terminal number', { terminal: 1.5 }],
    ['a size of 0', { columns: 0 }],
    ['a size that is too large', { rows: 501 }],
    ['a negative offset', { from: -1 }],
    ['an unknown property', { isSuperuser: true }],
    ['an empty ticket', { ticket: '' }],
    ['an array as the ticket', { ticket: ['good-1'] }],
  ])('rejects %s as the first message', async (_, message) => {
    const { port, terminals } = await openTerminalNode();
    const client = await connectTerminal(port);
    const request = { ticket: 'good-1', terminal: 1, columns: 80, rows: 24, from: null };
    client.send(typeof message === 'string' ? message : { ...request, ...message });
    expect(await client.closed).toMatchObject({ code: 4003 });
    expect(terminals()).toEqual([]);
  });

  it('rejects a binary first message', async () => {
    const { port } = await openTerminalNode();
    const client = await connectTerminal(port);
    client.type('{"ticket":"good-1"}');
    expect(await client.closed).toMatchObject({ code: 4003 });
  });

  it('reveals no details of an internal error', async () => {
    const { open } = await openTerminalNode();
    const client = await open({ ticket: 'broken' });
    expect(await client.closed).toEqual({ code: 1011, reason: 'The terminal could not be opened.' });
  });

  it('rejects connections above the limit per user, counting those that are still closing', async () => {
    const { open } = await openTerminalNode({ maxPerUser: 2 });
    const [one, two] = [await open({ terminal: 1 }), await open({ terminal: 2 })];
    await Promise.all([one.waitFor('attached'), two.waitFor('attached')]);
    const three = await open({ terminal: 3 });
    expect(await three.closed).toMatchObject({ code: 4008 });
    const other = await open({ ticket: 'good-2', terminal: 3 });
    await other.waitFor('attached');
    one.socket.close();
    await one.closed;
    const again = await open({ terminal: 4 });
    await again.waitFor('attached');
  });

  it('rejects connections above the limit per network before a ticket is sent', async () => {
    const { port, open } = await openTerminalNode({ maxPendingPerNetwork: 40, ticketMs: 600_000 });
    const tries = await Promise.allSettled(Array.from({ length: 1_000 }, () => connectTerminal(port)));
    const connected = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(connected).toHaveLength(40);
    await expect(open()).rejects.toThrow('rejected with 503');
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('a page');
    for (const { socket } of connected) socket.terminate();
    await expect
      .poll(() =>
        open().then(
          ({ waitFor }) => waitFor('attached'),
          () => null,
        ),
      )
      .toMatchObject({ from: 0 });
  });

  it('closes a connection that sends no ticket in time', async () => {
    const { port } = await openTerminalNode({ ticketMs: 20 });
    const client = await connectTerminal(port);
    expect(await client.closed).toEqual({ code: 4003, reason: 'No ticket was sent.' });
  });
});

describe('terminal socket', () => {
  it('closes on an unknown message', async () => {
    const { open } = await openTerminalNode();
    for (const message of ['{', '{"type":"dance"}', '{"type":"resize","columns":-1,"rows":2}', '{"type":"resize"}']) {
      const client = await open();
      await client.waitFor('attached');
      client.send(message);
      expect(await client.closed, message).toMatchObject({ code: 4003 });
    }
  });

  it('closes on a message of more than 64 KB', async () => {
    const { open, terminal } = await openTerminalNode();
    const client = await open();
    await client.waitFor('attached');
    client.type('x'.repeat(64 * 1024));
    await expect.poll(() => terminal().typed.length).toBe(64 * 1024);
    client.type('x'.repeat(64 * 1024 + 1));
    expect(await client.closed).toMatchObject({ code: 1009 });
    expect(terminal().typed).toHaveLength(64 * 1024);
  });

  it('closes on too many messages', async () => {
    const { open } = await openTerminalNode();
    const client = await open();
    await client.waitFor('attached');
    for (let i = 0; i < 3_000; i++) client.type('x');
    expect(await client.closed).toMatchObject({ code: 4008 });
  });

  it('closes when access is revoked', async () => {
    const { open, revoked } = await openTerminalNode({ checkMs: 20 });
    const [one, two] = [await open(), await open({ ticket: 'good-2', terminal: 2 })];
    await Promise.all([one.waitFor('attached'), two.waitFor('attached')]);
    revoked.set(1, { code: 4003, reason: 'You have logged out.' });
    expect(await one.closed).toEqual({ code: 4003, reason: 'You have logged out.' });
    revoked.set(2, { code: 4000, reason: 'The lab has ended.' });
    expect(await two.closed).toMatchObject({ code: 4000 });
    expect(two.messages.at(-1)).toEqual({ type: 'ended', reason: 'The lab has ended.' });
  });

  it('closes when the browser does not answer pings', async () => {
    const { open } = await openTerminalNode({ pingMs: 500, maxPerUser: 1 });
    const client = await open();
    await client.waitFor('attached');
    // A paused client does not read pings.
    client.socket.pause();
    await expect
      .poll(async () => {
        const next = await open({ terminal: 2 });
        return next.waitFor('attached').catch(() => null);
      })
      .toMatchObject({ terminal: 2 });
    client.socket.resume();
    expect(await client.closed).toMatchObject({ code: 1006 });
  });
});
