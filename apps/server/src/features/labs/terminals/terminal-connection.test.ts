import { PassThrough } from 'node:stream';
import type { AttachedShell } from '@hexpedition/lab-runtime';
import { describe, expect, it } from 'vitest';
import { openTerminalNode } from '../workspaces/testing/terminal-node.ts';

/* Tests of the relay between a browser and a shell. */

describe('terminal', () => {
  it('passes input and size to the shell, and counts input as use', async () => {
    const { open, terminal, uses } = await openTerminalNode();
    const client = await open();
    expect(await client.waitFor('attached')).toEqual({ type: 'attached', terminal: 1, from: 0, missed: false });
    client.type('ls\n');
    await expect.poll(client.text).toBe('$ ls\n');
    expect(uses).toHaveLength(1);
    client.send({ type: 'resize', columns: 132, rows: 50 });
    await expect.poll(() => terminal().sizes.at(-1)).toEqual({ columns: 132, rows: 50 });
  });

  it('keeps running without a browser, and resumes at the requested offset', async () => {
    const { open, terminal } = await openTerminalNode();
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
    const { open } = await openTerminalNode();
    const first = await open();
    await first.waitFor('attached');
    const second = await open();
    expect(await first.closed).toMatchObject({ code: 4001 });
    second.type('mine');
    await expect.poll(second.text).toBe('$ mine');
  });

  it('shows the same screen after the node was restarted, and on another node', async () => {
    const one = await openTerminalNode();
    const first = await one.open();
    first.type('one ');
    await expect.poll(first.text).toBe('$ one ');
    one.close();
    await first.closed;
    one.terminal().stream.write('two ');

    const restarted = await openTerminalNode({}, one.runtime);
    const second = await restarted.open();
    expect(await second.waitFor('attached')).toMatchObject({ from: 0, missed: false });
    await expect.poll(second.text).toBe('$ one two ');

    const other = await openTerminalNode({}, one.runtime);
    const third = await other.open({ from: 6 });
    expect(await second.closed).toEqual({ code: 4001, reason: 'This terminal was opened in another place.' });
    third.type('three');
    await expect.poll(third.text).toBe('two three');
  });

  it('is closed so that the browser connects again when the node loses the runtime', async () => {
    const { open, runtime } = await openTerminalNode();
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
    const { open, runtime } = await openTerminalNode();
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
    const { open, runtime } = await openTerminalNode();
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
    const { open } = await openTerminalNode();
    const client = await open();
    client.type('early');
    await expect.poll(client.text).toBe('$ early');
  });

  it('reports the end of its shell', async () => {
    const { open } = await openTerminalNode();
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
    const { open, terminal } = await openTerminalNode();
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
    const { open, port } = await openTerminalNode();
    const client = await open();
    client.type('flood\n');
    for (let i = 0; i < 20; i++) {
      expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('a page');
    }
    client.socket.terminate();
  });
});
