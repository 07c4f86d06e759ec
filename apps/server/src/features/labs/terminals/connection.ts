import type { TerminalSize } from '@hexpedition/lab-runtime';
import type { RawData, WebSocket } from 'ws';
import { type Opening, readOpening, readOrder } from './messages.ts';
import { createMeter } from './meter.ts';
import type { Saved, Screen, Shell } from './shell.ts';

/** Why the server ends a connection. 1000: the shell has ended by itself, or was closed. */
export const closeCodes = { ended: 4000, takenOver: 4001, notAllowed: 4003, tooMany: 4008 } as const;

/** Whoever refuses an opening throws it; the code and the text go to the browser. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface Admitted {
  shell: Shell;
  /** Told of everything that is typed; has to be cheap. */
  onUse: () => void;
  /** What was last kept of the home, to be told at once. */
  saved: Saved | null;
}

/** Times in milliseconds. */
const limits = {
  /** A browser that is told to go and does not is cut off after this. */
  lingerMs: 2_000,
  /** On its way to the browser: above `behind` the shell waits, until there are `caughtUp`. */
  behind: 256 * 1024,
  caughtUp: 64 * 1024,
  /** Typed before the terminal was there. */
  early: 64,
  messages: { perSecond: 200, burst: 1_000 },
} as const;

/**
 * Speaks with one browser: ticket, then bytes both ways. Nothing that it sends is believed before `admit` has let it in.
 * @param admit throws a `Refusal`
 * @param ticketMs milliseconds until the ticket has to be there
 * @returns ends the connection, with a code and a reason
 */
export function serveConnection(
  socket: WebSocket,
  admit: (opening: Opening) => Promise<Admitted>,
  ticketMs: number,
): { close: (code: number, reason: string) => void } {
  const meter = createMeter(limits.messages);
  /** What came while the ticket was being looked at; null before it came. */
  let waiting: { data: RawData; isBinary: boolean }[] | null = null;
  let admitted: Admitted | undefined;
  let isClosing = false;
  const tooLate = setTimeout(() => close(closeCodes.notAllowed, 'No ticket came.'), ticketMs);

  function close(code: number, reason: string): void {
    if (isClosing) return;
    if (admitted && (code === 1000 || code === closeCodes.ended)) say({ type: 'ended', reason });
    isClosing = true;
    clearTimeout(tooLate);
    admitted?.shell.detach(screen);
    // A paused socket would never read the browser's goodbye.
    if (socket.isPaused) socket.resume();
    socket.close(code, fitting(reason));
    const cut = setTimeout(() => socket.terminate(), limits.lingerMs).unref();
    socket.once('close', () => clearTimeout(cut));
  }

  const say = (message: object) => {
    if (!isClosing) socket.send(JSON.stringify(message));
  };

  const screen: Screen = {
    show(bytes) {
      if (isClosing) return;
      socket.send(bytes, { binary: true }, () => {
        if (socket.bufferedAmount <= limits.caughtUp) admitted?.shell.caughtUp();
      });
    },
    isBehind: () => socket.bufferedAmount > limits.behind,
    mayType: () => {
      if (socket.isPaused) socket.resume();
    },
    takenOver: () => close(closeCodes.takenOver, 'This terminal was opened elsewhere.'),
    saved: ({ at, bytes }) => say({ type: 'saved', at: at.toISOString(), bytes }),
    ended: (reason, of) => close(of === 'shell' ? 1000 : closeCodes.ended, reason),
  };

  async function open(text: string): Promise<void> {
    const opening = readOpening(text);
    if (!opening) throw new Refusal(closeCodes.notAllowed, 'The first message has to bring a ticket.');
    const entered = await admit(opening);
    if (isClosing) return;
    admitted = entered;
    const { from, bytes, missed } = entered.shell.attach(screen, sizeOf(opening), opening.from);
    say({ type: 'attached', terminal: opening.terminal, from, missed });
    if (bytes.length > 0) screen.show(bytes);
    if (entered.saved) screen.saved(entered.saved);
    for (const { data, isBinary } of waiting ?? []) take(data, isBinary);
    waiting = [];
  }

  function take(data: RawData, isBinary: boolean): void {
    if (!admitted || isClosing) return;
    const { shell, onUse } = admitted;
    if (isBinary) {
      onUse();
      if (!shell.write(data as Buffer)) socket.pause();
      return;
    }
    const order = readOrder(String(data));
    if (!order) close(closeCodes.notAllowed, 'This message is not known.');
    else if (order.type === 'resize') shell.resize(sizeOf(order));
    else shell.close();
  }

  socket.on('message', (data, isBinary) => {
    if (isClosing) return;
    if (meter.spend(1) > 0) return close(closeCodes.tooMany, 'Too many messages.');
    if (admitted) return take(data, isBinary);
    if (waiting) {
      waiting.push({ data, isBinary });
      if (waiting.length > limits.early) close(closeCodes.tooMany, 'Wait until the terminal is there.');
      return;
    }
    waiting = [];
    clearTimeout(tooLate);
    open(isBinary ? '' : String(data)).catch((error: Error) => {
      if (error instanceof Refusal) close(error.code, error.message);
      else close(1011, 'The terminal could not be opened.');
    });
  });
  // What is wrong with a frame (too large, not masked, no UTF-8) closes the connection by itself.
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosing = true;
    clearTimeout(tooLate);
    admitted?.shell.detach(screen);
  });
  return { close };
}

const sizeOf = ({ columns, rows }: TerminalSize): TerminalSize => ({ columns, rows });

/** A reason of a WebSocket's end has at most 123 bytes. */
function fitting(reason: string): string {
  let text = reason;
  while (Buffer.byteLength(text) > 123) text = text.slice(0, -1);
  return text;
}
