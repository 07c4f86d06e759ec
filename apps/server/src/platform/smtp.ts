import { randomUUID } from 'node:crypto';
import type { Transporter } from 'nodemailer';
import { PermanentFailure } from './jobs.ts';
import type { Mail, Mailer } from './mail.ts';

/** Time limit for the delivery of one mail. */
const sendTimeoutMs = 60_000;
const defaultIdleTimeoutMs = 10_000;

/** Error of nodemailer. */
interface SmtpError extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  permanent?: boolean;
}

/** Connection options, message composition and error mapping for one mail server. */
export type SmtpServer = ReturnType<typeof smtpServer>;

/**
 * Returns what all ways of sending mail through one server share.
 * @param url `smtp://` or `smtps://`, with nodemailer's options as parameters
 * @param from `Name <address>` or an address
 * @param idleTimeoutMs how long the server may not answer
 */
export function smtpServer(url: string, from: string, idleTimeoutMs = defaultIdleTimeoutMs) {
  const { host, hostname, username, password, searchParams } = new URL(url);
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  const hasTlsOption = searchParams.has('requireTLS') || searchParams.has('ignoreTLS');
  const [, name = '', address = from] = /^(.+) <(.+)>$/.exec(from) ?? [];
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return {
    options: {
      url,
      // These options override those of the address. The logger would write mails and the password to the log.
      logger: false,
      debug: false,
      transactionLog: false,
      pool: false,
      connectionTimeout: idleTimeoutMs,
      greetingTimeout: idleTimeoutMs,
      socketTimeout: idleTimeoutMs * 2,
      socketCloseTimeout: 1_000,
      dnsTimeout: idleTimeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      // A password is sent without TLS only if the operator allows it.
      ...(password && !isLocal && !hasTlsOption ? { requireTLS: true } : {}),
    },

    /** Converts a mail for nodemailer. @throws PermanentFailure when the recipient is not exactly one address */
    compose({ to, subject, text, html, id = randomUUID(), senderName = '', headers }: Mail) {
      if (!/^[^\s<>"(),:;\\@\p{Cc}]+@[^\s<>"(),:;\\@\p{Cc}]+$/u.test(to) || to.length > 254) {
        throw new PermanentFailure('The mail was not sent: its recipient is not exactly one address.');
      }
      return {
        from: { name: name || senderName, address },
        to: { name: '', address: to },
        // The envelope is explicit, so that headers cannot change the recipient.
        envelope: { from: address, to: [to] },
        subject: subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '),
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...headers },
        xMailer: false as const,
      };
    },

    /** Converts an error of nodemailer. The message contains no address, content or credential. */
    toDeliveryError(error: unknown, to: string): Error {
      const smtpError = error as SmtpError;
      const reason = explain(smtpError, [to, to.slice(0, to.indexOf('@')), decode(username), decode(password)]);
      const message = `The mail server ${host} ${reason}`;
      return isAboutThisMail(smtpError) ? new PermanentFailure(message) : new Error(message);
    },
  };
}

/**
 * Creates a mailer that opens a new connection for each mail. These mails are few, and a connection that the server has
 * closed in the meantime would cost an attempt. Announcements use connections that stay open (`smtp-connection.ts`).
 */
export function createSmtp(url: string, from: string, idleTimeoutMs?: number): Mailer {
  const server = smtpServer(url, from, idleTimeoutMs);
  let opened: Promise<Transporter> | undefined;
  // nodemailer is loaded with the first mail, because it would slow down every start.
  const open = () => {
    opened ??= import('nodemailer').then(({ createTransport }) => createTransport(server.options));
    return opened;
  };

  return {
    async deliver(mail) {
      const composed = server.compose(mail);
      try {
        await (await open()).sendMail({ ...composed, signal: AbortSignal.timeout(sendTimeoutMs) });
      } catch (error) {
        throw server.toDeliveryError(error, mail.to);
      }
    },
    close: () => void opened?.then((transport) => transport.close()),
  };
}

/**
 * Whether the server permanently rejected this mail because of its recipient or content. After a rejected login or sender
 * the mail can still be delivered, when the operator has fixed the settings.
 */
const isAboutThisMail = ({ permanent, command }: SmtpError) =>
  permanent === true && (command === 'RCPT TO' || command === 'DATA');

function explain({ code, command, response, message, responseCode }: SmtpError, secrets: string[]): string {
  if (responseCode) return `rejected the mail (${command}): ${redact(response ?? '', secrets)}`;
  if (code === 'EABORT') return 'was too slow.';
  return `could not be used: ${redact(message, secrets)}`;
}

/** Removes addresses, links and credentials from a server's answer, which may repeat them, before it is logged. */
function redact(text: string, secrets: string[]): string {
  let line = text;
  for (const secret of secrets) {
    if (secret.length < 3) continue;
    const forms = [secret, Buffer.from(secret).toString('base64')].map((form) => form.replace(/[^\w]/g, '\\$&'));
    line = line.replace(new RegExp(forms.join('|'), 'gi'), '…');
  }
  return line
    .replace(/\S*@\S*/g, '…')
    .replace(/[a-z]+:\/\/\S+/gi, '…')
    .replace(/[\w+/=-]{32,}/g, '…')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, 200);
}

/** Decodes a part of the server's address. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
