import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { type LabRuntime, loadLab, type TerminalSize } from '@hexpedition/lab-runtime';

/** The author's own terminal: standard input and output, or streams in tests. */
interface LocalTerminal {
  input: Readable & { setRawMode?(raw: boolean): unknown };
  /** Emits `resize` when its size has changed. */
  output: Writable & { columns?: number; rows?: number };
}

/** Ctrl+], the key that detaches. Programs do not use it, so all other keys can go to the workspace. */
const DETACH = 0x1d;
/** Sent when the input is a file and has ended. */
const EXIT_COMMAND = 'exit\n';

/** Connects a local terminal to a shell of a workspace until the shell ends or the author presses Ctrl+]. */
async function attachTerminal(runtime: LabRuntime, ref: string, { input, output }: LocalTerminal): Promise<void> {
  const size = (): TerminalSize => ({ columns: output.columns ?? 80, rows: output.rows ?? 24 });
  const shell = await runtime.attachShell(ref, 1, { size: size(), from: null });
  const { stream } = shell;
  const resize = () => shell.resize(size());
  const type = (keys: Buffer) => {
    const at = keys.indexOf(DETACH);
    if (at < 0) return void stream.write(keys);
    if (at > 0) stream.write(keys.subarray(0, at));
    void runtime.closeShell(ref, 1);
  };
  const hangUp = () => stream.write(EXIT_COMMAND);
  const ended = Promise.race([once(stream, 'end'), once(stream, 'close')]);
  // An error also ends the stream.
  stream.on('error', () => {});
  stream.on('data', (shown: Buffer) => output.write(shown));
  output.on('resize', resize);
  input.setRawMode?.(true);
  input.on('data', type).on('end', hangUp).resume();
  try {
    await ended.catch(() => {});
  } finally {
    input.off('data', type).off('end', hangUp).pause();
    input.setRawMode?.(false);
    output.off('resize', resize);
    stream.destroy();
  }
}

export interface PlaySession {
  /** Address on this machine, without the gateway and without access control. Null for a lab without a web page. */
  url: string | null;
  /** Connects a local terminal to the workspace until the author detaches. Null for a lab without a workspace. */
  attach: ((terminal: LocalTerminal) => Promise<void>) | null;
  stop(): Promise<void>;
}

/** Starts a lab for its author on a free port of this machine. Each flag contains its own ID. */
export async function playLab(runtime: LabRuntime, dir: string): Promise<PlaySession> {
  const lab = await loadLab(dir);
  const { serves, workspace } = lab.manifest;
  const flags = Object.fromEntries(lab.manifest.flags.map(({ id }) => [id, `flag{this-is-${id}}`]));
  const { ref, endpoint } = await runtime.start({ lab: await runtime.prepare(lab), flags });
  const server = createServer((client) => {
    const upstream = connect(
      endpoint.kind === 'unix' ? { path: endpoint.path } : { host: endpoint.host, port: endpoint.port },
    );
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  if (serves === 'http') {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  return {
    url: serves === 'http' ? `http://127.0.0.1:${(server.address() as AddressInfo).port}/` : null,
    attach: workspace ? (terminal) => attachTerminal(runtime, ref, terminal) : null,
    stop: async () => {
      server.close();
      await runtime.stop(ref);
    },
  };
}
