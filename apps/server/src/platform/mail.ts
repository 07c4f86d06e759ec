import type { Db } from './db/db.ts';
import { createSmtp } from './smtp.ts';

export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /**
   * Hands a mail to the SMTP server, or lays it into the outbox where none is set.
   * @throws PermanentFailure where the server will never take this mail, another error where it may later. Neither
   * holds an address, content or a credential.
   */
  deliver(mail: Mail): Promise<void>;
  /** Lets go of what it holds; what is being sent goes on. */
  close(): void;
}

/** @param from `Name <address>` or an address */
export function createMailer({ db, smtpUrl, from }: { db: Db; smtpUrl: string | null; from: string }): Mailer {
  if (smtpUrl) return createSmtp(smtpUrl, from);
  return {
    async deliver({ to, subject, text, html }) {
      await db.insertInto('outbox_mails').values({ recipient: to, subject, text, html }).execute();
    },
    close() {},
  };
}
