import { createHash } from 'node:crypto';
import type { SourceReader } from '#features/content/sources.public';
import type { SiteSettingsService } from '#features/feature-switches/feature-switches.public';
import { renderAuthoredMail, sanitizeName, siteHost } from '#features/mail-templates/mail-templates.public';
import { invalid } from '#platform/errors';
import type { Mail } from '#platform/mail';
import { TaskLimitError } from '#platform/worker-thread';
import type { Unsubscribe } from './unsubscribe.ts';

interface AnnouncementText {
  subject: string;
  body: string;
}

/** A rendered announcement, before it is addressed to a recipient. */
export interface RenderedAnnouncement {
  mailTo(announcementPk: number, recipient: { user: number; username: string; address: string }): Mail;
}
export type RenderAnnouncement = (text: AnnouncementText) => Promise<RenderedAnnouncement>;

interface Deps {
  publicUrl: string;
  /** Reads the name of the site. */
  site: Pick<SiteSettingsService, 'read'>;
  unsubscribe: Unsubscribe;
  /** Renders Markdown in a worker thread, because a slow text must not block the server. */
  render: SourceReader['render'];
}

/**
 * Creates the function that renders an author's Markdown as a mail. The HTML is sanitized like a lesson's, and relative
 * links become absolute. The plain text part is the Markdown itself.
 * @throws AppError invalid_request when the text contains elements that a mail cannot have
 */
export const createAnnouncementRenderer =
  ({ publicUrl, site, unsubscribe, render }: Deps): RenderAnnouncement =>
  async ({ subject, body }) => {
    const { html, diagnostics } = await render({ text: body, prefix: 'mail' }).catch(explainTimeout);
    const problem = diagnostics.find(({ severity }) => severity === 'error');
    if (problem) throw invalid({ body: `Line ${problem.line}: ${problem.message}` });
    const { name } = await site.read();
    const content = {
      site: name,
      subject,
      html: html.replaceAll(' href="/', ` href="${publicUrl}/`),
      text: body.replace(/\]\(\//g, `](${publicUrl}/`),
    };
    return {
      mailTo: (announcementPk, { user, username, address }) => ({
        to: address,
        id: createMailId(announcementPk, user),
        senderName: name,
        headers: unsubscribe.headersFor(user),
        ...renderAuthoredMail({
          ...content,
          reason: `You get this because ${sanitizeName(username)} has an account on ${siteHost({ username, publicUrl })}.`,
          unsubscribe: { label: 'Unsubscribe from announcements', url: unsubscribe.pageUrl(user) },
        }),
      }),
    };
  };

function explainTimeout(error: unknown): never {
  if (!(error instanceof TaskLimitError)) throw error;
  throw invalid({ body: 'This text takes too long to process. Make it shorter or simpler.' });
}

/**
 * Returns the part of the Message-ID before the @. It is the same for each attempt, and does not reveal the other
 * recipients.
 */
export const createMailId = (announcementPk: number, userPk: number) =>
  createHash('sha256').update(`announcement:${announcementPk}:${userPk}`).digest('hex').slice(0, 40);
