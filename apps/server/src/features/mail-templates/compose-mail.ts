import type { SiteSettingsService } from '#features/feature-switches/feature-switches.public';
import type { Db } from '#platform/db/db';
import { readCustomTemplate } from './custom-template.ts';
import { findCustomTemplate } from './custom-templates.read-model.ts';
import type { MailContent, Recipient } from './mail-content.ts';
import { fillTemplate, type MailTemplate } from './mail-template.ts';

export type ComposeMail = <Data>(
  template: MailTemplate<Data>,
  recipient: Recipient,
  data: Data,
) => Promise<MailContent>;

interface Deps {
  db: Db;
  /** Reads the name of the site. */
  site: Pick<SiteSettingsService, 'read'>;
  /** Reports an unusable custom text. */
  warn: (problem: { template: string; problems: Record<string, string> }) => void;
}

/**
 * Composes mails with the custom text of a superuser, or else the default text. The custom text is read for every mail, so
 * that a change takes effect on all nodes immediately. If it is unusable, the mail is sent with the default text.
 */
export const createComposeMail =
  ({ db, site, warn }: Deps): ComposeMail =>
  async (template, account, data) => {
    const [saved, { name }] = await Promise.all([findCustomTemplate(db, template.kind), site.read()]);
    const recipient = { ...account, site: name };
    if (!saved) return fillTemplate(template, recipient, data);
    const { wording, problems } = readCustomTemplate(template, saved.wording);
    if (Object.keys(problems).length === 0) return fillTemplate(template, recipient, data, wording);
    warn({ template: template.kind, problems });
    return fillTemplate(template, recipient, data);
  };
