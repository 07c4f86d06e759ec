import type { Terminal, TerminalSize } from '@hexpedition/lab-runtime';
import type { Meter } from './meter.ts';
import { createScrollback } from './scrollback.ts';

/** Bytes of output that are kept of a terminal. */
const kept = 256 * 1024;

/** What was last kept of the home. */
export interface Saved {
  at: Date;
  bytes: number;
}

/** Where a shell is shown: one connection. */
export interface Screen {
  show(bytes: Buffer): void;
  /** True while so much is on its way to the browser that no more should come. It calls `caughtUp` afterwards. */
  isBehind(): boolean;
  /** Typing may go on after `write` said that it should wait. */
  mayType(): void;
  takenOver(): void;
  saved(saved: Saved): void;
  /** The shell has ended, or its instance has. */
  ended(reason: string, of: 'shell' | 'instance'): void;
}

export interface Shell {
  /** Shows it on a screen, from an offset on; the screen before it is taken over. */
  attach(screen: Screen, size: TerminalSize, from: number | null): { from: number; bytes: Buffer; missed: boolean };
  detach(screen: Screen): void;
  /** @returns false when the shell has not read what was typed before: wait for `mayType` */
  write(bytes: Buffer): boolean;
  resize(size: TerminalSize): void;
  caughtUp(): void;
  /** Puts a line of the platform's own between what the shell shows. */
  tell(text: string): void;
  /** Hands something to the screen that shows it, if one does. */
  onScreen(use: (screen: Screen) => void): void;
  /** Ends the shell. */
  close(): void;
  /** Says why it ends, and ends it. */
  end(reason: string): void;
}

/**
 * A shell of a workspace, which outlives its connections. While nobody looks it goes on, and what it shows is kept.
 * @param meters are asked before more is read from the shell, so that one that shows things without end leaves the server
 *   to others
 */
export function createShell(terminal: Terminal, { meters, onEnd }: { meters: Meter[]; onEnd: () => void }): Shell {
  const { stream } = terminal;
  const history = createScrollback(kept);
  const waitsFor = new Set<'rate' | 'screen'>();
  let screen: Screen | null = null;
  let isOver = false;

  function hold(why: 'rate' | 'screen'): void {
    waitsFor.add(why);
    stream.pause();
  }

  function release(why: 'rate' | 'screen'): void {
    if (waitsFor.delete(why) && waitsFor.size === 0) stream.resume();
  }

  function show(bytes: Buffer): void {
    history.push(bytes);
    screen?.show(bytes);
    if (screen?.isBehind()) hold('screen');
  }

  function finish(reason: string, of: 'shell' | 'instance'): void {
    if (isOver) return;
    isOver = true;
    screen?.ended(reason, of);
    screen = null;
    terminal.close();
    onEnd();
  }

  stream.on('data', (bytes: Buffer) => {
    show(bytes);
    const wait = Math.max(...meters.map((meter) => meter.spend(bytes.length)));
    if (wait <= 0) return;
    hold('rate');
    setTimeout(() => release('rate'), wait).unref();
  });
  stream.on('drain', () => screen?.mayType());
  for (const event of ['end', 'close', 'error']) stream.on(event, () => finish('The shell has ended.', 'shell'));

  return {
    attach(next, size, from) {
      screen?.takenOver();
      screen = next;
      release('screen');
      terminal.resize(size);
      return history.since(from);
    },
    detach(gone) {
      if (screen !== gone) return;
      screen = null;
      release('screen');
    },
    write: (bytes) => isOver || stream.write(bytes),
    resize: (size) => terminal.resize(size),
    caughtUp: () => release('screen'),
    tell: (text) => show(Buffer.from(`\r\n\x1b[33m${text}\x1b[0m\r\n`)),
    onScreen(use) {
      if (screen) use(screen);
    },
    close: () => terminal.close(),
    end: (reason) => finish(reason, 'instance'),
  };
}
