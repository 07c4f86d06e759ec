import { createHash } from 'node:crypto';
import { renderMarkdown } from '#features/content/content.public';
import { hostOf, plainName, renderWords } from '#features/letters/letters.public';
import { invalid } from '#platform/errors';
import type { Mail } from '#platform/mail';
import type { Unsubscribe } from './unsubscribe.ts';

interface Words {
  subject: string;
  body: string;
}

/** An announcement that only lacks its recipient. */
export interface WrittenAnnouncement {
  to(announcementPk: number, recipient: { user: number; username: string; address: string }): Mail;
}
export type WriteAnnouncement = (words: Words) => Promise<WrittenAnnouncement>;

/**
 * Makes a mail of an author's Markdown: sanitised as lessons are, with addresses that lead here from a mail program. The
 * text form is the Markdown itself, which is made to be read.
 * @throws AppError invalid_request where the text holds what a mail cannot
 */
export const createWriteAnnouncement =
  ({ publicUrl, unsubscribe }: { publicUrl: string; unsubscribe: Unsubscribe }): WriteAnnouncement =>
  async ({ subject, body }) => {
    const { html, diagnostics } = await renderMarkdown(body, { prefix: 'mail' });
    const fault = diagnostics.find(({ severity }) => severity === 'error');
    if (fault) throw invalid({ body: `Line ${fault.line}: ${fault.message}` });
    const words = {
      subject,
      html: html.replaceAll(' href="/', ` href="${publicUrl}/`),
      text: body.replace(/\]\(\//g, `](${publicUrl}/`),
    };
    return {
      to: (announcementPk, { user, username, address }) => ({
        to: address,
        id: mailIdOf(announcementPk, user),
        headers: unsubscribe.headersOf(user),
        ...renderWords({
          ...words,
          reason: `You get this because ${plainName(username)} has an account on ${hostOf({ username, publicUrl })}.`,
          leave: { label: 'Get no more announcements', url: unsubscribe.pageOf(user) },
        }),
      }),
    };
  };

/** Stands before the @ of its Message-ID; the same at each try. It does not tell who else got the mail. */
export const mailIdOf = (announcementPk: number, userPk: number) =>
  createHash('sha256').update(`announcement:${announcementPk}:${userPk}`).digest('hex').slice(0, 40);
