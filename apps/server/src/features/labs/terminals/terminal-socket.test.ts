import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeWorkspaces, type FakeTerminal } from '../workspaces/testing/fake-workspaces.ts';
import { connectTerminal } from '../workspaces/testing/terminal-client.ts';
import { createRateMeter } from './rate-meter.ts';
import type { OpenRequest } from './terminal-messages.ts';
import { createShell, type Shell } from './terminal-shell.ts';
import { type AdmittedTerminal, createTerminalSocket, type TerminalSocketDeps } from './terminal-socket.ts';

/* Tests of the WebSocket and its protocol with an echo instead of a shell. The ticket `good-N` belongs to user N. */

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function setting(limits: TerminalSocketDeps['limits'] = {}) {
  const workspaces = createFakeWorkspaces();
  const home = { slug: 'x', version: '1', risk: 'bounded', serves: 'http', dir: '' } as const;
  await workspaces.open('ref', { lab: { ...home, workspace: { tools: [], homeBytes: 1, socket: null } }, flags: {} });
  const shells = new Map<number, Shell>();
  const revoked = new Map<number, { code: number; reason: string }>();
  const uses: number[] = [];
  const admit = async ({ ticket, terminal, columns, rows }: OpenRequest, reserveSlot: (user: number) => void) => {
    const [, user] = /^good-(\d+)$/.exec(ticket) ?? [];
    if (user === undefined) throw new Error('internal error');
    reserveSlot(Number(user));
    let shell = shells.get(terminal);
    if (!shell) {
      const opened = await workspaces.openTerminal('ref', { columns, rows });
      shell = createShell(opened, {
        meters: [createRateMeter({ perSecond: 50 * 1024 * 1024, burst: 1024 * 1024 })],
        onEnd: () => shells.delete(terminal),
      });
      shells.set(terminal, shell);
    }
    const admitted: AdmittedTerminal = {
      ...{ shell, saved: null, session: 1, instance: Number(user) },
      onUse: () => uses.push(1),
    };
    return admitted;
  };
  const findRevoked = async (open: AdmittedTerminal[]) => {
    const found = new Map<AdmittedTerminal, { code: number; reason: string }>();
    for (const one of open) {
      const close = revoked.get(one.instance);
      if (close) found.set(one, close);
    }
    return found;
  };
  const terminalSocket = createTerminalSocket({
    publicUrl: 'http://learn.test',
    trustProxy: false,
    admit,
    findRevoked,
    limits,
  });
  const server: Server = createServer((_, response) => response.end('a page'));
  server.on('upgrade', (request, socket, head) => {
    if (terminalSocket.owns(request)) terminalSocket.upgrade(request, socket as Socket, head);
    else socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    terminalSocket.close();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const open = async (request: Partial<OpenRequest> = {}) => {
    const client = await connectTerminal(port);
    client.send({ ticket: 'good-1', terminal: 1, columns: 80, rows: 24, from: null, ...request });
    return client;
  };
  const terminal = (): FakeTerminal => {
    const [first] = workspaces.terminalsOf('ref');
    if (!first) throw new Error('no terminal is open');
    return first;
  };
  return { port, open, terminal, revoked, uses, shells };
}

describe('terminal', () => {
  it('passes input and size to the shell, and counts input as use', async () => {
    const { open, terminal, uses } = await setting();
    const client = await open();
    expect(await client.waitFor('attached')).toEqual({ type: 'attached', terminal: 1, from: 0, missed: false });
    client.type('ls\n');
    await expect.poll(client.text).toBe('$ ls\n');
    expect(uses).toHaveLength(1);
    client.send({ type: 'resize', columns: 132, rows: 50 });
    await expect.poll(() => terminal().sizes.at(-1)).toEqual({ columns: 132, rows: 50 });
  });

  it('keeps running without a browser, and resumes at the requested offset', async () => {
    const { open, terminal } = await setting();
    const first = await open();
    first.type('one ');
    await expect.poll(first.text).toBe('$ one ');
    first.socket.terminate();
    await first.closed;
    terminal().stream.write('two ');
    const second = await open({ from: 6 });
    expect(await second.waitFor('attached')).toMatchObject({ from: 6, missed: false });
    await expect.poll(second.text).toBe('two ');
    const third = await open({ from: 1_000_000 });
    expect(await third.waitFor('attached')).toMatchObject({ from: 0, missed: true });
    await expect.poll(third.text).toBe('$ one two ');
  });

  it('detaches the previous connection when a second one opens it', async () => {
    const { open } = await setting();
    const first = await open();
    await first.waitFor('attached');
    const second = await open();
    expect(await first.closed).toMatchObject({ code: 4001 });
    second.type('mine');
    await expect.poll(second.text).toBe('$ mine');
  });

  it('accepts input while it is being opened', async () => {
    const { open } = await setting();
    const client = await open();
    client.type('early');
    await expect.poll(client.text).toBe('$ early');
  });

  it('reports the end of its shell', async () => {
    const { open } = await setting();
    const client = await open();
    client.type('exit\n');
    expect(await client.waitFor('ended')).toEqual({ type: 'ended', reason: 'The shell has ended.' });
    expect(await client.closed).toMatchObject({ code: 1000 });
    const other = await open({ terminal: 2 });
    await other.waitFor('attached');
    other.send({ type: 'close' });
    expect(await other.closed).toMatchObject({ code: 1000 });
  });
});

describe('shell with endless output', () => {
  it('is paused while the browser does not read, without buffering in memory', async () => {
    const { open, terminal } = await setting();
    const client = await open();
    await client.waitFor('attached');
    client.socket.pause();
    client.type('flood\n');
    let before = -1;
    await expect
      .poll(() => {
        const same = terminal().shown === before && before > 100_000;
        before = terminal().shown;
        return same;
      })
      .toBe(true);
    // The socket buffers of both ends and the small buffer of the server.
    expect(before).toBeLessThan(16 * 1024 * 1024);
    client.socket.resume();
    await expect.poll(() => terminal().shown).toBeGreaterThan(before + 1024 * 1024);
    client.socket.terminate();
  });

  it('is rate limited, so that the server answers other requests', async () => {
    const { open, port } = await setting();
    const client = await open();
    client.type('flood\n');
    for (let i = 0; i < 20; i++) {
      expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('a page');
    }
    client.socket.terminate();
  });
});

describe('terminal socket access', () => {
  const connectFrom = async (port: number, origin: string) => connectTerminal(port, { origin });

  it('rejects foreign origins', async () => {
    const { port } = await setting();
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
    const { port } = await setting();
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
    const { port, shells } = await setting();
    const client = await connectTerminal(port);
    const request = { ticket: 'good-1', terminal: 1, columns: 80, rows: 24, from: null };
    client.send(typeof message === 'string' ? message : { ...request, ...message });
    expect(await client.closed).toMatchObject({ code: 4003 });
    expect(shells.size).toBe(0);
  });

  it('rejects a binary first message', async () => {
    const { port } = await setting();
    const client = await connectTerminal(port);
    client.type('{"ticket":"good-1"}');
    expect(await client.closed).toMatchObject({ code: 4003 });
  });

  it('reveals no details of an internal error', async () => {
    const { open } = await setting();
    const client = await open({ ticket: 'broken' });
    expect(await client.closed).toEqual({ code: 1011, reason: 'The terminal could not be opened.' });
  });

  it('rejects connections above the limit per user, counting those that are still closing', async () => {
    const { open } = await setting({ maxPerUser: 2 });
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
    const { port, open } = await setting({ maxPendingPerNetwork: 40, ticketMs: 600_000 });
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
    const { port } = await setting({ ticketMs: 20 });
    const client = await connectTerminal(port);
    expect(await client.closed).toEqual({ code: 4003, reason: 'No ticket was sent.' });
  });
});

describe('terminal socket', () => {
  it('closes on an unknown message', async () => {
    const { open } = await setting();
    for (const message of ['{', '{"type":"dance"}', '{"type":"resize","columns":-1,"rows":2}', '{"type":"resize"}']) {
      const client = await open();
      await client.waitFor('attached');
      client.send(message);
      expect(await client.closed, message).toMatchObject({ code: 4003 });
    }
  });

  it('closes on a message of more than 64 KB', async () => {
    const { open, terminal } = await setting();
    const client = await open();
    await client.waitFor('attached');
    client.type('x'.repeat(64 * 1024));
    await expect.poll(() => terminal().typed.length).toBe(64 * 1024);
    client.type('x'.repeat(64 * 1024 + 1));
    expect(await client.closed).toMatchObject({ code: 1009 });
    expect(terminal().typed).toHaveLength(64 * 1024);
  });

  it('closes on too many messages', async () => {
    const { open } = await setting();
    const client = await open();
    await client.waitFor('attached');
    for (let i = 0; i < 3_000; i++) client.type('x');
    expect(await client.closed).toMatchObject({ code: 4008 });
  });

  it('closes when access is revoked', async () => {
    const { open, revoked } = await setting({ checkMs: 20 });
    const [one, two] = [await open(), await open({ ticket: 'good-2', terminal: 2 })];
    await Promise.all([one.waitFor('attached'), two.waitFor('attached')]);
    revoked.set(1, { code: 4003, reason: 'You have logged out.' });
    expect(await one.closed).toEqual({ code: 4003, reason: 'You have logged out.' });
    revoked.set(2, { code: 4000, reason: 'The lab has ended.' });
    expect(await two.closed).toMatchObject({ code: 4000 });
    expect(two.messages.at(-1)).toEqual({ type: 'ended', reason: 'The lab has ended.' });
  });

  it('closes when the browser does not answer pings', async () => {
    const { open, shells } = await setting({ pingMs: 500 });
    const isAttached = () => {
      let attached = false;
      shells.get(1)?.withClient(() => {
        attached = true;
      });
      return attached;
    };
    const client = await open();
    await client.waitFor('attached');
    // A paused client does not read pings.
    client.socket.pause();
    await expect.poll(() => shells.get(1) !== undefined && isAttached()).toBe(false);
    client.socket.resume();
    expect(await client.closed).toMatchObject({ code: 1006 });
  });
});
