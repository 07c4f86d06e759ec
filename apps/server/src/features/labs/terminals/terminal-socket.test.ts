import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import type { AttachedShell } from '@hexpedition/lab-runtime';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeRuntime } from '../testing.ts';
import type { FakeTerminal } from '../workspaces/testing/fake-workspaces.ts';
import { connectTerminal } from '../workspaces/testing/terminal-client.ts';
import type { OpenRequest } from './terminal-messages.ts';
import { type AdmittedTerminal, createTerminalSocket, type TerminalSocketDeps } from './terminal-socket.ts';

/* Tests of the WebSocket and its protocol with an echo instead of a shell. The ticket `good-N` belongs to user N. */

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A node with its own server, to whose runtime further nodes can connect. */
async function setting(limits: TerminalSocketDeps['limits'] = {}, runtime = createFakeRuntime()) {
  runtime.workspace = { tools: [], homeBytes: 1, socket: null };
  const [running] = await runtime.list();
  const lab = await runtime.prepare({ dir: '', version: '1', manifest: { slug: 'x', risk: 'bounded' } });
  const { ref } = running ?? (await runtime.start({ lab, flags: {} }));
  const revoked = new Map<number, { code: number; reason: string }>();
  const uses: number[] = [];
  const admit = async (request: OpenRequest, reserveSlot: (user: number) => void): Promise<AdmittedTerminal> => {
    const { ticket, terminal, columns, rows, from } = request;
    const [, user] = /^good-(\d+)$/.exec(ticket) ?? [];
    if (user === undefined) throw new Error('internal error');
    reserveSlot(Number(user));
    return {
      shell: await runtime.attachShell(ref, terminal, { size: { columns, rows }, from }),
      ...{ ref, saved: null, session: 1, instance: Number(user) },
      closeShell: () => void runtime.closeShell(ref, terminal),
      onUse: () => uses.push(1),
    };
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
  const close = () => {
    terminalSocket.close();
    server.close();
  };
  ends.push(close, () => void runtime.close());
  const { port } = server.address() as AddressInfo;
  const open = async (request: Partial<OpenRequest> = {}) => {
    const client = await connectTerminal(port);
    client.send({ ticket: 'good-1', terminal: 1, columns: 80, rows: 24, from: null, ...request });
    return client;
  };
  const terminal = (): FakeTerminal => {
    const [first] = runtime.workspaces.terminalsOf(ref);
    if (!first) throw new Error('no terminal is open');
    return first;
  };
  return { port, open, terminal, revoked, uses, close, runtime, terminals: () => runtime.workspaces.terminalsOf(ref) };
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

  it('shows the same screen after the node was restarted, and on another node', async () => {
    const one = await setting();
    const first = await one.open();
    first.type('one ');
    await expect.poll(first.text).toBe('$ one ');
    one.close();
    await first.closed;
    one.terminal().stream.write('two ');

    const restarted = await setting({}, one.runtime);
    const second = await restarted.open();
    expect(await second.waitFor('attached')).toMatchObject({ from: 0, missed: false });
    await expect.poll(second.text).toBe('$ one two ');

    const other = await setting({}, one.runtime);
    const third = await other.open({ from: 6 });
    expect(await second.closed).toEqual({ code: 4001, reason: 'This terminal was opened in another place.' });
    third.type('three');
    await expect.poll(third.text).toBe('two three');
  });

  it('is closed so that the browser connects again when the node loses the runtime', async () => {
    const { open, runtime } = await setting();
    const { attachShell } = runtime;
    let lose = (_: Error) => {};
    runtime.attachShell = async (...args) => {
      const ended = new Promise<never>((_, reject) => {
        lose = reject;
      });
      return { ...(await attachShell(...args)), ended };
    };
    const client = await open();
    await client.waitFor('attached');
    lose(new Error('The connection to 10.0.0.7 was reset.'));
    expect(await client.closed).toEqual({ code: 1012, reason: 'The connection to the workspace was lost.' });
    expect(client.messages.map(({ type }) => type)).not.toContain('ended');
  });

  it.each([
    ['waits for the last output before it reports the end', (stream: PassThrough) => stream.end('last words')],
    ['does not wait longer than 2 s for the end of the output', (stream: PassThrough) => stream.write('last words')],
  ])('%s', async (_, showLast) => {
    const { open, runtime } = await setting();
    runtime.attachShell = async () => {
      const stream = new PassThrough();
      setTimeout(() => showLast(stream), 100);
      const ended = Promise.resolve({ reason: 'instance' as const, text: 'Its time ran out.' });
      return { from: 0, replayBytes: 0, missed: false, stream, resize: () => {}, ended };
    };
    const client = await open();
    expect(await client.closed).toEqual({ code: 4000, reason: 'Its time ran out.' });
    expect(client.text()).toBe('last words');
    expect(client.messages.at(-1)).toEqual({ type: 'ended', reason: 'Its time ran out.' });
  });

  it.each(['leaves', 'leaves while it is being opened'])('is detached when the browser %s', async (when) => {
    const { open, runtime } = await setting();
    const { attachShell } = runtime;
    let attached: AttachedShell | undefined;
    let opened: Promise<unknown> = Promise.resolve();
    runtime.attachShell = async (...args) => {
      attached = await attachShell(...args);
      await opened;
      return attached;
    };
    const client = await open();
    if (when === 'leaves') await client.waitFor('attached');
    // The server notices the end of the connection before the shell is open.
    else opened = client.closed.then(() => new Promise((resolve) => setTimeout(resolve, 50)));
    client.socket.terminate();
    await expect.poll(() => attached?.stream.destroyed).toBe(true);
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
    const { port, terminals } = await setting();
    const client = await connectTerminal(port);
    const request = { ticket: 'good-1', terminal: 1, columns: 80, rows: 24, from: null };
    client.send(typeof message === 'string' ? message : { ...request, ...message });
    expect(await client.closed).toMatchObject({ code: 4003 });
    expect(terminals()).toEqual([]);
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
    const { open } = await setting({ pingMs: 500, maxPerUser: 1 });
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
