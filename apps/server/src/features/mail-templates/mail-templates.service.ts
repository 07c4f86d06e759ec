import type { AdminMailTemplate, MailPreview, Wording, WordingPart } from '@hexpedition/contract';
import type { SiteSettingsService } from '#features/feature-switches/feature-switches.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError, invalid, notFound } from '#platform/errors';
import { readCustomTemplate } from './custom-template.ts';
import { findCustomTemplate, listCustomTemplates } from './custom-templates.read-model.ts';
import { storeCustomTemplate } from './custom-templates.store.ts';
import { changedParts, presentMailTemplate, type TemplateGroup } from './mail-templates.presenter.ts';
import { renderMail } from './render-mail.ts';
import type { SampleMail } from './sample-mail.ts';
import { findTemplateProblems } from './template-problems.ts';

interface Deps {
  db: Db;
  clock: Clock;
  publicUrl: string;
  /** Reads the name of the site. */
  site: Pick<SiteSettingsService, 'read'>;
  /** The templates of each group with example data. */
  samples: Record<TemplateGroup, readonly SampleMail[]>;
}

interface RegisteredTemplate {
  group: TemplateGroup;
  sample: SampleMail;
}

/** Lists the templates of automatic mails with example data, and manages their custom texts. */
export function createMailTemplates({ db, clock, publicUrl, site, samples }: Deps) {
  const registry: ReadonlyMap<string, RegisteredTemplate> = new Map(
    (['account', 'payments'] as const).flatMap((group) =>
      samples[group].map((sample) => [sample.template.kind, { group, sample }]),
    ),
  );
  const recipientNamed = async (username: string) => ({ username, publicUrl, site: (await site.read()).name });

  /** @throws AppError not_found */
  function selectTemplate(kind: string): RegisteredTemplate {
    const registered = registry.get(kind);
    if (!registered) throw notFound('mail template');
    return registered;
  }

  async function list(): Promise<AdminMailTemplate[]> {
    const saved = new Map((await listCustomTemplates(db)).map((row) => [row.kind, row]));
    const recipient = await recipientNamed('mara');
    return [...registry.values()].map(({ group, sample }) =>
      presentMailTemplate(sample, group, saved.get(sample.template.kind), recipient),
    );
  }

  async function readOne(kind: string): Promise<AdminMailTemplate> {
    const { group, sample } = selectTemplate(kind);
    const saved = (await listCustomTemplates(db)).find((row) => row.kind === kind);
    return presentMailTemplate(sample, group, saved, await recipientNamed('mara'));
  }

  /** @throws AppError conflict if the revision is outdated */
  async function store(actor: number, kind: string, wording: Wording, revision: number, action: string) {
    const { template } = selectTemplate(kind).sample;
    await db.transaction().execute(async (tx) => {
      const before = readCustomTemplate(template, (await findCustomTemplate(tx, kind))?.wording ?? {}).wording;
      const custom = changedParts(wording, template.wording);
      const defaults = pick(template.wording, custom);
      const change = { kind, wording: custom, defaults, by: actor, at: clock.now() };
      if (!(await storeCustomTemplate(tx, change, revision))) {
        throw new AppError(
          'conflict',
          'Another superuser has changed this mail in the meantime. Compare both versions, then save again.',
        );
      }
      const data = { before: changedParts(before, wording), after: changedParts(wording, before) };
      await audit(tx, { actor, action, subject: `mail_template:${kind}`, data });
    });
    return readOne(kind);
  }

  return {
    list,

    /** @throws AppError not_found, conflict, invalid_request */
    async save(actor: number, kind: string, wording: Wording, revision: number): Promise<AdminMailTemplate> {
      rejectProblems(selectTemplate(kind).sample, wording);
      return store(actor, kind, wording, revision, 'mail_template.changed');
    },

    /** Restores the default text. @throws AppError not_found, conflict */
    async restore(actor: number, kind: string, revision: number): Promise<AdminMailTemplate> {
      return store(actor, kind, selectTemplate(kind).sample.template.wording, revision, 'mail_template.restored');
    },

    /** @throws AppError not_found, invalid_request */
    async preview(kind: string, wording: Wording): Promise<MailPreview> {
      const { sample } = selectTemplate(kind);
      rejectProblems(sample, wording);
      return renderMail(sample.compose(await recipientNamed('mara'), wording));
    },

    /**
     * Composes a test mail. Omitted parts have the saved text.
     * @returns a function that renders the mail for a username
     * @throws AppError not_found, invalid_request
     */
    async composeTest(kind: string, parts: Partial<Wording>): Promise<(username: string) => Promise<MailPreview>> {
      const { sample } = selectTemplate(kind);
      const saved = readCustomTemplate(sample.template, (await findCustomTemplate(db, kind))?.wording ?? {});
      const wording = { ...saved.wording, ...parts };
      rejectProblems(sample, wording);
      return async (username) => renderMail(sample.compose(await recipientNamed(username), wording));
    },
  };
}

export type MailTemplates = ReturnType<typeof createMailTemplates>;

/** @throws AppError invalid_request */
function rejectProblems({ template }: SampleMail, wording: Wording): void {
  const problems = findTemplateProblems(template, wording);
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

const pick = (wording: Wording, parts: Partial<Wording>): Partial<Wording> =>
  Object.fromEntries((Object.keys(parts) as WordingPart[]).map((part) => [part, wording[part]]));
