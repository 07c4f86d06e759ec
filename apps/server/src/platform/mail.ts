import type { Db } from './db/db.ts';

export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /**
   * The same for each attempt to deliver a mail: the outbox stores it once, and mail programs show it once. Letters,
   * digits and hyphens.
   */
  id?: string;
  /** Further headers, such as `List-Unsubscribe`; from us, never from a user. */
  headers?: Record<string, string>;
}

export interface Mailer {
  /**
   * Hands a mail to the SMTP server, or puts it into the outbox where none is set.
   * @throws PermanentFailure where the server will never take this mail, another error where it may later. Neither
   * holds an address, content or a credential.
   */
  deliver(mail: Mail): Promise<void>;
  /** Lets go of what it holds; what is being sent goes on. */
  close(): void;
}

/** Keeps mails in the database, for superusers to read, where no mail server is set. */
export function createOutbox(db: Db): Mailer {
  return {
    async deliver({ to, subject, text, html, id = null }) {
      await db
        .insertInto('outbox_mails')
        .values({ recipient: to, subject, text, html, mail_id: id })
        .onConflict((conflict) => conflict.column('mail_id').doNothing())
        .execute();
    },
    close() {},
  };
}
