import { Duplex, type Writable } from 'node:stream';
import type { ShellEnd } from './shells.ts';

/** Bytes of output and of input that may wait for their reader before the writer has to wait. */
const bufferBytes = 64 * 1024;

/** One client of a shell, from the side of the shell. */
export interface Attachment {
  stream: Duplex;
  ended: Promise<ShellEnd>;
  /** @returns false if the client is behind; wait for `onRead` before showing more */
  show(bytes: Buffer): boolean;
  /** Call it when the shell has read earlier input. */
  resumeInput(): void;
  /** Ends the stream after the output that was shown, and ignores further input. */
  finish(end: ShellEnd): void;
}

/**
 * Creates the stream of a client.
 * @param input takes the input of the client. A client buffers it while the shell does not read, so that clients that
 *   come and go cannot fill the buffer of the shell.
 */
export function createAttachment({
  input,
  onRead,
  onDetach,
}: {
  input: Writable;
  onRead: () => void;
  onDetach: () => void;
}): Attachment {
  let isOver = false;
  /** Delivers the input that waits for the shell. */
  let deliver: (() => void) | null = null;
  let resolveEnded: (end: ShellEnd) => void;
  const ended = new Promise<ShellEnd>((resolve) => {
    resolveEnded = resolve;
  });

  function end(): void {
    isOver = true;
    stream.push(null);
    deliver?.();
  }

  const stream = new Duplex({
    highWaterMark: bufferBytes,
    allowHalfOpen: false,
    read: onRead,
    write(bytes: Buffer, _encoding, done) {
      const write = () => {
        deliver = null;
        if (!isOver && input.writable) input.write(bytes);
        done();
      };
      if (!isOver && input.writableNeedDrain) deliver = write;
      else write();
    },
    final(done) {
      onDetach();
      end();
      done();
    },
    destroy(error, done) {
      isOver = true;
      onDetach();
      done(error);
    },
  });

  return {
    stream,
    ended,
    show: (bytes) => stream.push(bytes),
    resumeInput: () => deliver?.(),
    finish(reason) {
      end();
      resolveEnded(reason);
    },
  };
}
