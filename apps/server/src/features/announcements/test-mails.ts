import { audit } from '#platform/audit';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Mail, Mailer } from '#platform/mail';
import { findOwnAddress } from './announcements.read-model.ts';

const limit = { name: 'test-mails', hits: 20, seconds: 600 };

interface Deps {
  db: Db;
  limiter: RateLimiter;
  mailer: Mailer;
}

export type SendTest = ReturnType<typeof createSendTest>;

/** Sends a mail to the superuser who asks, so that it can be seen in a real mailbox. */
export const createSendTest =
  ({ db, limiter, mailer }: Deps) =>
  /**
   * @param subject of the audit event
   * @throws AppError conflict without a confirmed address, unavailable where the mail server does not take it
   */
  async (
    actor: number,
    subject: string,
    write: (recipient: { user: number; username: string; address: string }) => Promise<Mail>,
  ): Promise<{ to: string }> => {
    const { email, username } = await findOwnAddress(db, actor);
    if (!email) throw new AppError('conflict', 'Your account has no confirmed email. Confirm one under Account first.');
    await limiter.take(limit, String(actor));
    // A test may be sent again and again; mail programs would show those with one name as one.
    const { id: _, ...mail } = await write({ user: actor, username, address: email });
    await mailer.deliver({ ...mail, subject: `Test: ${mail.subject}` }).catch((error: Error) => {
      throw new AppError('unavailable', error.message);
    });
    await db.transaction().execute((tx) => audit(tx, { actor, action: 'mail.tested', subject }));
    return { to: email };
  };
