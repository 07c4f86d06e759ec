import type { Socket } from 'node:net';
import type { Transform } from 'node:stream';
import { PermanentFailure } from './jobs.ts';
import type { Mail } from './mail.ts';
import type { SmtpServer } from './smtp.ts';

/** Result of one delivery attempt. */
export type DeliveryOutcome =
  | { kind: 'sent' }
  /** The server will never accept this mail. */
  | { kind: 'refused'; reason: string }
  /** The server may accept this mail later. It accepts other mails now. */
  | { kind: 'deferred'; reason: string }
  /** The mail was not accepted for a reason that does not concern it: the server was down or too slow. */
  | { kind: 'unavailable'; reason: string }
  /** The last byte was sent, but no answer arrived. */
  | { kind: 'unknown'; reason: string };

/** Callbacks around the write of a mail's last byte. After that byte, the server may have accepted the mail. */
interface LastByteCallbacks {
  /** Called before the write. If it throws, the mail is not sent. */
  before(): void;
  /** Called when the kernel has the byte and sends it even if this process dies. It must not throw. */
  after(): void;
}

/** A connection to the mail server that stays open for the next mail. */
export interface SmtpConnection {
  send(mail: Mail, lastByte: LastByteCallbacks): Promise<DeliveryOutcome>;
  close(): void;
}

/** Time limit until the last byte of a mail is sent. */
const sendTimeoutMs = 60_000;
/** RFC 5321, 4.5.3.2.6: a server may take this long to check a mail after the last byte, and then accept it. */
const answerTimeoutMs = 600_000;

/** The parts of nodemailer's connection that this module uses. */
interface NodemailerConnection {
  _socket: Socket | false | null;
  connect(done: (error?: Error) => void): void;
  login(auth: { credentials: { user: string; pass: string } }, done: (error?: Error | null) => void): void;
  send(envelope: { from: string; to: string[] }, message: { pipe(target: Transform): void }, done: ErrorListener): void;
  on(event: 'error' | 'end', listener: ErrorListener): void;
  off(event: 'error' | 'end', listener: ErrorListener): void;
  close(): void;
  quit(): void;
}
type ErrorListener = (error?: Error | null) => void;

/** Creates a connection that opens with the first mail, and again after it was lost. */
export function createSmtpConnection(server: SmtpServer): SmtpConnection {
  let open: NodemailerConnection | undefined;

  async function connect(): Promise<NodemailerConnection> {
    const [{ createTransport }, { default: Nodemailer }] = await Promise.all([
      import('nodemailer'),
      import('nodemailer/lib/smtp-connection'),
    ]);
    // The transport parses SMTP_URL with all options in it.
    const { options } = createTransport(server.options).transporter as unknown as {
      options: { auth?: { user?: string; pass?: string } };
    };
    const connection = new Nodemailer(options as never) as unknown as NodemailerConnection;
    const onClosed = () => {
      if (open === connection) open = undefined;
    };
    // Without a listener an error between two mails would end the process.
    connection.on('error', onClosed);
    connection.on('end', onClosed);
    await callWithTimeout(connection, ({ done }) => connection.connect(done));
    const { user, pass } = options.auth ?? {};
    if (user && pass) {
      await callWithTimeout(connection, ({ done }) => connection.login({ credentials: { user, pass } }, done));
    }
    open = connection;
    return connection;
  }

  return {
    async send(mail, lastByte) {
      let isLastByteSent = false;
      const before = () => {
        lastByte.before();
        isLastByteSent = true;
      };
      try {
        const { envelope, bytes } = await compose(server, mail);
        const connection = open ?? (await connect());
        await callWithTimeout(connection, ({ done, setTimeLimit }) => {
          const onSent = () => setTimeLimit(answerTimeoutMs);
          const events = { before, after: lastByte.after, onFailure: done, onSent };
          connection.send(envelope, createMessage(connection, bytes, events), done);
        });
        return { kind: 'sent' };
      } catch (error) {
        const failure = error instanceof PermanentFailure ? error : server.toDeliveryError(error, mail.to);
        const { responseCode, command } = error as { responseCode?: number; command?: string };
        // 421: the server is closing the connection, which does not concern this mail.
        const isAboutMail = (command === 'RCPT TO' || command === 'DATA') && responseCode !== 421;
        // After a rejected mail the SMTP session is in an unknown state. A new connection is safer than RSET.
        open?.close();
        open = undefined;
        const reason = failure.message;
        if (failure instanceof PermanentFailure) return { kind: 'refused', reason };
        if (responseCode && isAboutMail) return { kind: 'deferred', reason };
        // A server that answers with an error code has not accepted the mail.
        return { kind: isLastByteSent && !responseCode ? 'unknown' : 'unavailable', reason };
      }
    },
    close() {
      open?.quit();
      open = undefined;
    },
  };
}

