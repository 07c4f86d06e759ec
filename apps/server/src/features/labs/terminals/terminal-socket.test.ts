import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeWorkspaces, type FakeTerminal } from '../workspaces/testing/fake-workspaces.ts';
import { connectTerminal } from '../workspaces/testing/terminal-client.ts';
import type { Opening } from './messages.ts';
import { createMeter } from './meter.ts';
import { createShell, type Shell } from './shell.ts';
import { createTerminalSocket, type Entered, type TerminalSocketDeps } from './terminal-socket.ts';

/** The door and the protocol alone, with an echo for a shell. Whoever brings `good-N` is user N. */

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function setting(limits: TerminalSocketDeps['limits'] = {}) {
  const workspaces = createFakeWorkspaces();
  const home = { slug: 'x', version: '1', risk: 'bounded', serves: 'http', dir: '' } as const;
  await workspaces.open('ref', { lab: { ...home, workspace: { tools: [], homeBytes: 1, socket: null } }, flags: {} });
  const shells = new Map<number, Shell>();
  const refused = new Map<number, { code: number; reason: string }>();
  const uses: number[] = [];
  const admit = async ({ ticket, terminal, columns, rows }: Opening, takeSeat: (user: number) => void) => {
    const [, user] = /^good-(\d+)$/.exec(ticket) ?? [];
    if (user === undefined) throw new Error('a fault of ours');
    takeSeat(Number(user));
    let shell = shells.get(terminal);
    if (!shell) {
      const opened = await workspaces.openTerminal('ref', { columns, rows });
      shell = createShell(opened, {
        meters: [createMeter({ perSecond: 50 * 1024 * 1024, burst: 1024 * 1024 })],
        onEnd: () => shells.delete(terminal),
      });
      shells.set(terminal, shell);
    }
    const entered: Entered = { shell, saved: null, session: 1, instance: Number(user), onUse: () => uses.push(1) };
    return entered;
  };
  const findRefused = async (open: Entered[]) => {
    const found = new Map<Entered, { code: number; reason: string }>();
    for (const one of open) {
      const why = refused.get(one.instance);
      if (why) found.set(one, why);
    }
    return found;
  };
  const door = createTerminalSocket({ publicUrl: 'http://learn.test', trustProxy: false, admit, findRefused, limits });
  const server: Server = createServer((_, response) => response.end('a page'));
  server.on('upgrade', (request, socket, head) => {
    if (door.owns(request)) door.upgrade(request, socket as Socket, head);
    else socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    door.close();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const open = async (opening: Partial<Opening> = {}) => {
    const client = await connectTerminal(port);
    client.say({ ticket: 'good-1', terminal: 1, columns: 80, rows: 24, from: null, ...opening });
    return client;
  };
  const terminal = (): FakeTerminal => {
    const [first] = workspaces.terminalsOf('ref');
    if (!first) throw new Error('no terminal is open');
    return first;
  };
  return { port, open, terminal, refused, uses, shells };
}

describe('a terminal', () => {
  it('shows what was typed, counts it as use, and is resized', async () => {
    const { open, terminal, uses } = await setting();
    const client = await open();
    expect(await client.heard('attached')).toEqual({ type: 'attached', terminal: 1, from: 0, missed: false });
    client.type('ls\n');
    await expect.poll(client.text).toBe('$ ls\n');
    expect(uses).toHaveLength(1);
    client.say({ type: 'resize', columns: 132, rows: 50 });
    await expect.poll(() => terminal().sizes.at(-1)).toEqual({ columns: 132, rows: 50 });
  });

  it('goes on without a browser, and comes back where it was', async () => {
    const { open, terminal } = await setting();
    const first = await open();
    first.type('one ');
    await expect.poll(first.text).toBe('$ one ');
    first.socket.terminate();
    await first.closed;
    terminal().stream.write('two ');
    const second = await open({ from: 6 });
    expect(await second.heard('attached')).toMatchObject({ from: 6, missed: false });
    await expect.poll(second.text).toBe('two ');
    const third = await open({ from: 1_000_000 });
    expect(await third.heard('attached')).toMatchObject({ from: 0, missed: true });
    await expect.poll(third.text).toBe('$ one two ');
  });

  it('is shown in one place: the newer takes it over', async () => {
    const { open } = await setting();
    const first = await open();
    await first.heard('attached');
    const second = await open();
    expect(await first.closed).toMatchObject({ code: 4001 });
    second.type('mine');
    await expect.poll(second.text).toBe('$ mine');
  });

  it('takes what is typed before it is there', async () => {
    const { open } = await setting();
    const client = await open();
    client.type('early');
    await expect.poll(client.text).toBe('$ early');
  });

  it('says that its shell has ended', async () => {
    const { open } = await setting();
    const client = await open();
    client.type('exit\n');
    expect(await client.heard('ended')).toEqual({ type: 'ended', reason: 'The shell has ended.' });
    expect(await client.closed).toMatchObject({ code: 1000 });
    const other = await open({ terminal: 2 });
    await other.heard('attached');
    other.say({ type: 'close' });
    expect(await other.closed).toMatchObject({ code: 1000 });
  });
});

describe('a shell that shows things without end', () => {
  it('waits for a browser that does not read, and takes no memory meanwhile', async () => {
    const { open, terminal } = await setting();
    const client = await open();
    await client.heard('attached');
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
    // What the two kernels hold, and the little that the server does.
    expect(before).toBeLessThan(16 * 1024 * 1024);
    client.socket.resume();
    await expect.poll(() => terminal().shown).toBeGreaterThan(before + 1024 * 1024);
    client.socket.terminate();
  });

  it('goes no faster than its rate, so that others are answered', async () => {
    const { open, port } = await setting();
    const client = await open();
    client.type('flood\n');
    for (let i = 0; i < 20; i++) {
      expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('a page');
    }
    client.socket.terminate();
  });
});

describe('who is not let in', () => {
  const origin = async (port: number, value: string) => connectTerminal(port, { origin: value });

  it('are pages of others', async () => {
    const { port } = await setting();
    for (const other of [
      'http://evil.test',
      'https://learn.test',
      'http://learn.test:81',
      'http://x.learn.test',
      'null',
    ]) {
      await expect(origin(port, other), other).rejects.toThrow('refused with 403');
    }
    const own = await origin(port, 'http://learn.test');
    expect(own.socket.readyState).toBe(own.socket.OPEN);
  });

  it('are those with a ticket in the address', async () => {
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
    ['nothing that is JSON', 'rubbish'],
    ['an empty object', '{}'],
    ['no object', '[]'],
    ['a terminal that is none', { terminal: 7 }],
    ['a terminal that is none', { terminal: 0 }],
    ['a terminal between two', { terminal: 1.5 }],
    ['a size that is none', { columns: 0 }],
    ['a size that is far too large', { rows: 501 }],
    ['a negative offset', { from: -1 }],
    ['more than is asked for', { isSuperuser: true }],
    ['no ticket', { ticket: '' }],
    ['a ticket that is a list', { ticket: ['good-1'] }],
  ])('are those who begin with %s', async (_, message) => {
    const { port, shells } = await setting();
    const client = await connectTerminal(port);
    const opening = { ticket: 'good-1', terminal: 1, columns: 80, rows: 24, from: null };
    client.say(typeof message === 'string' ? message : { ...opening, ...message });
    expect(await client.closed).toMatchObject({ code: 4003 });
    expect(shells.size).toBe(0);
  });

  it('are those who begin with bytes', async () => {
    const { port } = await setting();
    const client = await connectTerminal(port);
    client.type('{"ticket":"good-1"}');
    expect(await client.closed).toMatchObject({ code: 4003 });
  });

  it('learn nothing of what went wrong inside', async () => {
    const { open } = await setting();
    const client = await open({ ticket: 'broken' });
    expect(await client.closed).toEqual({ code: 1011, reason: 'The terminal could not be opened.' });
  });

  it('are a user’s terminals above the limit, which counts those that are not gone yet', async () => {
    const { open } = await setting({ ofUser: 2 });
    const [one, two] = [await open({ terminal: 1 }), await open({ terminal: 2 })];
    await Promise.all([one.heard('attached'), two.heard('attached')]);
    const three = await open({ terminal: 3 });
    expect(await three.closed).toMatchObject({ code: 4008 });
    const other = await open({ ticket: 'good-2', terminal: 3 });
    await other.heard('attached');
    one.socket.close();
    await one.closed;
    const again = await open({ terminal: 4 });
    await again.heard('attached');
  });

  it('are all of a thousand connections without a ticket but a few', async () => {
    const { port, open } = await setting({ waitingOfNetwork: 40, ticketMs: 600_000 });
    const tries = await Promise.allSettled(Array.from({ length: 1_000 }, () => connectTerminal(port)));
    const inside = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(inside).toHaveLength(40);
    await expect(open()).rejects.toThrow('refused with 503');
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('a page');
    for (const { socket } of inside) socket.terminate();
    await expect
      .poll(() =>
        open().then(
          ({ heard }) => heard('attached'),
          () => null,
        ),
      )
      .toMatchObject({ from: 0 });
  });

  it('are those who do not say within seconds what they want', async () => {
    const { port } = await setting({ ticketMs: 20 });
    const client = await connectTerminal(port);
    expect(await client.closed).toEqual({ code: 4003, reason: 'No ticket came.' });
  });
});

describe('who has to leave', () => {
  it('is whoever says what is not known', async () => {
    const { open } = await setting();
    for (const message of ['{', '{"type":"dance"}', '{"type":"resize","columns":-1,"rows":2}', '{"type":"resize"}']) {
      const client = await open();
      await client.heard('attached');
      client.say(message);
      expect(await client.closed, message).toMatchObject({ code: 4003 });
    }
  });

  it('is whoever sends a message of more than 64 KB', async () => {
    const { open, terminal } = await setting();
    const client = await open();
    await client.heard('attached');
    client.type('x'.repeat(64 * 1024));
    await expect.poll(() => terminal().typed.length).toBe(64 * 1024);
    client.type('x'.repeat(64 * 1024 + 1));
    expect(await client.closed).toMatchObject({ code: 1009 });
    expect(terminal().typed).toHaveLength(64 * 1024);
  });

  it('is whoever sends messages without end', async () => {
    const { open } = await setting();
    const client = await open();
    await client.heard('attached');
    for (let i = 0; i < 3_000; i++) client.type('x');
    expect(await client.closed).toMatchObject({ code: 4008 });
  });

  it('is whoever may not stay any more, within seconds', async () => {
    const { open, refused } = await setting({ checkMs: 20 });
    const [one, two] = [await open(), await open({ ticket: 'good-2', terminal: 2 })];
    await Promise.all([one.heard('attached'), two.heard('attached')]);
    refused.set(1, { code: 4003, reason: 'You have logged out.' });
    expect(await one.closed).toEqual({ code: 4003, reason: 'You have logged out.' });
    refused.set(2, { code: 4000, reason: 'The lab has ended.' });
    expect(await two.closed).toMatchObject({ code: 4000 });
    expect(two.said.at(-1)).toEqual({ type: 'ended', reason: 'The lab has ended.' });
  });

  it('is whoever does not answer', async () => {
    const { open, shells } = await setting({ pingMs: 500 });
    const isShown = () => {
      let shown = false;
      shells.get(1)?.onScreen(() => {
        shown = true;
      });
      return shown;
    };
    const client = await open();
    await client.heard('attached');
    // Not reading, it sees no ping.
    client.socket.pause();
    await expect.poll(() => shells.get(1) !== undefined && isShown()).toBe(false);
    client.socket.resume();
    expect(await client.closed).toMatchObject({ code: 1006 });
  });
});
