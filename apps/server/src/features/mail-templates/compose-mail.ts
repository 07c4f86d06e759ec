import type { Db } from '#platform/db/db';
import { findCustomTemplate } from './custom-template.read-model.ts';
import { readCustomTemplate } from './custom-template.ts';
import type { MailContent, Recipient } from './mail-content.ts';
import { fillTemplate, type MailTemplate } from './mail-template.ts';

export type ComposeMail = <About>(
  kind: MailTemplate<About>,
  recipient: Recipient,
  about: About,
) => Promise<MailContent>;

/**
 * Writes letters in the wording that a superuser has saved. It is read for each mail, so that a change holds at once on
 * every node. One that cannot be used stops no mail: ours goes out.
 * @param warn told why
 */
export const createComposeMail =
  ({
    db,
    warn,
  }: {
    db: Db;
    warn: (problem: { letter: string; faults: Record<string, string> }) => void;
  }): ComposeMail =>
  async (kind, recipient, about) => {
    const saved = await findCustomTemplate(db, kind.kind);
    if (!saved) return fillTemplate(kind, recipient, about);
    const { wording, faults } = readCustomTemplate(kind, saved.wording);
    if (Object.keys(faults).length === 0) return fillTemplate(kind, recipient, about, wording);
    warn({ letter: kind.kind, faults });
    return fillTemplate(kind, recipient, about);
  };
