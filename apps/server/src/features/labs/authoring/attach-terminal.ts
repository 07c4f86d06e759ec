import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { LabRuntime, TerminalSize } from '@hexpedition/lab-runtime';

/** The author's own terminal, or what stands in for it. */
export interface Screen {
  input: Readable & { setRawMode?(raw: boolean): unknown };
  /** Tells `resize` when its size has changed. */
  output: Writable & { columns?: number; rows?: number };
}

/** Ctrl+]: no program needs it, so that every other key reaches the workspace. */
const LEAVE = 0x1d;
/** Typed where the keys come out of a file, after the last of them. */
const END = 'exit\n';

/** Puts a terminal of a workspace on a screen, until its shell ends or somebody presses Ctrl+]. */
export async function attachTerminal(runtime: LabRuntime, ref: string, { input, output }: Screen): Promise<void> {
  const size = (): TerminalSize => ({ columns: output.columns ?? 80, rows: output.rows ?? 24 });
  const terminal = await runtime.openTerminal(ref, size());
  const { stream } = terminal;
  const resize = () => terminal.resize(size());
  const type = (keys: Buffer) => {
    const at = keys.indexOf(LEAVE);
    if (at < 0) return void stream.write(keys);
    if (at > 0) stream.write(keys.subarray(0, at));
    terminal.close();
  };
  const hangUp = () => stream.write(END);
  const ended = Promise.race([once(stream, 'end'), once(stream, 'close')]);
  // What is wrong with it shows as its end
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
