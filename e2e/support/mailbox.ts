import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';

export interface Mailbox {
  /** For the platform's SMTP_URL. */
  url: string;
  /** Waits for a mail to an address with a matching subject, and returns the newest. */
  find(to: string, subject: RegExp): Promise<Email>;
  /** The path of the only link in the mail that leads to a page such as `/verify/…`. */
  linkIn(mail: Email, page: string): string;
  /** Number of mails to an address. */
  count(to: string): number;
  close(): Promise<void>;
}

/** Starts a real SMTP server that keeps every mail. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then((mail) => {
          mails.push(mail);
          done();
        }, done);
    },
  });
  // Some tests kill the server in the middle of a delivery, which breaks its connection.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const isFor = (to: string) => (mail: Email) => mail.to?.some(({ address }) => address === to) ?? false;
  return {
    url: `smtp://127.0.0.1:${port}`,
    async find(to, subject) {
      let found: Email | undefined;
      await expect
        .poll(
          () => {
            found = mails.findLast((mail) => isFor(to)(mail) && subject.test(mail.subject ?? ''));
            return found?.subject;
          },
          { message: `no mail to ${to} with the subject ${subject}` },
        )
        .toBeDefined();
      return found as Email;
    },
    linkIn(mail, page) {
      const links = [...(mail.text ?? '').matchAll(/https?:\/\/[^\s<>"]+/g)].map(([link]) => new URL(link).pathname);
      const paths = [...new Set(links.filter((path) => path.startsWith(`${page}/`)))];
      expect(paths).toHaveLength(1);
      return paths[0] ?? '';
    },
    count: (to) => mails.filter(isFor(to)).length,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
