import type { SendTestMail } from '#features/mail-templates/mail-templates.public';
import { audit } from '#platform/audit';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Mailer } from '#platform/mail';
import { findOwnAddress } from './announcements.read-model.ts';

const limit = { name: 'test-mails', hits: 20, seconds: 600 };

interface Deps {
  db: Db;
  limiter: RateLimiter;
  mailer: Mailer;
}

/** Creates the function that sends a test mail to the calling superuser, to check it in a real mailbox. */
export const createTestMailSender =
  ({ db, limiter, mailer }: Deps): SendTestMail =>
  async (actor, subject, renderMail) => {
    const { email, username } = await findOwnAddress(db, actor);
    if (!email) throw new AppError('conflict', 'Your account has no confirmed email. Confirm one under Account first.');
    await limiter.take(limit, String(actor));
    // Without an ID, because mail programs show several test mails with the same Message-ID as one.
    const { id: _, ...mail } = await renderMail({ user: actor, username, address: email });
    await mailer.deliver({ ...mail, subject: `Test: ${mail.subject}` }).catch((error: Error) => {
      throw new AppError('unavailable', error.message);
    });
    await db.transaction().execute((tx) => audit(tx, { actor, action: 'mail.tested', subject }));
    return { to: email };
  };
