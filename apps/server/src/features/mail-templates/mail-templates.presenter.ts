import { type AdminMailTemplate, Wording, type WordingPart } from '@hexpedition/contract';
import { readCustomTemplate } from './custom-template.ts';
import type { CustomTemplate } from './custom-templates.read-model.ts';
import type { Recipient } from './mail-content.ts';
import { isUntrusted, placeholderMeanings } from './placeholders.ts';
import { renderMail } from './render-mail.ts';
import type { SampleMail } from './sample-mail.ts';

export type TemplateGroup = AdminMailTemplate['group'];

/** Presents a template with the mail that would be sent now: with the default text if the custom one is unusable. */
export function presentMailTemplate(
  { template, compose, values }: SampleMail,
  group: TemplateGroup,
  saved: CustomTemplate | undefined,
  recipient: Recipient,
): AdminMailTemplate {
  const { wording, problems } = readCustomTemplate(template, saved?.wording ?? {});
  const isUsable = Object.keys(problems).length === 0;
  const examples = values(recipient);
  return {
    ...renderMail(compose(recipient, isUsable ? wording : template.wording)),
    kind: template.kind,
    group,
    wording,
    default_wording: template.wording,
    changed: Object.keys(changedParts(wording, template.wording)),
    former_default: changedParts(parseParts(saved?.default_wording), template.wording),
    problems,
    revision: saved?.revision ?? 0,
    changed_by: saved?.changed_by ?? null,
    changed_at: saved?.changed_at.toISOString() ?? null,
    placeholders: template.placeholders.map((name) => ({
      name,
      means: placeholderMeanings[name],
      example: examples[name] ?? '',
      chosen: isUntrusted(name),
      needed: template.required.includes(name),
    })),
  };
}

const parseParts = (stored: unknown): Partial<Wording> => Wording.partial().safeParse(stored ?? {}).data ?? {};

/** Returns the parts of `wording` that differ from `other`. */
export function changedParts(wording: Partial<Wording>, other: Partial<Wording>): Partial<Wording> {
  const parts = Object.keys(wording) as WordingPart[];
  const isChanged = (part: WordingPart) => JSON.stringify(wording[part]) !== JSON.stringify(other[part]);
  return Object.fromEntries(parts.filter(isChanged).map((part) => [part, wording[part]]));
}
