import type { Socket } from 'node:net';
import type { Transform } from 'node:stream';
import { PermanentFailure } from './jobs.ts';
import type { Mail } from './mail.ts';
import type { SmtpServer } from './smtp.ts';

/** What became of a mail that was handed over. */
export type Outcome =
  | { kind: 'sent' }
  /** The server will never take it. */
  | { kind: 'refused'; reason: string }
  /** The server may take this mail later; the line is good for others. */
  | { kind: 'later'; reason: string }
  /** It was certainly not taken, for a reason that has nothing to do with it: the server is down, or was too slow. */
  | { kind: 'broken'; reason: string }
  /** Its last byte went out, and no answer came. */
  | { kind: 'doubtful'; reason: string };

/** Told of the one moment that matters: after a mail's last byte has left, the server may have taken it. */
interface LastByte {
  /** Where this throws, the mail stays here. */
  before(): void;
  /** The system has the byte, and sends it on even if this process dies now. It must not throw. */
  after(): void;
}

/** A connection to the mail server that stays open for the next mail. */
export interface SmtpConnection {
  handOver(mail: Mail, lastByte: LastByte): Promise<Outcome>;
  close(): void;
}

/** No mail takes longer than this to leave, however slowly the server talks. */
const leavingMs = 60_000;
/** RFC 5321, 4.5.3.2.6: a server that looks into a mail before it takes it may need so long, and then it has it. */
const answerMs = 600_000;

/** What of nodemailer's connection is used here. */
interface Connection {
  _socket: Socket | false | null;
  connect(done: (error?: Error) => void): void;
  login(auth: { credentials: { user: string; pass: string } }, done: (error?: Error | null) => void): void;
  send(envelope: { from: string; to: string[] }, message: { pipe(target: Transform): void }, done: Done): void;
  on(event: 'error' | 'end', heard: Done): void;
  off(event: 'error' | 'end', heard: Done): void;
  close(): void;
  quit(): void;
}
type Done = (error?: Error | null) => void;

/** Opens with its first mail, and again after it broke. */
export function createSmtpConnection(server: SmtpServer): SmtpConnection {
  let open: Connection | undefined;

  async function connect(): Promise<Connection> {
    const [{ createTransport }, { default: SmtpConnection }] = await Promise.all([
      import('nodemailer'),
      import('nodemailer/lib/smtp-connection'),
    ]);
    // It reads the address, with all that an operator may have written into it.
    const { options } = createTransport(server.options).transporter as unknown as {
      options: { auth?: { user?: string; pass?: string } };
    };
    const made = new SmtpConnection(options as never) as unknown as Connection;
    const forget = () => {
      if (open === made) open = undefined;
    };
    // Without a listener an error between two mails would end the process.
    made.on('error', forget);
    made.on('end', forget);
    await promised(made, ({ done }) => made.connect(done));
    const { user, pass } = options.auth ?? {};
    if (user && pass) await promised(made, ({ done }) => made.login({ credentials: { user, pass } }, done));
    open = made;
    return made;
  }

  return {
    async handOver(mail, lastByte) {
      let isOut = false;
      const before = () => {
        lastByte.before();
        isOut = true;
      };
      try {
        const { envelope, bytes } = await compose(server, mail);
        const connection = open ?? (await connect());
        await promised(connection, ({ done, waitFor }) => {
          const leaves = { before, after: lastByte.after, failed: done, waits: () => waitFor(answerMs) };
          connection.send(envelope, parcel(connection, bytes, leaves), done);
        });
        return { kind: 'sent' };
      } catch (error) {
        const failure = error instanceof PermanentFailure ? error : server.failureOf(error, mail.to);
        const { responseCode, command } = error as { responseCode?: number; command?: string };
        // A server that takes its leave does not mean this mail.
        const isAboutMail = (command === 'RCPT TO' || command === 'DATA') && responseCode !== 421;
        // A line on which a mail was refused is in the middle of it. A new one is surer than a reset.
        open?.close();
        open = undefined;
        const reason = failure.message;
        if (failure instanceof PermanentFailure) return { kind: 'refused', reason };
        if (responseCode && isAboutMail) return { kind: 'later', reason };
        // A server that answers with a failure has not taken the mail.
        return { kind: isOut && !responseCode ? 'doubtful' : 'broken', reason };
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

interface Leaves extends LastByte {
  /** The mail could not be given to the system. */
  failed(error: Error): void;
  /** It has begun to wait for the server's answer. */
  waits(): void;
}

/**
 * A mail as the connection takes it. It is given the stream that ends a mail with a line that holds a dot (a dot of the
 * mail's own is doubled there). What comes out of that is written at once: so the last byte leaves at one known moment.
 */
function parcel(connection: Connection, bytes: Buffer, { before, after, failed, waits }: Leaves) {
  return {
    pipe(target: Transform) {
      const pieces: Buffer[] = [];
      target.unpipe();
      target.on('data', (piece: Buffer) => pieces.push(piece));
      target.on('end', () => {
        const socket = connection._socket;
        try {
          if (!socket || socket.destroyed) throw new Error('The connection was closed.');
          before();
        } catch (error) {
          return failed(error as Error);
        }
        socket.setTimeout(answerMs);
        waits();
        let isNoted = false;
        const note = () => {
          if (isNoted) return;
          isNoted = true;
          after();
        };
        const whole = Buffer.concat(pieces);
        const isWithSystem = watch(socket, whole.length);
        // A line that is full takes the rest a moment later.
        socket.write(whole, (error) => {
          if (!error) note();
        });
        if (isWithSystem()) note();
      });
      target.resume();
      target.end(bytes);
    },
  };
}

/** Of a socket that encrypts: the one below it. Node has no public word for that; without it a mark comes a moment later. */
interface Encrypting {
  _handle?: { _parent?: { writeQueueSize?: number; bytesWritten?: number } };
}

/** @returns what tells, right after so many bytes were written, whether the system has them all */
function watch(socket: Socket, length: number): () => boolean {
  // An encrypting one says that it has bytes to write even when the one below has written them all.
  const below = (socket as Encrypting)._handle?._parent;
  const before = below?.bytesWritten;
  return () =>
    socket.writableLength === 0 ||
    (below?.writeQueueSize === 0 && before !== undefined && (below.bytesWritten ?? 0) - before >= length);
}

interface Call {
  done: Done;
  /** Gives it so long from now on. */
  waitFor(ms: number): void;
}

/** Ends with the call's own answer, or when the line breaks, or when it has taken too long. */
function promised(connection: Connection, call: (given: Call) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const done: Done = (error) => {
      clearTimeout(timer);
      connection.off('error', done);
      connection.off('end', onEnd);
      if (error) reject(error);
      else resolve();
    };
    const onEnd = () => done(new Error('The connection was closed.'));
    const waitFor = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        done(Object.assign(new Error('It took too long.'), { code: 'EABORT' }));
        connection.close();
      }, ms);
    };
    waitFor(leavingMs);
    connection.on('error', done);
    connection.on('end', onEnd);
    call({ done, waitFor });
  });
}
