import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type LabDriver, NoWorkspace, type PreparedLab, type Terminal, WorkspaceFull } from '../runtime.ts';
import { withShells } from './with-shells.ts';

/* Tests with terminals that the test controls. Tests with real shells are in conformance-shells.ts. */

const size = { columns: 80, rows: 24 };
const options = { size, from: null };
const KB = 1024;
const MB = 1024 * KB;

afterEach(() => vi.useRealTimers());

/** Creates a runtime whose terminals come from `openTerminal`. */
function setting(openTerminal: LabDriver['openTerminal']) {
  let count = 0;
  const start = async () => ({
    ref: `ref-${++count}`,
    endpoint: { kind: 'unix' as const, path: '' },
    isHomePartial: false,
  });
  const driver: Partial<LabDriver> = { start, stop: async () => {}, openTerminal };
  const runtime = withShells(driver as LabDriver);
  const workspace = { tools: [], homeBytes: 1, socket: null };
  const lab: PreparedLab = { slug: 'x', version: '1', risk: 'bounded', serves: 'http', dir: '', workspace };
  return { runtime, start: async () => (await runtime.start({ lab, flags: {} })).ref };
}

function terminalOf(stream: Duplex): Terminal {
  return { stream, resize: () => {}, close: () => void stream.destroy() };
}

/** Waits until the streams have nothing more to do. */
async function settle(): Promise<void> {
  for (let i = 0; i < 1_000; i++) await turn();
}

describe('opening a shell', () => {
  it('fails when the instance is stopped meanwhile, and ends the terminal', async () => {
    const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
    let finish = (_: Terminal) => {};
    const { runtime, start } = setting(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    const ref = await start();
    const attaching = runtime.attachShell(ref, 1, options);
    await runtime.stop(ref, 'Its time ran out.');
    finish(terminalOf(stream));
    await expect(attaching).rejects.toThrow(NoWorkspace);
    expect(stream.destroyed).toBe(true);
  });

  it('can be tried again after a failure', async () => {
    const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
    let isFull = true;
    const { runtime, start } = setting(async () => {
      if (isFull) throw new WorkspaceFull('Six are open.');
      return terminalOf(stream);
    });
    const ref = await start();
    await expect(runtime.attachShell(ref, 1, options)).rejects.toThrow(WorkspaceFull);
    isFull = false;
    expect(await runtime.attachShell(ref, 1, options)).toMatchObject({ from: 0, missed: false });
  });

  it('fails for an instance that this runtime has not started', async () => {
    const { runtime } = setting(async () => terminalOf(new Duplex()));
    await expect(runtime.attachShell('other', 1, options)).rejects.toThrow(NoWorkspace);
  });
});

describe('input of a shell that does not read', () => {
  it('waits in the clients, not in the shell, and is dropped with them', async () => {
    let read = () => {};
    const received: string[] = [];
    const stream = new Duplex({
      highWaterMark: 16 * KB,
      read() {},
      write(chunk: Buffer, _encoding, done) {
        received.push(chunk.toString());
        read = done;
      },
    });
    const { runtime, start } = setting(async () => terminalOf(stream));
    const ref = await start();
    for (let i = 0; i < 50; i++) {
      const client = await runtime.attachShell(ref, 1, options);
      // The shell takes only the first one.
      expect(client.stream.write(Buffer.alloc(64 * KB, `${i % 10}`))).toBe(i === 0);
    }
    expect(stream.writableLength).toBeLessThan(128 * KB);

    const last = await runtime.attachShell(ref, 1, options);
    last.stream.write('the end');
    for (; stream.writableLength > 0; await turn()) read();
    await expect.poll(() => received.at(-1)).toBe('the end');
    expect(received).toHaveLength(2);
  });
});

describe('output limit', () => {
  /** Returns a terminal with endless output, and its number of bytes that were read. */
  function endless(counter: { bytes: number }): Terminal {
    const chunk = Buffer.alloc(16 * KB, 'y\n');
    return terminalOf(
      new Duplex({
        read() {
          counter.bytes += chunk.length;
          this.push(chunk);
        },
        write: (_chunk, _encoding, done) => done(),
      }),
    );
  }

  it('applies to all shells of an instance together', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const counter = { bytes: 0 };
    const { runtime, start } = setting(async () => endless(counter));
    const ref = await start();
    for (const number of [1, 2, 3]) (await runtime.attachShell(ref, number, options)).stream.resume();
    await settle();
    expect(counter.bytes).toBeGreaterThan(512 * KB);
    expect(counter.bytes).toBeLessThan(MB);
    const before = counter.bytes;
    for (let i = 0; i < 100; i++) {
      vi.advanceTimersByTime(10);
      for (let j = 0; j < 20; j++) await turn();
    }
    expect(counter.bytes - before).toBeGreaterThan(1.5 * MB);
    expect(counter.bytes - before).toBeLessThan(2.5 * MB);
  });

  it('applies to all instances together, with or without clients', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const counter = { bytes: 0 };
    const { runtime, start } = setting(async () => endless(counter));
    for (let i = 0; i < 40; i++) {
      const { stream } = await runtime.attachShell(await start(), 1, options);
      if (i % 2) stream.destroy();
      else stream.resume();
    }
    await settle();
    // Without this limit, each of the 40 instances shows 512 KB at once.
    expect(counter.bytes).toBeGreaterThan(8 * MB);
    expect(counter.bytes).toBeLessThan(12 * MB);
  });
});

describe('the stream of a client', () => {
  it('detaches when its writable side ends, and the shell keeps running', async () => {
    const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
    const { runtime, start } = setting(async () => terminalOf(stream));
    const ref = await start();
    const client = await runtime.attachShell(ref, 1, options);
    client.stream.end('last input').resume();
    await once(client.stream, 'close');
    stream.push('more');
    await settle();
    expect(stream.destroyed).toBe(false);
    expect(await runtime.attachShell(ref, 1, options)).toMatchObject({ replayBytes: 4 });
  });
});
