import { randomUUID } from 'node:crypto';
import type { Transporter } from 'nodemailer';
import { PermanentFailure } from './jobs.ts';
import type { Mail, Mailer } from './mail.ts';

/** No mail takes longer than this, however slowly the server talks. */
const wholeMs = 60_000;
const silenceMs = 10_000;

/** What nodemailer says about a refusal. */
interface Refusal extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  permanent?: boolean;
}

/** What every way of handing a mail to one server has in common. */
export type SmtpServer = ReturnType<typeof smtpServer>;

/**
 * @param url `smtp://` or `smtps://`, with nodemailer's options as parameters
 * @param from `Name <address>` or an address
 */
export function smtpServer(url: string, from: string) {
  const { host, hostname, username, password, searchParams } = new URL(url);
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  const saysTls = searchParams.has('requireTLS') || searchParams.has('ignoreTLS');
  const [, name = '', address = from] = /^(.+) <(.+)>$/.exec(from) ?? [];
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return {
    options: {
      url,
      // These settings override what the address says. Its logger would write mails and the password to the log.
      logger: false,
      debug: false,
      transactionLog: false,
      pool: false,
      connectionTimeout: silenceMs,
      greetingTimeout: silenceMs,
      socketTimeout: silenceMs * 2,
      socketCloseTimeout: 1_000,
      dnsTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      // A password goes over an open line only where the operator says so.
      ...(password && !isLocal && !saysTls ? { requireTLS: true } : {}),
    },

    /** A mail as nodemailer takes it. @throws PermanentFailure where its recipient is not one address */
    compose({ to, subject, text, html, id = randomUUID(), headers }: Mail) {
      if (!/^[^\s<>"(),:;\\@\p{Cc}]+@[^\s<>"(),:;\\@\p{Cc}]+$/u.test(to) || to.length > 254) {
        throw new PermanentFailure('The mail was not sent: its recipient is not one address.');
      }
      return {
        from: { name, address },
        to: { name: '', address: to },
        // The envelope is given, so that no header decides where a mail goes.
        envelope: { from: address, to: [to] },
        subject: subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '),
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...headers },
        xMailer: false as const,
      };
    },

    /** What a failed try means for this mail, without address, content or credential. */
    failureOf(error: unknown, to: string): Error {
      const refusal = error as Refusal;
      const reason = explain(refusal, [to, to.slice(0, to.indexOf('@')), plain(username), plain(password)]);
      const message = `The mail server ${host} ${reason}`;
      return isAboutThisMail(refusal) ? new PermanentFailure(message) : new Error(message);
    },
  };
}

/**
 * Sends each mail over a connection of its own: there are few, and a connection that a server has dropped meanwhile
 * costs a try. Announcements have lines that stay open (`smtp-line.ts`).
 */
export function createSmtp(url: string, from: string): Mailer {
  const server = smtpServer(url, from);
  let opened: Promise<Transporter> | undefined;
  // Loaded with the first mail: it would make every start slower.
  const open = () => {
    opened ??= import('nodemailer').then(({ createTransport }) => createTransport(server.options));
    return opened;
  };

  return {
    async deliver(mail) {
      const composed = server.compose(mail);
      try {
        await (await open()).sendMail({ ...composed, signal: AbortSignal.timeout(wholeMs) });
      } catch (error) {
        throw server.failureOf(error, mail.to);
      }
    },
    close: () => void opened?.then((transport) => transport.close()),
  };
}

/**
 * Whether this mail was refused for good, for its recipient or its content. A refused log-in or sender is for the
 * operator to mend, and then the mail can go.
 */
const isAboutThisMail = ({ permanent, command }: Refusal) =>
  permanent === true && (command === 'RCPT TO' || command === 'DATA');

function explain({ code, command, response, message, responseCode }: Refusal, secrets: string[]): string {
  if (responseCode) return `refused the mail (${command}): ${clean(response ?? '', secrets)}`;
  if (code === 'EABORT') return 'was too slow.';
  return `could not be used: ${clean(message, secrets)}`;
}

/** What a server says may repeat the recipient, a link, even what we logged in with: none of that goes into a log. */
function clean(text: string, secrets: string[]): string {
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

/** A part of the server's address, decoded. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
