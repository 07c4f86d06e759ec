import { createHash } from 'node:crypto';
import type { SourceReader } from '#features/content/sources.public';
import { renderAuthoredMail, sanitizeName, siteHost } from '#features/mail-templates/mail-templates.public';
import { invalid } from '#platform/errors';
import type { Mail } from '#platform/mail';
import { TaskLimitError } from '#platform/worker-thread';
import type { Unsubscribe } from './unsubscribe.ts';

interface Words {
  subject: string;
  body: string;
}

/** An announcement that only lacks its recipient. */
export interface RenderedAnnouncement {
  to(announcementPk: number, recipient: { user: number; username: string; address: string }): Mail;
}
export type RenderAnnouncement = (words: Words) => Promise<RenderedAnnouncement>;

interface Deps {
  publicUrl: string;
  unsubscribe: Unsubscribe;
  /** In a thread: a text that takes long must not hold the server. */
  render: SourceReader['render'];
}

/**
 * Makes a mail of an author's Markdown: sanitised as lessons are, with addresses that lead here from a mail program. The
 * text form is the Markdown itself, which is made to be read.
 * @throws AppError invalid_request where the text holds what a mail cannot
 */
export const createAnnouncementRenderer =
  ({ publicUrl, unsubscribe, render }: Deps): RenderAnnouncement =>
  async ({ subject, body }) => {
    const { html, diagnostics } = await render({ text: body, prefix: 'mail' }).catch(sayTooSlow);
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
        id: createMailId(announcementPk, user),
        headers: unsubscribe.headersOf(user),
        ...renderAuthoredMail({
          ...words,
          reason: `You get this because ${sanitizeName(username)} has an account on ${siteHost({ username, publicUrl })}.`,
          unsubscribe: { label: 'Get no more announcements', url: unsubscribe.pageOf(user) },
        }),
      }),
    };
  };

function sayTooSlow(error: unknown): never {
  if (!(error instanceof TaskLimitError)) throw error;
  throw invalid({ body: 'This takes too long to read. Make it shorter, or simpler.' });
}

/** Stands before the @ of its Message-ID; the same at each try. It does not tell who else got the mail. */
export const createMailId = (announcementPk: number, userPk: number) =>
  createHash('sha256').update(`announcement:${announcementPk}:${userPk}`).digest('hex').slice(0, 40);