async function compose(server: SmtpServer, mail: Mail) {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const { envelope, ...composed } = server.compose(mail);
  return { envelope, bytes: (await new MailComposer(composed as never).compile().build()) as Buffer };
}

interface MessageEvents extends LastByteCallbacks {
  /** The mail could not be written to the socket. */
  onFailure(error: Error): void;
  /** The mail was written; the server's answer is awaited. */
  onSent(): void;
}

/**
 * Wraps a mail in the form that nodemailer's connection accepts. `pipe` gets the stream that doubles dots at line starts and
 * adds the final line with a dot. The output of this stream is collected and written to the socket with one call, so that
 * the time at which the last byte is sent is known.
 */
function createMessage(
  connection: NodemailerConnection,
  bytes: Buffer,
  { before, after, onFailure, onSent }: MessageEvents,
) {
  return {
    pipe(target: Transform) {
      const chunks: Buffer[] = [];
      target.unpipe();
      target.on('data', (chunk: Buffer) => chunks.push(chunk));
      target.on('end', () => {
        const socket = connection._socket;
        try {
          if (!socket || socket.destroyed) throw new Error('The connection was closed.');
          before();
        } catch (error) {
          return onFailure(error as Error);
        }
        socket.setTimeout(answerTimeoutMs);
        onSent();
        let isReported = false;
        const reportOnce = () => {
          if (isReported) return;
          isReported = true;
          after();
        };
        const message = Buffer.concat(chunks);
        const isFlushed = trackFlush(socket, message.length);
        // If the socket's buffer is full, the callback reports the end of the write later.
        socket.write(message, (error) => {
          if (!error) reportOnce();
        });
        if (isFlushed()) reportOnce();
      });
      target.resume();
      target.end(bytes);
    },
  };
}

/** The plain socket below a TLS socket. Node has no public API for it; without it, a flush is reported slightly later. */
interface TlsSocket {
  _handle?: { _parent?: { writeQueueSize?: number; bytesWritten?: number } };
}

/** Returns a function that reports, right after a write of `length` bytes, whether the kernel has all of them. */
function trackFlush(socket: Socket, length: number): () => boolean {
  // A TLS socket reports pending bytes even when the plain socket has written all of them.
  const plainSocket = (socket as TlsSocket)._handle?._parent;
  const before = plainSocket?.bytesWritten;
  return () =>
    socket.writableLength === 0 ||
    (plainSocket?.writeQueueSize === 0 && before !== undefined && (plainSocket.bytesWritten ?? 0) - before >= length);
}

interface Call {
  done: ErrorListener;
  /** Restarts the time limit of the call. */
  setTimeLimit(ms: number): void;
}

/** Runs a call of nodemailer. Settles with its callback, or rejects when the connection is lost or the time is up. */
function callWithTimeout(connection: NodemailerConnection, call: (controls: Call) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const done: ErrorListener = (error) => {
      clearTimeout(timer);
      connection.off('error', done);
      connection.off('end', onEnd);
      if (error) reject(error);
      else resolve();
    };
    const onEnd = () => done(new Error('The connection was closed.'));
    const setTimeLimit = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        done(Object.assign(new Error('The mail server was too slow.'), { code: 'EABORT' }));
        connection.close();
      }, ms);
    };
    setTimeLimit(sendTimeoutMs);
    connection.on('error', done);
    connection.on('end', onEnd);
    call({ done, setTimeLimit });
  });
}
