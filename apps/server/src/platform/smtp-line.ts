import type { Readable } from 'node:stream';
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
  before(): void;
  /** The system has the byte, and sends it on even if this process dies now. */
  after(): void;
}

/** A connection to the mail server that stays open for the next mail. */
export interface SmtpLine {
  handOver(mail: Mail, lastByte: LastByte): Promise<Outcome>;
  close(): void;
}

/** No mail takes longer than this, however slowly the server talks. */
const wholeMs = 60_000;

/** What of nodemailer's connection is used here. */
interface Connection {
  _socket: { writableLength: number } | false | null;
  connect(done: (error?: Error) => void): void;
  login(auth: { credentials: { user: string; pass: string } }, done: (error?: Error | null) => void): void;
  send(envelope: { from: string; to: string[] }, message: { pipe(target: Readable): void }, done: Done): void;
  on(event: 'error' | 'end', heard: Done): void;
  off(event: 'error' | 'end', heard: Done): void;
  close(): void;
  quit(): void;
}
type Done = (error?: Error | null) => void;

/** Opens with its first mail, and again after it broke. */
export function createSmtpLine(server: SmtpServer): SmtpLine {
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
    await promised(made, (done) => made.connect(done));
    const { user, pass } = options.auth ?? {};
    if (user && pass) await promised(made, (done) => made.login({ credentials: { user, pass } }, done));
    open = made;
    return made;
  }

  return {
    async handOver(mail, lastByte) {
      let isOut = false;
      const marks: LastByte = {
        before: () => {
          lastByte.before();
          isOut = true;
        },
        after: () => lastByte.after(),
      };
      try {
        const { envelope, bytes } = await compose(server, mail);
        const connection = open ?? (await connect());
        await promised(connection, (done) => connection.send(envelope, parcel(connection, bytes, marks), done));
        return { kind: 'sent' };
      } catch (error) {
        const failure = error instanceof PermanentFailure ? error : server.failureOf(error, mail.to);
        const { responseCode, command } = error as { responseCode?: number; command?: string };
        const isAboutMail = command === 'RCPT TO' || command === 'DATA';
        // A line on which a mail was refused is in the middle of it. A new one is surer than a reset.
        open?.close();
        open = undefined;
        const reason = failure.message;
        if (failure instanceof PermanentFailure) return { kind: 'refused', reason };
        if (responseCode && isAboutMail) return { kind: 'later', reason };
        return { kind: isOut ? 'doubtful' : 'broken', reason };
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

/**
 * A mail as the connection takes it. It is given the stream that writes to the socket and ends a mail with a line that
 * holds a dot; a dot of the mail's own is doubled there, so that this line is told from every other.
 */
function parcel(connection: Connection, bytes: Buffer, { before, after }: LastByte) {
  const isLast = (chunk: Buffer) => chunk.length <= 5 || chunk.subarray(-5).equals(Buffer.from('\r\n.\r\n'));
  return {
    pipe(target: Readable & { write?: (chunk: Buffer) => void; end?: () => void }) {
      // One listener before the one that writes, and one behind it.
      target.prependListener('data', (chunk: Buffer) => isLast(chunk) && before());
      target.on('data', (chunk: Buffer) => {
        const socket = connection._socket;
        if (isLast(chunk) && socket && socket.writableLength === 0) after();
      });
      target.write?.(bytes);
      target.end?.();
    },
  };
}

/** Ends with the call's own answer, or when the line breaks, or when it has taken too long. */
function promised(connection: Connection, call: (done: Done) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle: Done = (error) => {
      clearTimeout(timer);
      connection.off('error', settle);
      connection.off('end', onEnd);
      if (error) reject(error);
      else resolve();
    };
    const onEnd = () => settle(new Error('The connection was closed.'));
    const timer = setTimeout(() => {
      settle(Object.assign(new Error('It took too long.'), { code: 'EABORT' }));
      connection.close();
    }, wholeMs);
    connection.on('error', settle);
    connection.on('end', onEnd);
    call(settle);
  });
}
