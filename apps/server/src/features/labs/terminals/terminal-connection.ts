import type { TerminalSize } from '@hexpedition/lab-runtime';
import type { RawData, WebSocket } from 'ws';
import type { SavedHome } from '../homes/home-files.ts';
import { createRateMeter } from './rate-meter.ts';
import { type OpenRequest, parseClientMessage, parseOpenRequest } from './terminal-messages.ts';
import type { Shell, ShellClient } from './terminal-shell.ts';

/** WebSocket close codes of the server. 1000 means that the shell has ended or was closed by the browser. */
export const closeCodes = { ended: 4000, takenOver: 4001, notAllowed: 4003, tooMany: 4008 } as const;

/** Rejects an open request. The browser gets code and message as the close frame. */
export class ConnectionRejected extends Error {
  override name = 'ConnectionRejected';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface AcceptedTerminal {
  shell: Shell;
  /** Called for all input of the learner. Must be cheap. */
  onUse: () => void;
  /** The last save of the home, which is sent to the browser at once. */
  saved: SavedHome | null;
}

/** Times in milliseconds. */
const limits = {
  /** Time for the browser to confirm a close, before the connection is terminated. */
  lingerMs: 2_000,
  /** Bytes in the send buffer: above `pauseAbove` the shell is paused, until at most `resumeBelow` are left. */
  pauseAbove: 256 * 1024,
  resumeBelow: 64 * 1024,
  /** Messages that are queued while the terminal is being opened. */
  maxEarlyMessages: 64,
  messages: { perSecond: 200, burst: 1_000 },
} as const;

/**
 * Serves one browser's connection: a ticket, then bytes in both directions. All messages are untrusted until `admit` has
 * accepted the ticket.
 * @param admit throws a `ConnectionRejected`
 * @param ticketMs time limit for the ticket in milliseconds
 * @returns a function that closes the connection with a code and a reason
 */
export function serveTerminalConnection(
  socket: WebSocket,
  admit: (request: OpenRequest) => Promise<AcceptedTerminal>,
  ticketMs: number,
): { close: (code: number, reason: string) => void } {
  const meter = createRateMeter(limits.messages);
  /** Messages that arrived during `admit`; null before the first message. */
  let early: { data: RawData; isBinary: boolean }[] | null = null;
  let admitted: AcceptedTerminal | undefined;
  let isClosing = false;
  const ticketTimer = setTimeout(() => close(closeCodes.notAllowed, 'No ticket was sent.'), ticketMs);

  function close(code: number, reason: string): void {
    if (isClosing) return;
    if (admitted && (code === 1000 || code === closeCodes.ended)) send({ type: 'ended', reason });
    isClosing = true;
    clearTimeout(ticketTimer);
    admitted?.shell.detach(client);
    // A paused socket would not read the browser's close frame.
    if (socket.isPaused) socket.resume();
    socket.close(code, truncate(reason));
    const lingerTimer = setTimeout(() => socket.terminate(), limits.lingerMs).unref();
    socket.once('close', () => clearTimeout(lingerTimer));
  }

  const send = (message: object) => {
    if (!isClosing) socket.send(JSON.stringify(message));
  };

  const client: ShellClient = {
    show(bytes) {
      if (isClosing) return;
      socket.send(bytes, { binary: true }, () => {
        if (socket.bufferedAmount <= limits.resumeBelow) admitted?.shell.onDrained();
      });
    },
    isBackedUp: () => socket.bufferedAmount > limits.pauseAbove,
    resumeInput: () => {
      if (socket.isPaused) socket.resume();
    },
    onTakenOver: () => close(closeCodes.takenOver, 'This terminal was opened in another place.'),
    onSaved: ({ at, bytes }) => send({ type: 'saved', at: at.toISOString(), bytes }),
    onEnded: (reason, source) => close(source === 'shell' ? 1000 : closeCodes.ended, reason),
  };

  async function open(text: string): Promise<void> {
    const request = parseOpenRequest(text);
    if (!request) throw new ConnectionRejected(closeCodes.notAllowed, 'The first message must contain a ticket.');
    const accepted = await admit(request);
    if (isClosing) return;
    admitted = accepted;
    const { from, bytes, missed } = accepted.shell.attach(client, sizeOf(request), request.from);
    send({ type: 'attached', terminal: request.terminal, from, missed });
    if (bytes.length > 0) client.show(bytes);
    if (accepted.saved) client.onSaved(accepted.saved);
    for (const { data, isBinary } of early ?? []) handleMessage(data, isBinary);
    early = [];
  }

  function handleMessage(data: RawData, isBinary: boolean): void {
    if (!admitted || isClosing) return;
    const { shell, onUse } = admitted;
    if (isBinary) {
      onUse();
      if (!shell.write(data as Buffer)) socket.pause();
      return;
    }
    const message = parseClientMessage(String(data));
    if (!message) close(closeCodes.notAllowed, 'Unknown message.');
    else if (message.type === 'resize') shell.resize(sizeOf(message));
    else shell.close();
  }

  socket.on('message', (data, isBinary) => {
    if (isClosing) return;
    if (meter.add(1) > 0) return close(closeCodes.tooMany, 'Too many messages.');
    if (admitted) return handleMessage(data, isBinary);
    if (early) {
      early.push({ data, isBinary });
      if (early.length > limits.maxEarlyMessages) close(closeCodes.tooMany, 'Wait until the terminal is open.');
      return;
    }
    early = [];
    clearTimeout(ticketTimer);
    open(isBinary ? '' : String(data)).catch((error: Error) => {
      if (error instanceof ConnectionRejected) close(error.code, error.message);
      else close(1011, 'The terminal could not be opened.');
    });
  });
  // The library closes the connection after an invalid frame (too large, not masked, not UTF-8).
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosing = true;
    clearTimeout(ticketTimer);
    admitted?.shell.detach(client);
  });
  return { close };
}

const sizeOf = ({ columns, rows }: TerminalSize): TerminalSize => ({ columns, rows });

/** Truncates a close reason to 123 bytes, the limit of WebSockets. */
function truncate(reason: string): string {
  let text = reason;
  while (Buffer.byteLength(text) > 123) text = text.slice(0, -1);
  return text;
}
