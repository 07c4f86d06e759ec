import type { Db } from './db/db.ts';

export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /**
   * Identifies the mail across delivery attempts: the outbox stores it once, and mail programs show it once. Letters,
   * digits and hyphens.
   */
  id?: string;
  /** Name of the sender if the operator has set none. */
  senderName?: string;
  /** Additional headers, such as `List-Unsubscribe`. Never from user input. */
  headers?: Record<string, string>;
}

export interface Mailer {
  /**
   * Sends a mail to the SMTP server, or stores it in the outbox if no server is set.
   * @throws PermanentFailure when the server will never accept this mail, another error when a retry may succeed. The
   * messages contain no address, content or credential.
   */
  deliver(mail: Mail): Promise<void>;
  /** Releases connections. Mails that are being sent continue. */
  close(): void;
}

/** Mailer for a platform without a mail server: stores mails in the database, where superusers read them. */
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

/** Returns a mailer that names the sender. */
export const withSenderName = (mailer: Mailer, readName: () => Promise<string>): Mailer => ({
  deliver: async (mail) => mailer.deliver({ ...mail, senderName: await readName() }),
  close: mailer.close,
});
