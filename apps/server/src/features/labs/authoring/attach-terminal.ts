import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { LabRuntime, TerminalSize } from '@hexpedition/lab-runtime';

/** The author's own terminal: standard input and output, or streams in tests. */
export interface LocalTerminal {
  input: Readable & { setRawMode?(raw: boolean): unknown };
  /** Emits `resize` when its size has changed. */
  output: Writable & { columns?: number; rows?: number };
}

/** Ctrl+], the key that detaches. Programs do not use it, so all other keys can go to the workspace. */
const DETACH = 0x1d;
/** Sent when the input is a file and has ended. */
const EXIT_COMMAND = 'exit\n';

/** Connects a local terminal to a shell of a workspace until the shell ends or the author presses Ctrl+]. */
export async function attachTerminal(
  runtime: LabRuntime,
  ref: string,
  { input, output }: LocalTerminal,
): Promise<void> {
  const size = (): TerminalSize => ({ columns: output.columns ?? 80, rows: output.rows ?? 24 });
  const terminal = await runtime.openTerminal(ref, size());
  const { stream } = terminal;
  const resize = () => terminal.resize(size());
  const type = (keys: Buffer) => {
    const at = keys.indexOf(DETACH);
    if (at < 0) return void stream.write(keys);
    if (at > 0) stream.write(keys.subarray(0, at));
    terminal.close();
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
