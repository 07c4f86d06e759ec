import type { Terminal } from '../runtime.ts';
import { type Attachment, createAttachment } from './attachment.ts';
import type { RateMeter } from './rate-meter.ts';
import { createScrollback } from './scrollback.ts';
import type { AttachedShell, ShellEnd, TerminalSize } from './shells.ts';

/** Capacity of the scrollback in bytes. */
const scrollbackBytes = 256 * 1024;

export interface Shell {
  /** Attaches a client, whose output begins at an offset. The previous client is detached. */
  attach(size: TerminalSize, from: number | null): AttachedShell;
  /** Prints a message of the platform into the output. */
  print(text: string): void;
  /** Ends the shell and its foreground programs. */
  close(): void;
  /** Ends the shell because its instance ends. */
  end(text: string): void;
}

/**
 * Creates a shell of a workspace. The shell keeps running while no client is attached, and the scrollback stores the last
 * 256 KB of its output.
 * @param meters limits of the output in bytes per second; the terminal is paused while one of them is exceeded
 * @param onEnd called once, when the shell has ended
 */
export function createShell(terminal: Terminal, { meters, onEnd }: { meters: RateMeter[]; onEnd: () => void }): Shell {
  const { stream } = terminal;
  const scrollback = createScrollback(scrollbackBytes);
  const pausedBy = new Set<'rate' | 'client'>();
  let client: Attachment | null = null;
  let end: ShellEnd | null = null;

  function pause(reason: 'rate' | 'client'): void {
    pausedBy.add(reason);
    stream.pause();
  }

  function resume(reason: 'rate' | 'client'): void {
    if (pausedBy.delete(reason) && pausedBy.size === 0) stream.resume();
  }

  function showToClient(bytes: Buffer): void {
    if (client && bytes.length > 0 && !client.show(bytes)) pause('client');
  }

  function show(bytes: Buffer): void {
    scrollback.push(bytes);
    showToClient(bytes);
  }

  function detach(reason: ShellEnd): void {
    client?.finish(reason);
    client = null;
    resume('client');
  }

  function finish(reason: ShellEnd): void {
    if (end) return;
    end = reason;
    detach(reason);
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
  for (const event of ['end', 'close', 'error']) {
    stream.on(event, () => finish({ reason: 'shell', text: 'The shell has ended.' }));
  }

  return {
    attach(size, offset) {
      detach({ reason: 'taken-over', text: 'This terminal was opened in another place.' });
      const { from, bytes, missed } = scrollback.since(offset);
      const attachment = createAttachment({
        input: stream,
        onRead: () => {
          if (client === attachment) resume('client');
        },
        onDetach: () => {
          if (client !== attachment) return;
          client = null;
          resume('client');
        },
      });
      client = attachment;
      showToClient(bytes);
      if (end) detach(end);
      else terminal.resize(size);
      return {
        ...{ from, replayBytes: bytes.length, missed },
        stream: attachment.stream,
        resize: (next) => {
          if (client === attachment) terminal.resize(next);
        },
        ended: attachment.ended,
      };
    },
    print: (text) => show(Buffer.from(`\r\n\x1b[33m${text}\x1b[0m\r\n`)),
    close: () => terminal.close(),
    end: (text) => finish({ reason: 'instance', text }),
  };
}
