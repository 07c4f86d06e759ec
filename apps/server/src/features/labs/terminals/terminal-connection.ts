import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AttachedShell, createRateMeter, type TerminalSize } from '@hexpedition/lab-runtime';
import type { RawData, WebSocket } from 'ws';
import type { SavedHome } from '../homes/home-files.ts';
import { createReplayCollector } from './replay-collector.ts';
import { type OpenRequest, parseClientMessage, parseOpenRequest } from './terminal-messages.ts';

/** WebSocket close codes of the server. 1000 means that the shell has ended or was closed by the browser. */
export const closeCodes = { ended: 4000, takenOver: 4001, notAllowed: 4003, tooMany: 4008 } as const;

/** Close code for each end of an attachment. */
const closeCodeOf = { 'taken-over': closeCodes.takenOver, shell: 1000, instance: closeCodes.ended } as const;

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
  /** The connection is its only client, and destroys its stream. */
  shell: AttachedShell;
  /** Ends the shell for the browser. */
  closeShell: () => void;
  /** Called for all input of the learner. Must be cheap. */
  onUse: () => void;
  /** The last save of the home, which is sent to the browser at once. */
  saved: SavedHome | null;
}

/** Times in milliseconds. */
const limits = {
  /** Time for the browser to confirm a close, before the connection is terminated. */
  lingerMs: 2_000,
  /** Time for the browser to receive the last output of a shell. */
  lastOutputMs: 2_000,
  /** Bytes in the send buffer: above `pauseAbove` the shell is paused, until at most `resumeBelow` are left. */
  pauseAbove: 256 * 1024,
  resumeBelow: 64 * 1024,
  /** Messages that are queued while the terminal is being opened. */
  maxEarlyMessages: 64,
  messages: { perSecond: 200, burst: 1_000 },
} as const;

export interface TerminalConnection {
  close(code: number, reason: string): void;
  /** Tells the browser that its home was saved. */
  sendSaved(saved: SavedHome): void;
}

/**
 * Relays between one browser and a shell: a ticket, then bytes in both directions. All messages are untrusted until `admit`
 * has accepted the ticket.
 * @param admit throws a `ConnectionRejected`
 * @param ticketMs time limit for the ticket in milliseconds
 */
export function serveTerminalConnection(
  socket: WebSocket,
  admit: (request: OpenRequest) => Promise<AcceptedTerminal>,
  ticketMs: number,
): TerminalConnection {
  const meter = createRateMeter(limits.messages);
  /** Messages that arrived during `admit`; null before the first message. */
  let early: { data: RawData; isBinary: boolean }[] | null = null;
  let admitted: AcceptedTerminal | undefined;
  let isClosing = false;
  /** True after the shell has ended; the browser may still receive the last output. */
  let isOver = false;
  const ticketTimer = setTimeout(() => close(closeCodes.notAllowed, 'No ticket was sent.'), ticketMs);

  function close(code: number, reason: string): void {
    if (isClosing) return;
    if (admitted && (code === 1000 || code === closeCodes.ended)) send({ type: 'ended', reason });
    isClosing = true;
    clearTimeout(ticketTimer);
    admitted?.shell.stream.destroy();
    // A paused socket would not read the browser's close frame.
    if (socket.isPaused) socket.resume();
    socket.close(code, truncate(reason));
    const lingerTimer = setTimeout(() => socket.terminate(), limits.lingerMs).unref();
    socket.once('close', () => clearTimeout(lingerTimer));
  }

  const send = (message: object) => {
    if (!isClosing) socket.send(JSON.stringify(message));
  };

  const sendSaved = ({ at, bytes }: SavedHome) => {
    if (admitted) send({ type: 'saved', at: at.toISOString(), bytes });
  };

  /** Relays the output of the shell, and waits for the browser while too much is unsent. */
  function relayOutput({ stream, replayBytes }: AttachedShell): void {
    const show = (bytes: Buffer) => {
      socket.send(bytes, { binary: true }, () => {
        if (socket.bufferedAmount <= limits.resumeBelow) stream.resume();
      });
    };
    const push = createReplayCollector(replayBytes, show);
    stream.on('data', (bytes: Buffer) => {
      if (isClosing) return;
      push(bytes);
      if (socket.bufferedAmount > limits.pauseAbove) stream.pause();
    });
    stream.on('drain', () => socket.resume());
  }

  async function closeAfterEnd({ ended, stream }: AttachedShell): Promise<void> {
    const { reason, text } = await ended;
    isOver = true;
    const isSent = finished(stream, { writable: false }).catch(() => {});
    await Promise.race([isSent, sleep(limits.lastOutputMs, undefined, { ref: false })]);
    close(closeCodeOf[reason], text);
  }

  async function open(text: string): Promise<void> {
    const request = parseOpenRequest(text);
    if (!request) throw new ConnectionRejected(closeCodes.notAllowed, 'The first message must contain a ticket.');
    const accepted = await admit(request);
    const { shell, saved } = accepted;
    // A lost connection to the shell is reported by `ended`.
    shell.stream.on('error', () => {});
    if (isClosing) return void shell.stream.destroy();
    admitted = accepted;
    send({ type: 'attached', terminal: request.terminal, from: shell.from, missed: shell.missed });
    relayOutput(shell);
    closeAfterEnd(shell).catch(() => close(1012, 'The connection to the workspace was lost.'));
    if (saved) sendSaved(saved);
    for (const { data, isBinary } of early ?? []) handleMessage(data, isBinary);
    early = [];
  }

  function handleMessage(data: RawData, isBinary: boolean): void {
    if (!admitted || isClosing || isOver) return;
    const { shell, closeShell, onUse } = admitted;
    if (isBinary) {
      onUse();
      if (shell.stream.writable && !shell.stream.write(data)) socket.pause();
      return;
    }
    const message = parseClientMessage(String(data));
    if (!message) close(closeCodes.notAllowed, 'Unknown message.');
    else if (message.type === 'resize') shell.resize(sizeOf(message));
    else closeShell();
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
    admitted?.shell.stream.destroy();
  });
  return { close, sendSaved };
}

const sizeOf = ({ columns, rows }: TerminalSize): TerminalSize => ({ columns, rows });

/** Truncates a close reason to 123 bytes, the limit of WebSockets. */
function truncate(reason: string): string {
  let text = reason;
  while (Buffer.byteLength(text) > 123) text = text.slice(0, -1);
  return text;
}
