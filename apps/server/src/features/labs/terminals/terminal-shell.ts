import type { Terminal, TerminalSize } from '@hexpedition/lab-runtime';
import type { SavedHome } from '../homes/home-files.ts';
import type { RateMeter } from './rate-meter.ts';
import { createScrollback } from './scrollback.ts';

/** Capacity of the scrollback in bytes. */
const scrollbackBytes = 256 * 1024;

/** The connection to which a shell is attached. */
export interface ShellClient {
  show(bytes: Buffer): void;
  /** True while the send buffer is too full for more output. The client then calls `onDrained` when it has been sent. */
  isBackedUp(): boolean;
  /** Called when input may continue after `write` returned false. */
  resumeInput(): void;
  onTakenOver(): void;
  onSaved(saved: SavedHome): void;
  /** Called when the shell or its instance has ended. */
  onEnded(reason: string, source: 'shell' | 'instance'): void;
}

export interface Shell {
  /** Attaches a client and returns the output from an offset on. The previous client is detached. */
  attach(
    client: ShellClient,
    size: TerminalSize,
    from: number | null,
  ): { from: number; bytes: Buffer; missed: boolean };
  detach(client: ShellClient): void;
  /** @returns false when the shell has not read earlier input; wait for `resumeInput` */
  write(bytes: Buffer): boolean;
  resize(size: TerminalSize): void;
  /** Resumes output after the client was backed up. */
  onDrained(): void;
  /** Prints a message of the platform into the output. */
  print(text: string): void;
  /** Calls `use` with the attached client, if there is one. */
  withClient(use: (client: ShellClient) => void): void;
  /** Ends the shell. */
  close(): void;
  /** Ends the shell because its instance ends. */
  end(reason: string): void;
}

/**
 * Creates a shell of a workspace. It outlives its connections: without a client it keeps running, and its output goes to the
 * scrollback.
 * @param meters rate limits of the output, so that a shell with endless output does not block the server
 */
export function createShell(terminal: Terminal, { meters, onEnd }: { meters: RateMeter[]; onEnd: () => void }): Shell {
  const { stream } = terminal;
  const scrollback = createScrollback(scrollbackBytes);
  const pausedBy = new Set<'rate' | 'client'>();
  let client: ShellClient | null = null;
  let hasEnded = false;

  function pause(reason: 'rate' | 'client'): void {
    pausedBy.add(reason);
    stream.pause();
  }

  function resume(reason: 'rate' | 'client'): void {
    if (pausedBy.delete(reason) && pausedBy.size === 0) stream.resume();
  }

  function show(bytes: Buffer): void {
    scrollback.push(bytes);
    client?.show(bytes);
    if (client?.isBackedUp()) pause('client');
  }

  function finish(reason: string, source: 'shell' | 'instance'): void {
    if (hasEnded) return;
    hasEnded = true;
    client?.onEnded(reason, source);
    client = null;
    terminal.close();
    onEnd();
  }

  stream.on('data', (bytes: Buffer) => {
    show(bytes);
    const waitMs = Math.max(...meters.map((meter) => meter.add(bytes.length)));
    if (waitMs <= 0) return;
    pause('rate');
    setTimeout(() => resume('rate'), waitMs).unref();
  });
  stream.on('drain', () => client?.resumeInput());
  for (const event of ['end', 'close', 'error']) stream.on(event, () => finish('The shell has ended.', 'shell'));

  return {
    attach(next, size, from) {
      client?.onTakenOver();
      client = next;
      resume('client');
      terminal.resize(size);
      return scrollback.since(from);
    },
    detach(detached) {
      if (client !== detached) return;
      client = null;
      resume('client');
    },
    write: (bytes) => hasEnded || stream.write(bytes),
    resize: (size) => terminal.resize(size),
    onDrained: () => resume('client'),
    print: (text) => show(Buffer.from(`\r\n\x1b[33m${text}\x1b[0m\r\n`)),
    withClient(use) {
      if (client) use(client);
    },
    close: () => terminal.close(),
    end: (reason) => finish(reason, 'instance'),
  };
}
